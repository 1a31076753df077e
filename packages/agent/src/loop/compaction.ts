import type { Query } from '@atelier/streams'
import type { ContentBlock, MessageRecord, StreamedMessage, SystemMessage } from '../contract/message.ts'
import type { ModelRequest } from '../contract/provider.ts'
import { messageUpdated, runUpdated, systemMessage } from '../contract/records.ts'
import type { ActiveRun, RunRecord } from '../contract/run.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import { addUsage } from '../pricing/usage.ts'
import { windowShortage } from '../providers/windowShortage.ts'
import { maxCharacters } from '../transcript/check.ts'
import {
  type Cut,
  conversationExcerpt,
  cutsOf,
  freshlyCompacted,
  says,
  summaryInstructions,
  summaryText,
  transcriptText,
  transcriptWeight,
} from '../transcript/compact.ts'
import { estimateTokens, turnsWeight } from '../transcript/estimate.ts'
import { asRecord, blocksText } from '../transcript/fold.ts'
import { activeHistory } from '../transcript/history.ts'
import { charactersPerToken, weightOfText } from '../transcript/measure.ts'
import { historyTurns } from './context.ts'
import { cut, end, exhausted, failed, note, overflowSentence, stopped } from './ending.ts'
import type { LoopEnd, LoopOptions } from './options.ts'
import { type AnswerPoint, activeRunOf } from './resume.ts'
import { answerRound, type RoundEnd } from './round.ts'

/** How full a window may be before its oldest part is summarised. */
const fullAt = 0.8
/** The largest share of the window that may stay unsummarised. */
const keptShare = 0.3
/** If the last round takes more than this share by itself, it is summarised as well. */
const mostKept = 0.6
/** The least reduction, as a share, before a window is full for certain. */
const worthwhile = 0.1
/** The least reduction, in weight, if the provider refused the request as it is. */
const leastGain = 200
/** How much of the window one step of a summary reads, and how much the summary takes. */
const stepShare = 0.6
const summaryShare = 0.15
/** A step that reads less than this weight is of no use. */
const smallestStep = 1500
/** The largest weight of a summary, however small the window is. */
const summaryWeight = 2400
const summaryTokens = 4000

/** The measures of the loop's last answered request, from which it knows how far estimates are off. */
export interface Measured {
  estimated: number
  /** The provider's count. */
  counted: number
}

/**
 * About how many tokens a request holds: the estimate, corrected by how far it was off for the request before. An
 * estimate by itself is too high for most texts; it is what there is before the first answer.
 */
export function tokensOf(request: ModelRequest, measured: Measured | undefined): number {
  const estimated = estimateTokens(request)
  if (!measured || measured.counted === 0 || measured.estimated === 0) return estimated
  return Math.ceil((estimated * measured.counted) / measured.estimated)
}

/** Does the window hold so much that the oldest part should be summarised before the next request? */
export function isFull(request: ModelRequest, tokens: number): boolean {
  const window = Math.min(request.contextWindow ?? Infinity, maxCharacters / charactersPerToken)
  return tokens > fullAt * window
}

/** The part to leave out, and how much of it one request can carry. Sizes are weights (`weightOfText`). */
export interface CompactionPlan {
  /** The last message that is left out. */
  upTo: string
  step: number
  summary: number
}

export interface Fullness {
  point: AnswerPoint
  request: ModelRequest
  /** About how many tokens the request holds. */
  tokens: number
  /** The provider refused it as too long, so the window may be smaller than what is known of it. */
  refused: boolean
}

/**
 * The part that a summary should replace, so that a share of the present text stays; undefined if there is nothing to
 * gain, or if it was tried since the last answer and the window may hold what is left.
 */
export function planCompaction(options: LoopOptions, run: RunRecord, full: Fullness): CompactionPlan | undefined {
  const { request, tokens, refused } = full
  const messages = withoutCut(options, full.point)
  const window = request.contextWindow ?? tokens
  if (!refused && tokens <= window && freshlyCompacted(messages, run.id)) return undefined
  const weight = estimateTokens(request) * charactersPerToken
  // By what the provider counted: a token of Chinese or of code is another length of text.
  const windowWeight = (window * weight) / Math.max(1, tokens)
  const room = Math.min(weight, windowWeight)
  const turns = turnsWeight(request.turns)
  const share = Math.min(turns, Math.max(0, room - (weight - turns)))
  const after = ({ upTo }: Cut) => weightAfter(options, full.point, messages, run.id, upTo)
  const cuts = cutsOf(messages, run.id)
  const last = cuts.pop()
  if (!last) return undefined
  const least = after(last)
  const chosen = firstWhere(cuts, (each) => after(each) <= least + keptShare * share)
  const lastBetween = cuts.at(-1)
  const enough = lastBetween && after(lastBetween) <= least + mostKept * share ? lastBetween : last
  const { upTo } = chosen ?? enough
  const gain = turns - after(chosen ?? enough)
  if (gain < (refused ? leastGain : worthwhile * turns)) return undefined
  return {
    upTo,
    step: stepShare * (refused ? room : windowWeight),
    summary: Math.max(summaryWeight, summaryShare * room),
  }
}

/** The first item for which a predicate holds that holds for all items behind it, too. */
function firstWhere<Item>(items: readonly Item[], holds: (item: Item) => boolean): Item | undefined {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && holds(item)) high = middle
    else low = middle + 1
  }
  return items[low]
}

/** How heavy the turns would be with the shortest summary up to a message, after which the whole state is sent again. */
function weightAfter(
  options: LoopOptions,
  point: AnswerPoint,
  messages: readonly MessageRecord[],
  runId: string,
  upTo: string,
): number {
  const content = summaryText('', undefined, 0)
  const summary = systemMessage({ id: '', runId, createdAt: 0 }, { compacts: upTo, content })
  const state = messages.findLast((message) => message.state !== undefined)?.state
  const told = state === undefined ? '' : (options.state?.text(state, 'all') ?? '')
  return turnsWeight(historyTurns(contextOf(options), [...messages, summary], point.open)) + weightOfText(told)
}

function withoutCut(options: LoopOptions, point: AnswerPoint): MessageRecord[] {
  return options.journal.folder.messages().filter((message) => message.id !== point.supersedes?.id)
}

/**
 * Has what the plan leaves out summarised by the same model, in requests of its own: in steps, each of as much as a
 * request can carry, if it is too long for one. Each step's summary is in the stream before anything is left
 * out, so that an interrupted run continues from the last of them. Returns the run's end if it ended.
 */
export async function compact(
  options: LoopOptions,
  point: AnswerPoint,
  plan: CompactionPlan,
  request: ModelRequest,
): Promise<LoopEnd | undefined> {
  const { journal, runId } = options
  let step = plan.step
  for (;;) {
    const messages = withoutCut(options, point)
    const history = activeHistory(messages)
    const part = nextPart(messages, runId, plan.upTo, step)
    if (!part) return undefined
    const run = activeRunOf(journal, runId)
    const now = turnsWeight(historyTurns(contextOf(options), messages, point.open))
    const gain = now - weightAfter(options, point, messages, runId, part.upTo)
    const piece: Piece = {
      upTo: part.upTo,
      covered: history.slice(0, part.length),
      step,
      // Whatever the model writes, the result is shorter than before.
      summary: Math.min(plan.summary, gain / 2),
      changes: await options.changesOf?.(runsOf(messages, part.upTo)),
    }
    const outcome = await summarise(options, run, piece, request)
    if (outcome === 'tooLong') step /= 2
    else if (outcome !== 'done') return outcome
    else if (part.upTo === plan.upTo) return undefined
  }
}

interface Piece {
  upTo: string
  covered: MessageRecord[]
  /** How much of its transcript a request carries. */
  step: number
  /** The longest summary. */
  summary: number
  /** The changes of the runs of this part and before it. */
  changes: string | undefined
}

/** As much of what is to be left out as one step reads: up to the last place that it reaches, or the first. */
function nextPart(messages: readonly MessageRecord[], runId: string, upTo: string, step: number): Cut | undefined {
  const history = activeHistory(messages)
  const cuts = cutsOf(messages, runId)
  const target = cuts.findIndex((each) => each.upTo === upTo)
  const reached = cuts.slice(0, target + 1)
  let [at, from, weight] = [0, 0, 0]
  for (const [index, { length }] of reached.entries()) {
    weight += transcriptWeight(history.slice(from, length))
    from = length
    if (weight > step) break
    at = index
  }
  return reached[at]
}

/** One step: asks for one summary and stores it. `tooLong` if the provider refused the request as too long. */
async function summarise(
  options: LoopOptions,
  run: ActiveRun,
  piece: Piece,
  request: ModelRequest,
): Promise<'done' | 'tooLong' | LoopEnd> {
  const { journal, now } = options
  const before = unfinishedSummary(options)
  const message: SystemMessage = {
    id: options.newId(),
    runId: run.id,
    attempt: (before?.attempt ?? 0) + 1,
    role: 'system',
    status: 'streaming',
    compacts: piece.upTo,
    provider: options.provider.id,
    model: request.model,
    createdAt: now(),
  }
  const keep = async (said: string, of: StreamedMessage, counted: ActiveRun, rows: readonly Query[]) => {
    const content = summaryText(said, piece.changes, piece.summary)
    const blocks: ContentBlock[] = [{ kind: 'text', text: content }]
    const summary: StreamedMessage = { ...of, status: 'complete', content, blocks, updatedAt: now() }
    const records: SessionRecord[] = [messageUpdated(summary), runUpdated(counted)]
    return (await journal.commit(records, rows)) ? 'done' : 'lost'
  }
  // A summary by itself is not worth a request.
  if (!says(piece.covered, run.id)) {
    return await keep(
      conversationExcerpt(piece.covered, piece.summary),
      { ...(before ?? message), compacts: piece.upTo },
      run,
      [],
    )
  }
  const round = await answerRound({
    ...options,
    request: summaryRequest(request, piece),
    message,
    ...(before ? { supersedes: before } : {}),
    onRetry: (retry) => {
      journal.write([runUpdated({ ...run, ...(retry ? { retry } : {}) })])
    },
  })
  if (!(await journal.settled())) return 'lost'
  const counted = countedWith(run, round)
  if (round.kind === 'exhausted') return await exhausted(options, round, counted)
  if (round.kind === 'stopped') return await stopped(options, [cut(round, 'aborted', now())], counted, round.rows)
  if (round.kind === 'failed') {
    const { code } = round.error
    if (code !== 'context_overflow' && code !== 'invalid_request') return await failed(options, round, counted)
    if (code === 'context_overflow' && piece.step / 2 >= smallestStep) {
      // The message stays as it is: the next attempt takes its place.
      return (await journal.commit([runUpdated(counted)], round.rows)) ? 'tooLong' : 'lost'
    }
  }
  const said = round.kind === 'answered' ? blocksText(round.answer.finish().blocks) : ''
  // A model that does not summarise must not end the chat: the record itself is cut down instead.
  const kept = said.trim() === '' ? conversationExcerpt(piece.covered, piece.summary) : said
  return await keep(kept, round.message, counted, round.rows)
}

function countedWith({ retry: _, ...run }: ActiveRun, round: RoundEnd): ActiveRun {
  const costUsd = round.costUsd === undefined ? run.costUsd : (run.costUsd ?? 0) + round.costUsd
  return { ...run, usage: addUsage(run.usage, round.usage), ...(costUsd === undefined ? {} : { costUsd }) }
}

/** The attempt at a summary that a crash cut, or that was too long. */
function unfinishedSummary({ journal, runId }: LoopOptions): SystemMessage | undefined {
  const found = journal.folder
    .messages()
    .filter((message) => message.role === 'system')
    .findLast(({ compacts, status, runId: of }) => of === runId && compacts !== undefined && status === 'streaming')
  return found && asRecord(found)
}

/** No tools and only one turn: the conversation is sent as a text, so that no wire refuses its calls. */
function summaryRequest(request: ModelRequest, { covered, step }: Piece): ModelRequest {
  return {
    model: request.model,
    system: summaryInstructions,
    turns: [{ role: 'user', blocks: [{ kind: 'text', text: transcriptText(covered, step) }] }],
    tools: [],
    maxOutputTokens: Math.min(request.maxOutputTokens, summaryTokens),
    results: [],
    image: () => undefined,
    vision: false,
    cacheKey: `${request.cacheKey}:summary`,
    ...(request.omit ? { omit: request.omit } : {}),
    ...(request.demands ? { demands: request.demands } : {}),
    ...(request.contextWindow === undefined ? {} : { contextWindow: request.contextWindow }),
  }
}

/** The runs of which something was left out, now or before. */
function runsOf(messages: readonly MessageRecord[], upTo: string): string[] {
  const last = messages.findIndex(({ id }) => id === upTo)
  return [...new Set(messages.slice(0, last + 1).map(({ runId }) => runId))]
}

export function contextOf(options: LoopOptions) {
  const { journal, provider, request } = options
  return { journal, provider, request }
}

/** Ends the run because its conversation no longer fits, or because the window has no room for any. */
export async function endFull(
  options: LoopOptions,
  run: ActiveRun,
  records: SessionRecord[] = [],
  rows: readonly Query[] = [],
): Promise<LoopEnd> {
  const { system, tools, contextWindow } = options.request
  const fixed = estimateTokens({ system, tools, turns: [] })
  const shortage = contextWindow === undefined ? undefined : windowShortage(options.provider.id, contextWindow, fixed)
  const error = shortage ?? overflowSentence
  const stopReason = shortage === undefined ? 'context_overflow' : 'window_too_small'
  return await end(options, [...records, note(options, error)], run, { status: 'error', stopReason, error }, rows)
}
