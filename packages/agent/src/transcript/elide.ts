import type { MessageRecord } from '../message.ts'
import { isObject } from '../wire/toolArguments.ts'
import { callsOf } from './heal.ts'

/** How much of a result is replayed: all of it, its ids and counts, or one line that says what stood there. */
export type Fidelity = 'whole' | 'digest' | 'removed'

export interface ElisionOptions {
  /** Is only the newest result of this name replayed whole? Results with pictures are treated so by themselves. */
  heavy(toolName: string): boolean
  /** Characters of results that one run gathers before the older ones are cut down. */
  tailLimit?: number
}

/** What a picture weighs beside text, in characters: about 1,600 tokens. */
const pictureWeight = 4800
const tailLimit = 48_000
/** Rounds that are always whole. */
const keptRounds = 2

interface Result {
  id: string
  toolName: string
  weight: number
  heavy: boolean
  round: number
  /** Which of all results it is, from 0. */
  at: number
}

/**
 * How much of each result the next request replays, by call id; what is not named is replayed whole. A pure function
 * of the records. A heavy result is removed as soon as a newer one of its name stands, whatever its size, though not
 * before the model has seen it once: of several that one round read, all are shown whole, and the last of them from
 * then on. The others are cut down in jumps only: at the start of a run, and when the results of the run at work
 * outgrow `tailLimit`. In between, a request begins with the one before it, byte for byte, so that the provider's
 * cache holds; where a heavy result goes, it holds up to there.
 */
export function elisionOf(messages: readonly MessageRecord[], options: ElisionOptions): Map<string, Fidelity> {
  const limit = options.tailLimit ?? tailLimit
  const found = resultsOf(messages, options)
  const results: Result[] = []
  const newest = new Map<string, Result>()
  const removed = new Set<Result>()
  let outdated: Result[] = []
  let frontier = 0
  /** Of the results behind the frontier that are not removed. */
  let tail = 0
  let round = 0
  let runId: string | undefined
  let asked: string[] = []

  const removeOutdated = (before: number) => {
    for (const result of outdated) {
      if (result.round >= before) continue
      removed.add(result)
      if (result.at >= frontier) tail -= result.weight
    }
    outdated = outdated.filter((result) => result.round >= before)
  }
  /** Takes in what the last answer's calls gave, in the order of the calls and not of their ends. */
  const take = () => {
    for (const id of asked) {
      const made = found.get(id)
      if (!made) continue
      found.delete(id)
      const result = { ...made, round, at: results.length }
      results.push(result)
      tail += result.weight
      if (!result.heavy) continue
      const before = newest.get(result.toolName)
      if (before) outdated.push(before)
      newest.set(result.toolName, result)
    }
    asked = []
  }
  /** A request is about to be built. */
  const settle = () => {
    take()
    removeOutdated(round)
    if (tail <= limit) return
    let kept = results.length
    let weight = 0
    while (kept > frontier) {
      const result = results[kept - 1]
      if (!result) break
      const more = removed.has(result) ? 0 : result.weight
      if (result.round <= round - keptRounds && weight + more > limit / 2) break
      weight += more
      kept -= 1
    }
    frontier = kept
    tail = weight
  }

  for (const message of messages) {
    if (message.supersededBy !== undefined || message.status === 'pending') continue
    if (message.role === 'user' && message.runId !== runId) {
      take()
      runId = message.runId
      frontier = results.length
      tail = 0
      removeOutdated(Infinity)
    }
    if (message.role !== 'assistant') continue
    settle()
    round += 1
    asked = callsOf(message).map(({ toolCallId }) => toolCallId)
  }
  settle()

  const fidelity = new Map<string, Fidelity>()
  for (const result of results) {
    if (removed.has(result)) fidelity.set(result.id, 'removed')
    else if (result.at < frontier && !result.heavy) fidelity.set(result.id, 'digest')
  }
  return fidelity
}

type Found = Omit<Result, 'round' | 'at'>

/** The successful results, by call; a failure is short, and stays. */
function resultsOf(messages: readonly MessageRecord[], options: ElisionOptions): Map<string, Found> {
  const results = new Map<string, Found>()
  for (const message of messages) {
    const { role, toolCallId, toolName = '', supersededBy } = message
    if (role !== 'tool_result' || toolCallId === undefined || supersededBy !== undefined || results.has(toolCallId))
      continue
    const size = sizeOf(message)
    if (!size) continue
    const heavy = size.pictures > 0 || options.heavy(toolName)
    results.set(toolCallId, { id: toolCallId, toolName, weight: size.weight, heavy })
  }
  return results
}

interface Size {
  weight: number
  pictures: number
}

/** A record is the same object from request to request, so its result is measured once. */
const sizes = new WeakMap<MessageRecord, Size | 'failed'>()

function sizeOf(message: MessageRecord): Size | undefined {
  const known = sizes.get(message) ?? measure(message.toolResult)
  sizes.set(message, known)
  return known === 'failed' ? undefined : known
}

function measure(result: unknown): Size | 'failed' {
  if (!isObject(result) || result.ok !== true) return 'failed'
  const pictures = Array.isArray(result.images) ? result.images.length : 0
  return { weight: JSON.stringify(result.data ?? '').length + pictures * pictureWeight, pictures }
}
