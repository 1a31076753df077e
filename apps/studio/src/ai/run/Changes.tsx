import { useMemo } from 'react'
import type { ChangeLine, RunChanges } from '../../api/index.ts'
import { Dialog, numbered } from '../../ui/index.ts'
import styles from './Changes.module.css'
import { type DiffLine, diffOf, plural } from './summary.ts'

export interface ChangesProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  changes: RunChanges
  /** The title of a page by its document's id; none for a document that the canvas does not show. */
  documentTitle: (documentId: string) => string | undefined
  /** Leads to the node that a line is about. */
  onSelect: (nodeId: string, documentId: string) => void
}

/** Everything that one run changed, document by document, with what stood before and what stands after. */
export function Changes({ open, onOpenChange, changes, documentTitle, onSelect }: ChangesProps) {
  const total = changes.documents.reduce((sum, document) => sum + document.lines.length, 0)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title="What this run changed"
      description={`${plural(total, 'change')} in ${plural(changes.documents.length, 'document')}${changes.state === 'undone' ? ', undone' : ''}`}
    >
      <div className={styles.documents}>
        {changes.documents.map((document) => (
          <section key={document.documentId} className={styles.document} aria-label={document.title}>
            <h3 className={styles.title}>{documentTitle(document.documentId) ?? document.title}</h3>
            {numbered(document.lines, (line) => (
              <Change
                line={line}
                onSelect={
                  documentTitle(document.documentId) === undefined
                    ? undefined
                    : (nodeId) => onSelect(nodeId, document.documentId)
                }
              />
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  )
}

const words = { added: 'Added', removed: 'Removed', changed: 'Changed' }

function Change({ line, onSelect }: { line: ChangeLine; onSelect: ((nodeId: string) => void) | undefined }) {
  const diff = useMemo(() => diffOf(line), [line])
  const { target } = line
  return (
    <details className={styles.change} open={diff.length <= 12}>
      <summary className={styles.summary} data-kind={line.kind}>
        <span className={styles.kind}>{words[line.kind]}</span>
        <span>{line.what}</span>
        {line.label && <code className={styles.what}>{line.label}</code>}
        {target && onSelect && line.kind !== 'removed' && (
          <button
            type="button"
            className={styles.target}
            onClick={(event) => {
              event.preventDefault()
              onSelect(target)
            }}
          >
            Show
          </button>
        )}
      </summary>
      {diff.length > 0 && (
        <pre className={styles.diff}>
          {numbered(diff, (each) => (
            <DiffRow line={each} />
          ))}
        </pre>
      )}
    </details>
  )
}

function DiffRow({ line }: { line: DiffLine }) {
  const sign = { same: ' ', added: '+', removed: '−' }[line.kind]
  return (
    <span className={styles.row} data-kind={line.kind}>
      <span className={styles.sign}>{sign}</span>
      {line.text || ' '}
      {'\n'}
    </span>
  )
}
