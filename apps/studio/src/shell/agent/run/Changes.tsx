import type { ChangeLine, RunChanges } from '@atelier/api'
import { useState } from 'react'
import { ErrorNote, numbered } from '../../../ui/index.ts'
import * as strings from '../texts/strings.ts'
import { Acts, Change, type ChangeActs, Words } from './Change.tsx'
import styles from './Changes.module.css'
import { listDocuments } from './changeList.ts'
import { type ChangeGroup, groupChanges } from './groups.ts'
import type { ChangeReview, ShownLine } from './review.ts'
import { plural } from './summary.ts'

export interface ChangeListProps {
  changes: Pick<RunChanges, 'documents' | 'state'>
  /** The title of a page by its document's id; none for a document that the canvas does not show. */
  documentTitle: (documentId: string) => string | undefined
  /** Shows the changes in frames, and takes them back one by one; without it they are only listed. */
  review?: ChangeReview
  /** Called after a change was taken back. */
  onRestored?: () => void
}

/** Everything that a run, or the time since a version, has changed: document by document, beside before and after. */
export function ChangeList({ changes, documentTitle, review, onRestored }: ChangeListProps) {
  const [shown, setShown] = useState<ShownLine>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const restore = review?.restore
  const canRestore = restore !== undefined && changes.state === 'applied'
  const takeBack = async (documentId: string, part: string) => {
    setBusy(`${documentId} ${part}`)
    setProblem(await restore?.(documentId, part))
    onRestored?.()
    setBusy(undefined)
  }
  const actsOf =
    (documentId: string) =>
    (line: ChangeLine): ChangeActs => {
      const { part } = line
      return {
        show: review && (() => setShown({ documentId, line })),
        restore: canRestore && part !== undefined ? () => takeBack(documentId, part) : undefined,
        busy: busy === `${documentId} ${part ?? ''}`,
      }
    }
  const { documents } = changes
  return (
    <div className={review && styles.review}>
      <div className={styles.documents}>
        {problem && <ErrorNote tone="attention" title={problem} />}
        {listDocuments(documents, documentTitle).map(({ documentId, title, page, lines }) => {
          const acts = actsOf(documentId)
          return (
            <section key={documentId} className="grid one-column gap-4" aria-label={page ?? title}>
              <h3 className={styles.title}>
                {page ?? title}
                <span className="quiet">
                  {review && `${page === undefined ? strings.stylesAndSettings : strings.page}, `}
                  {plural(lines.length, 'change')}
                </span>
              </h3>
              {numbered(groupChanges(lines), (group) => (
                <Group group={group} acts={acts} />
              ))}
            </section>
          )
        })}
      </div>
      {review && <div className={styles.frames}>{review.frames({ documents, shown })}</div>}
    </div>
  )
}

function Group({ group, acts }: { group: ChangeGroup; acts: (line: ChangeLine) => ChangeActs }) {
  if (group.kind === 'line') return <Change line={group.line} acts={acts(group.line)} />
  return (
    <div className={styles.rule}>
      <code className={styles.selector}>{group.selector}</code>
      <dl className={styles.declarations}>
        {numbered(group.declarations, ({ property, line }) => (
          <div className={styles.declaration} data-kind={line.kind} data-restored={line.restored ? '' : undefined}>
            <dt>{property}</dt>
            <dd>
              <Words line={line} />
            </dd>
            <dd>
              <Acts line={line} acts={acts(line)} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
