import { Tooltip } from '../../ui/index.ts'
import styles from './ContextMeter.module.css'
import { cost } from './run/summary.ts'
import * as strings from './texts/strings.ts'
import type { Turn } from './transcript/view.ts'

/** What a chat has cost so far, over its runs. Nothing if none of them had a price. */
export function ChatCost({ turns }: { turns: readonly Turn[] }) {
  const sum = chatCost(turns)
  if (sum === undefined) return null
  return (
    <Tooltip label={strings.whatThisChatHasCostSo} side="top">
      <span className={styles.meter} role="img" aria-label={strings.thisChatHasCost(cost(sum))}>
        {cost(sum)}
      </span>
    </Tooltip>
  )
}

export function chatCost(turns: readonly Pick<Turn, 'run'>[]): number | undefined {
  const costs = turns.flatMap(({ run }) => (run?.costUsd === undefined ? [] : [run.costUsd]))
  return costs.length === 0 ? undefined : costs.reduce((sum, each) => sum + each, 0)
}
