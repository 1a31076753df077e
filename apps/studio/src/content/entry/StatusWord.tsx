import type { ContentLocaleState } from '@atelier/api'
import * as strings from '../strings.ts'
import styles from './StatusWord.module.css'

/** A status as one word with one dot; what is published at a time that is still to come is scheduled. */
export function StatusWord({ status, publishAt }: Pick<ContentLocaleState, 'status' | 'publishAt'>) {
  const waits = status === 'published' && publishAt !== undefined && Date.parse(publishAt) > Date.now()
  return (
    <span className={styles.status} data-status={waits ? 'scheduled' : status}>
      {waits ? strings.states.scheduled : strings.statuses[status]}
    </span>
  )
}
