import type { MessageRecord } from '../message.ts'
import { isObject } from '../wire/toolArguments.ts'

/** How much of a result is replayed: all of it, its ids and counts, or one line that says what stood there. */
export type Fidelity = 'whole' | 'digest' | 'removed'

export interface ElisionOptions {
  /** Is only the newest result of this name replayed whole? Results with pictures are treated so by themselves. */
  heavy(toolName: string): boolean
  /** Characters of results that one run gathers before the older ones are cut down. */
  tailLimit?: number
  /** Characters of outdated heavy results that are replayed before they are removed. */
  wasteLimit?: number
}

/** What a picture weighs beside text, in characters: about 1,600 tokens. */
const pictureWeight = 4800
const tailLimit = 48_000
const wasteLimit = 4000
/** Rounds that are always whole. */
const keptRounds = 2

interface Result {
  id: string
  toolName: string
  weight: number
  heavy: boolean
  round: number
}

/**
 * How much of each result the next request replays, by call id; what is not named is replayed whole. A pure function
 * of the records that moves in jumps only: at the start of a run, when the results of the run at work outgrow
 * `tailLimit`, and when outdated heavy ones outgrow `wasteLimit`. Between two jumps a request begins with the one
 * before it, byte for byte, so that the provider's cache holds.
 */
export function elisionOf(messages: readonly MessageRecord[], options: ElisionOptions): Map<string, Fidelity> {
  const results: Result[] = []
  const newest = new Map<string, Result>()
  const removed = new Set<Result>()
  let frontier = 0
  let round = 0
  let runId: string | undefined

  const outdated = () =>
    results.filter((result) => result.heavy && newest.get(result.toolName) !== result && !removed.has(result))
  const remove = () => {
    for (const result of outdated()) removed.add(result)
  }
  const weigh = (list: readonly Result[]) =>
    list.reduce((sum, result) => sum + (removed.has(result) ? 0 : result.weight), 0)

  /** A request is about to be built. */
  const settle = () => {
    if (weigh(outdated()) >= (options.wasteLimit ?? wasteLimit)) remove()
    const limit = options.tailLimit ?? tailLimit
    if (weigh(results.slice(frontier)) <= limit) return
    remove()
    let kept = results.length
    while (kept > frontier) {
      const result = results[kept - 1]
      if (!result) break
      const isRecent = result.round > round - keptRounds
      if (!isRecent && weigh(results.slice(kept - 1)) > limit / 2) break
      kept -= 1
    }
    frontier = kept
  }

  for (const message of messages) {
    if (message.supersededBy !== undefined || message.status === 'pending') continue
    if (message.role === 'user' && message.runId !== runId) {
      runId = message.runId
      frontier = results.length
      remove()
    }
    if (message.role === 'assistant') {
      settle()
      round += 1
    }
    if (message.role !== 'tool_result') continue
    const result = resultOf(message, options, round)
    if (!result || results.some(({ id }) => id === result.id)) continue
    results.push(result)
    if (result.heavy) newest.set(result.toolName, result)
  }
  settle()

  const fidelity = new Map<string, Fidelity>()
  for (const [at, result] of results.entries()) {
    if (removed.has(result)) fidelity.set(result.id, 'removed')
    else if (at < frontier && !result.heavy) fidelity.set(result.id, 'digest')
  }
  return fidelity
}

/** A successful result; a failure is short, and stays. */
function resultOf(message: MessageRecord, options: ElisionOptions, round: number): Result | undefined {
  const { toolCallId, toolName = '', toolResult } = message
  if (toolCallId === undefined || !isObject(toolResult) || toolResult.ok !== true) return undefined
  const pictures = Array.isArray(toolResult.images) ? toolResult.images.length : 0
  const weight = JSON.stringify(toolResult.data ?? '').length + pictures * pictureWeight
  return { id: toolCallId, toolName, weight, heavy: pictures > 0 || options.heavy(toolName), round }
}
