import { Tooltip } from '../../ui/index.ts'
import styles from './ContextMeter.module.css'
import { tokens } from './modelFacts.ts'
import * as strings from './texts/strings.ts'

/** How much of the model's window the session fills. Hidden if the window is not known. */
export function ContextMeter({ used, window }: { used: number; window: number | undefined }) {
  if (!window) return null
  const share = Math.min(1, used / window)
  const percent = Math.round(share * 100)
  const text = strings.ofTokensOfContextUsed(tokens(used), tokens(window))
  return (
    <Tooltip label={text} side="top">
      <span
        className={styles.meter}
        role="img"
        aria-label={text}
        data-level={share > 0.9 ? 'full' : share > 0.7 ? 'high' : undefined}
      >
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          <circle cx="7" cy="7" r="5.5" className={styles.track} />
          <circle cx="7" cy="7" r="5.5" className={styles.bar} pathLength={100} strokeDasharray={`${percent} 100`} />
        </svg>
      </span>
    </Tooltip>
  )
}
