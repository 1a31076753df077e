import { Tooltip } from '../../ui/index.ts'
import styles from './ContextMeter.module.css'
import { cost } from './run/summary.ts'
import * as strings from './texts/strings.ts'
import type { Turn } from './transcript/view.ts'

/** A chat's cost so far, over its runs. Nothing if none of them had a price. */
export function ChatCost({ turns, before }: { turns: readonly Turn[]; before: number | undefined }) {
  const sum = chatCost(turns, before)
  if (sum === undefined) return null
  return (
    <Tooltip label={strings.whatThisChatHasCostSo} side="top">
      <span className={styles.meter} role="img" aria-label={strings.thisChatHasCost(cost(sum))}>
        {cost(sum)}
      </span>
    </Tooltip>
  )
}

/** @param before what the runs cost that are not loaded, in US dollars; undefined if none of them had a price */
export function chatCost(turns: readonly Pick<Turn, 'run'>[], before?: number): number | undefined {
  const costs = turns.flatMap(({ run }) => (run?.costUsd === undefined ? [] : [run.costUsd]))
  if (before !== undefined) costs.push(before)
  return costs.length === 0 ? undefined : costs.reduce((sum, each) => sum + each, 0)
}
