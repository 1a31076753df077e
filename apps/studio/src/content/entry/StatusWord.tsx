import type { ContentLocaleState } from '@atelier/api'
import { isScheduled } from '../../api/isScheduled.ts'
import * as strings from '../strings.ts'
import styles from './StatusWord.module.css'

/** A status as one word with one dot; what is published at a time that is still to come is scheduled. */
export function StatusWord(state: Pick<ContentLocaleState, 'status' | 'publishAt'>) {
  const waits = isScheduled(state)
  return (
    <span className={styles.status} data-status={waits ? 'scheduled' : state.status}>
      {waits ? strings.states.scheduled : strings.statuses[state.status]}
    </span>
  )
}
