import type { ChangeLine, RunChanges } from '@atelier/api'
import { useMemo } from 'react'
import { Dialog, numbered } from '../../../ui/index.ts'
import * as strings from '../texts/strings.ts'
import styles from './Changes.module.css'
import { changeContent, changesInWords, linkedNode, listDocuments } from './changeList.ts'
import { type DiffPart, diffLines, diffWords } from './diff.ts'
import { type ChangeGroup, groupChanges } from './groups.ts'
import { plural } from './summary.ts'

export interface ChangesProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  changes: RunChanges
  /** The title of a page by its document's id; none for a document that the canvas does not show. */
  documentTitle: (documentId: string) => string | undefined
  /** Leads to the node that a line is about. */
  onSelect: (nodeId: string, documentId: string) => void
}

/** Everything that one run changed, document by document, with the state before and after. */
export function Changes({ open, onOpenChange, changes, documentTitle, onSelect }: ChangesProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title={strings.whatThisRunChanged}
      description={changesInWords(changes)}
    >
      <div className={styles.documents}>
        {listDocuments(changes.documents, documentTitle).map(({ documentId, title, page, lines }) => (
          <section key={documentId} className={styles.document} aria-label={page ?? title}>
            <h3 className={styles.title}>
              {page ?? title}
              <span className={styles.about}>
                {page === undefined ? 'styles and settings' : 'page'}, {plural(lines.length, 'change')}
              </span>
            </h3>
            {numbered(groupChanges(lines), (group) => (
              <Group
                group={group}
                onSelect={page === undefined ? undefined : (nodeId) => onSelect(nodeId, documentId)}
              />
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Group({ group, onSelect }: { group: ChangeGroup; onSelect: ((nodeId: string) => void) | undefined }) {
  if (group.kind === 'line') return <Change line={group.line} onSelect={onSelect} />
  return (
    <div className={styles.rule}>
      <code className={styles.selector}>{group.selector}</code>
      <dl className={styles.declarations}>
        {numbered(group.declarations, ({ property, line }) => (
          <div className={styles.declaration} data-kind={line.kind}>
            <dt>{property}</dt>
            <dd>
              <Words line={line} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const verbs = { added: 'Added', removed: 'Removed', changed: 'Changed' }

function Change({ line, onSelect }: { line: ChangeLine; onSelect: ((nodeId: string) => void) | undefined }) {
  const target = linkedNode(line)
  const { before, after, as, open } = changeContent(line)
  return (
    <details className={styles.change} open={open}>
      <summary className={styles.summary} data-kind={line.kind}>
        <span className={styles.kind}>{verbs[line.kind]}</span>
        <span className={styles.noun}>{line.what}</span>
        {line.label && <code className={styles.what}>{line.label}</code>}
        {target && onSelect && (
          <button
            type="button"
            className={styles.target}
            onClick={(event) => {
              event.preventDefault()
              onSelect(target)
            }}
          >
            {strings.showOnThePage}
          </button>
        )}
      </summary>
      {as !== 'nothing' && (
        <div className={styles.content} data-kind={line.kind} data-code={line.what === 'rule' ? '' : undefined}>
          {as === 'text' && before + after}
          {as === 'lines' && <Lines before={before} after={after} />}
          {as === 'words' && <Words line={line} />}
        </div>
      )}
    </details>
  )
}

/** A value on one line, with what went and what came marked in it. */
function Words({ line: { before, after } }: { line: ChangeLine }) {
  const parts = useMemo(() => diffWords(before ?? '', after ?? ''), [before, after])
  return numbered(parts, (part) => <Mark part={part} />)
}

function Mark({ part: { kind, text } }: { part: DiffPart }) {
  if (kind === 'same') return text
  return kind === 'added' ? <ins className={styles.added}>{text}</ins> : <del className={styles.removed}>{text}</del>
}

function Lines({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => diffLines(before, after), [before, after])
  return numbered(parts, ({ kind, text }) => (
    <span className={styles.row} data-kind={kind}>
      <span className={styles.sign}>{{ same: ' ', added: '+', removed: '−' }[kind]}</span>
      {text || ' '}
      {'\n'}
    </span>
  ))
}
