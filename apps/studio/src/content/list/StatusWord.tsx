import type { ContentLocaleState } from '@atelier/api'
import * as strings from '../strings.ts'
import styles from './StatusWord.module.css'

/** A status as one word with one dot. */
export function StatusWord({ status }: Pick<ContentLocaleState, 'status'>) {
  return (
    <span className={styles.status} data-status={status}>
      {strings.statuses[status]}
    </span>
  )
}
