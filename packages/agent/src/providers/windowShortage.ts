import type { ProviderId } from '../contract/provider.ts'
import { providers } from './index.ts'

/** The smallest window that is recommended, in tokens, and how often the fixed part of a request should fit. */
const smallestWindow = 16_384
const times = 2.5

/**
 * The warning to a user whose model's window is, or may be, filled by only instructions and tools: the sizes, and what
 * to set. Undefined if there is room for a conversation.
 * @param window in tokens; undefined if it is not known
 * @param fixed how many tokens the system prompt and the tools take
 */
export function windowShortage(provider: ProviderId, window: number | undefined, fixed: number): string | undefined {
  const { label, window: own } = providers[provider]
  const needed = Math.max(smallestWindow, 2 ** Math.ceil(Math.log2(fixed * times)))
  const takes = `the agent’s instructions and tools alone take about ${tokens(Math.round(fixed / 100) * 100)}`
  const raise = own?.raise(needed) ?? `Give it a window of at least ${tokens(needed)} tokens, or pick another model.`
  if (window !== undefined) {
    if (fixed * 2 <= window) return undefined
    return `This model has a window of ${tokens(window)} tokens, and ${takes}. ${raise}`
  }
  if (!own || fixed * 2 <= own.unset) return undefined
  return `${label} gives a model its window when it loads it, ${tokens(own.unset)} tokens if nothing else is set, and ${takes}. ${raise}`
}

const tokens = (count: number) => count.toLocaleString('en-US')
