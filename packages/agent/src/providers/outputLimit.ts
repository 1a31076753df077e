import type { ModelRequest } from '../contract/provider.ts'

const smallest = 256

/**
 * How many tokens the answer may have: the number requested, at most what the model can say, and at most half of its
 * window, since servers with a small one refuse an answer that would leave no room for the question.
 */
export function outputLimit(request: Pick<ModelRequest, 'maxOutputTokens' | 'contextWindow'>, most?: number): number {
  const half =
    request.contextWindow === undefined ? Infinity : Math.max(smallest, Math.floor(request.contextWindow / 2))
  return Math.min(request.maxOutputTokens, most ?? Infinity, half)
}
