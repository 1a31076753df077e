import type { ContentLocaleState } from '@atelier/api'
import { isScheduled } from '../../api/isScheduled.ts'
import * as strings from '../strings.ts'
import styles from './StatusWord.module.css'

type State = Pick<ContentLocaleState, 'status' | 'publishAt' | 'waiting' | 'refused'>

/** A status in words: what is published at a time that is still to come is scheduled, newer edits are changes. */
export function statusText(state: State): string {
  const text = isScheduled(state) ? strings.states.scheduled : strings.statuses[state.status]
  const changed = state.waiting ? strings.withChanges(text) : text
  return state.refused && isScheduled(state) ? strings.withErrors(changed) : changed
}

/** A status as one word with one dot. */
export function StatusWord(state: State) {
  const status = isScheduled(state) ? 'scheduled' : state.waiting ? 'changed' : state.status
  return (
    <span className={styles.status} data-status={status}>
      {statusText(state)}
    </span>
  )
}
