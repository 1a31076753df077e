import styles from './Model.module.css'
import * as strings from './strings.ts'
import type { Progress } from './useProgress.ts'

/** How far work on many entries is. */
export function ProgressLine({ label, progress }: { label: string; progress: Progress }) {
  return (
    <div className={styles.progress} role="status">
      <progress max={progress.total} value={progress.done} aria-label={label} />
      <span>{strings.progress(progress.done, progress.total)}</span>
    </div>
  )
}
