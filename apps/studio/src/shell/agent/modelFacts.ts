import * as strings from './texts/strings.ts'
import type { ModelPick } from './useModelChoice.ts'

/** A number of tokens, short: 950, 12 k, 1.2 M. */
export function tokens(count: number): string {
  if (count < 1000) return String(Math.round(count))
  if (count < 999_500) return `${Math.round(count / 1000)} k`
  return `${(count / 1_000_000).toFixed(1).replace(/\.0$/, '')} M`
}

/** The note beside a model's name: that it cannot use tools, else the size of its window if that is known. */
export function modelHint({
  contextWindow,
  tools,
}: {
  contextWindow?: number | null
  tools?: boolean | null
}): string | undefined {
  if (tools === false) return 'cannot use tools'
  return contextWindow ? strings.window(tokens(contextWindow)) : undefined
}

/** Whether `pick` is the model that answers next. Providers may have models of the same id, so both ids count. */
export function isActive(active: ModelPick | undefined, pick: ModelPick): boolean {
  return active !== undefined && active.credentialId === pick.credentialId && active.modelId === pick.modelId
}
