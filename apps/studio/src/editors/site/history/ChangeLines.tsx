import type { Author, ChangedDocument, ChangeLine } from '@atelier/api'
import { numbered } from '../../../ui/numbered.tsx'
import { count } from '../../../ui/words.ts'
import styles from './History.module.css'
import * as strings from './strings.ts'

const SHOWN = 6

/** The changes, document by document, in lines; long ones are cut and counted. */
export function ChangeLines({ documents, all = false }: { documents: readonly ChangedDocument[]; all?: boolean }) {
  return (
    <ul className="grid gap-10">
      {documents.map((document) => {
        const lines = all ? document.lines : document.lines.slice(0, SHOWN)
        const more = document.lines.length - lines.length
        return (
          <li key={document.documentId}>
            <p className={styles.document}>
              <span>{document.title}</span>
              <span className={styles.who}>{authorsText(document.authors)}</span>
            </p>
            {document.part && <p className={styles.shownOn}>{shownOn(document.part.pages)}</p>}
            <ul className="type-dense">
              {numbered(lines, (line) => (
                <Line line={line} />
              ))}
              {more > 0 && <li className={styles.more}>{`and ${count(more, 'more change')}`}</li>}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}

function Line({ line }: { line: ChangeLine }) {
  const { kind, what, label, before, after } = line
  return (
    <li className={styles.line} data-kind={kind}>
      <span className={styles.sign} aria-hidden="true">
        {kind === 'added' ? '+' : kind === 'removed' ? '−' : '~'}
      </span>
      <span>
        <span className="visually-hidden">{`${kind} `}</span>
        <span className={styles.what}>{`${what} ${label}`}</span>
        {before !== undefined && kind !== 'added' && <del className={styles.before}>{before}</del>}
        {after !== undefined && kind !== 'removed' && <ins className="no-underline color-done">{after}</ins>}
      </span>
    </li>
  )
}

/** How many titles of pages are named. */
const NAMED = 3

/** `Part, shown on Home, Products and 2 more pages`. */
export function shownOn(pages: NonNullable<ChangedDocument['part']>['pages']): string {
  const titles = pages.slice(0, NAMED).map(({ title }) => title)
  return strings.partShownOn(titles, pages.length - titles.length)
}

/** `Ada, and the agent for Ben`. */
export function authorsText(authors: readonly Author[]): string {
  const people = authors.filter(({ runId }) => runId === undefined).map(({ userName }) => userName ?? 'Former member')
  const agents = authors.filter(({ runId }) => runId !== undefined).map(({ userName }) => userName ?? 'a former member')
  const names = [...new Set(people)]
  const asked = [...new Set(agents)].map((name) => `the agent for ${name}`)
  return [...names, ...asked].join(', ')
}
