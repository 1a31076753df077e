import type { Usage } from '../contract/run.ts'
import { factsOf } from '../providers/index.ts'

const noUsage: Usage = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, reasoning: 0 }

export function addUsage(sum: Usage | undefined, more: Partial<Usage>): Usage {
  const total = { ...noUsage, ...sum }
  total.input += more.input ?? 0
  total.cacheRead += more.cacheRead ?? 0
  total.cacheWrite5m += more.cacheWrite5m ?? 0
  total.cacheWrite1h += more.cacheWrite1h ?? 0
  total.output += more.output ?? 0
  total.reasoning += more.reasoning ?? 0
  return total
}

/** Prompt tokens as clients of the provider count them: some leave out what was in the cache. */
export function promptTokens(provider: string | undefined, usage: Partial<Usage>): number {
  return factsOf(provider)?.quirks?.cacheOutsidePrompt ? (usage.input ?? 0) : contextTokens(usage)
}

/** The sum of the input buckets: how full the model's window is. */
export function contextTokens(usage: Partial<Usage>): number {
  return (usage.input ?? 0) + (usage.cacheRead ?? 0) + (usage.cacheWrite5m ?? 0) + (usage.cacheWrite1h ?? 0)
}
