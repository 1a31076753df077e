import { isRecord } from '@atelier/operation'
import type { CutResult, MessageRecord } from '../contract/message.ts'
import { digest } from './digest.ts'
import { callsOf } from './heal.ts'
import { activeHistory } from './history.ts'
import { charactersPerToken, weightOfText } from './measure.ts'

/** How much of a result is replayed: all of it, its ids and counts, or one line that names what was there. */
export type Fidelity = 'whole' | CutResult['to']

export interface CutDownOptions {
  /** When results are cut down, is only the newest of this name kept? Results with pictures are treated so by themselves. */
  heavy(toolName: string): boolean
  /** Weight of whole results, in characters of English, beyond which they are cut down in the middle of a run. */
  limit: number
  /** Is the next request the first of a run? Then results are cut down whatever they weigh. */
  runBegins: boolean
}

/** The weight of a picture compared with text, in characters: about 1,600 tokens. */
const pictureWeight = 4800
/** Rounds whose results are always whole. */
const keptRounds = 2
/** The limit if the model's window is not known. */
const usualLimit = 100_000
/** A cut in the middle of a run that frees less than this share of the limit is not worth a new prefix. */
const leastShare = 0.1

/** A third of the window, in characters. */
export function wholeResultsLimit(contextWindow: number | undefined): number {
  return contextWindow === undefined ? usualLimit : Math.floor((contextWindow / 3) * charactersPerToken)
}

/** How each result is replayed, by call id, as the records say; what is not named is whole. Nothing becomes whole again. */
export function recordedCuts(messages: readonly MessageRecord[]): Map<string, CutResult['to']> {
  return new Map(messages.flatMap(({ cutDown = [] }) => cutDown.map(({ toolCallId, to }) => [toolCallId, to] as const)))
}

/**
 * The results to cut down before the next request, for one record; empty if none are. All go but those of the last
 * two rounds and the newest heavy one of each name, so that the requests after it begin alike until the next such step.
 */
export function planCutDown(messages: readonly MessageRecord[], options: CutDownOptions): CutResult[] {
  const { results: whole, rounds } = wholeResults(messages, options)
  const weight = whole.reduce((sum, result) => sum + result.weight, 0)
  if (!options.runBegins && weight <= options.limit) return []
  const newest = new Map(whole.flatMap((result) => (result.heavy ? [[result.toolName, result] as const] : [])))
  const cut = whole.flatMap((result) => {
    if (result.round > rounds - keptRounds || newest.get(result.toolName) === result) return []
    const left = result.heavy ? removedText(result.toolName).length : digestWeight(result.message)
    return left < result.weight ? [{ result, freed: result.weight - left }] : []
  })
  const freed = cut.reduce((sum, each) => sum + each.freed, 0)
  if (!options.runBegins && freed < options.limit * leastShare) return []
  return cut.map(({ result }) => ({ toolCallId: result.id, to: result.heavy ? 'removed' : 'digest' }))
}

/** The text that replaces a heavy result. */
export function removedText(toolName: string): string {
  return `(Earlier ${toolName} output removed: a newer one stands further down. Call ${toolName} again if this one is needed.)`
}

interface WholeResult {
  id: string
  toolName: string
  message: MessageRecord
  weight: number
  heavy: boolean
  /** Which of the rounds that had calls, from 1. */
  round: number
}

/** The successful results that are replayed whole, in the order of their calls; a failure is short, and stays. */
function wholeResults(messages: readonly MessageRecord[], { heavy }: CutDownOptions) {
  const cuts = recordedCuts(messages)
  const history = activeHistory(messages).filter(({ supersededBy }) => supersededBy === undefined)
  const byCall = new Map<string, MessageRecord>()
  for (const message of history) {
    const { role, toolCallId } = message
    if (role === 'tool_result' && toolCallId !== undefined && !byCall.has(toolCallId)) byCall.set(toolCallId, message)
  }
  const results: WholeResult[] = []
  let rounds = 0
  for (const answer of history) {
    if (answer.role !== 'assistant' || answer.status !== 'complete' || callsOf(answer).length === 0) continue
    rounds += 1
    for (const { toolCallId: id } of callsOf(answer)) {
      const message = byCall.get(id)
      const size = message && messageSize(message)
      if (!size || cuts.has(id)) continue
      const { toolName = '' } = message
      const isHeavy = size.pictures > 0 || heavy(toolName)
      results.push({ id, toolName, message, weight: size.weight, heavy: isHeavy, round: rounds })
    }
  }
  return { results, rounds }
}

interface Size {
  weight: number
  pictures: number
}

/** A record is the same object from request to request, so its result is measured once. */
const sizes = new WeakMap<MessageRecord, Size | 'failed'>()

function messageSize(message: MessageRecord): Size | undefined {
  const known = sizes.get(message) ?? measure(message.toolResult)
  sizes.set(message, known)
  return known === 'failed' ? undefined : known
}

function measure(result: unknown): Size | 'failed' {
  if (!isRecord(result) || result.ok !== true) return 'failed'
  const pictures = Array.isArray(result.images) ? result.images.length : 0
  return { weight: weightOfData(result.data) + pictures * pictureWeight, pictures }
}

function digestWeight({ toolResult }: MessageRecord): number {
  return isRecord(toolResult) ? weightOfData(digest(toolResult.data)) : 0
}

function weightOfData(data: unknown): number {
  return weightOfText(typeof data === 'string' ? data : JSON.stringify(data ?? ''))
}
