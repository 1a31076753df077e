import { useQuery } from '@tanstack/react-query'
import { repositoryQuery } from '../../api/content.ts'
import { useStore } from '../../documents/store.ts'
import { useContent } from '../session/context.ts'
import * as strings from '../strings.ts'
import styles from './Form.module.css'
import { repositoryWords } from './repositoryWords.ts'

/** Whether what is typed is saved, whether it is in the repository, and otherwise what keeps it from there. */
export function RepositoryState({
  problems,
  waits,
  changed,
  typing,
  unsent,
  refused,
}: {
  /** How many fields keep the entry from being shown. */
  problems: number
  /** It waits for a review. */
  waits: boolean
  /** Visitors see its edits once somebody publishes them. */
  changed: boolean
  /** Typed text is saved in a moment. */
  typing: boolean
  /** How many fields could not be sent. */
  unsent: number
  /** How many fields were refused, or wait for a decision. */
  refused: number
}) {
  const { session, project } = useContent()
  const { state } = useStore(session.connection.status, (value) => value)
  const { data } = useQuery(repositoryQuery(project.id))
  const text = repositoryWords({
    saving: typing || (unsent === 0 && state === 'saving'),
    unsent,
    refused,
    problems,
    waits,
    changed,
    repository: data,
  })
  return (
    <span
      className={styles.saved}
      role="status"
      data-state={unsent > 0 || refused > 0 || problems > 0 ? 'attention' : undefined}
    >
      {text}
      {data?.error !== undefined && <span className="visually-hidden"> {data.error}</span>}
      {data?.error !== undefined && (
        <span className={styles.why} title={data.error} aria-hidden="true">
          {strings.why}
        </span>
      )}
    </span>
  )
}
