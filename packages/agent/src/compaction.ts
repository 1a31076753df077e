import type { Query } from '@atelier/streams'
import { addUsage } from './answer.ts'
import { historyTurns } from './context.ts'
import { cut, end, exhausted, failed, note, stopped, updated } from './ending.ts'
import type { LoopEnd, LoopOptions } from './loop.ts'
import type { MessageRecord, RunRecord, SessionRecord } from './message.ts'
import type { Place } from './place.ts'
import type { ModelRequest } from './provider.ts'
import { answerRound, type RoundEnd } from './round.ts'
import { maxCharacters } from './transcript/check.ts'
import {
  type Cut,
  chooseCut,
  freshlyCompacted,
  summaryInstructions,
  summaryText,
  transcriptText,
} from './transcript/compact.ts'
import { estimateTokens, turnsWeight } from './transcript/estimate.ts'
import { asRecord, textOf } from './transcript/fold.ts'
import { charactersPerToken } from './transcript/measure.ts'

/** How full a window may be before its oldest part is summarised. */
const fullAt = 0.8
/** How much of the window the part that stays may take. */
const keptShare = 0.3
/** A summary that leaves more than this of what there was is not worth a second try. */
const mustShrinkTo = 0.9
const summaryTokens = 4000

export const overflowSentence =
  'The conversation no longer fits the model’s window, and a summary did not make it fit. Start a new one or pick a larger model.'

/** What the loop remembers of its last answered request, to tell how far estimates are off. */
export interface Measured {
  estimated: number
  /** What the provider counted. */
  counted: number
}

/**
 * About how many tokens a request holds: the estimate, corrected by how far it was off for the request before. An
 * estimate alone is too high for most texts; it is what there is before the first answer.
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

export type Compaction =
  /** Nothing could be left out, or it has been tried since the last answer. */
  { kind: 'impossible' } | { kind: 'compacted' } | { kind: 'over'; end: LoopEnd }

type AnswerPlace = Extract<Place, { kind: 'answer' }>

/** Can anything be left out, and has it not been tried since the last answer? */
export function planCompaction(
  options: LoopOptions,
  run: RunRecord,
  place: AnswerPlace,
  request: ModelRequest,
): Cut | undefined {
  const messages = withoutCut(options, place)
  if (freshlyCompacted(messages, run.id)) return undefined
  const room = request.contextWindow ?? estimateTokens(request)
  const weigh = (message: MessageRecord) =>
    JSON.stringify(message.toolResult ?? message.blocks ?? message.content ?? '').length
  return chooseCut(messages, run.id, room * keptShare * charactersPerToken, weigh)
}

function withoutCut(options: LoopOptions, place: AnswerPlace): MessageRecord[] {
  return options.journal.folder.messages().filter((message) => message.id !== place.supersedes?.id)
}

/**
 * Has the oldest part of the conversation summarised by the same model, in a request of its own. The summary stands in
 * the stream before anything is left out, so that a run that is cut in between goes on as if nothing had happened.
 */
export async function compact(
  options: LoopOptions,
  run: RunRecord,
  place: AnswerPlace,
  plan: Cut,
  request: ModelRequest,
): Promise<Compaction> {
  const { journal, now } = options
  const before = unfinishedSummary(options)
  const message: MessageRecord = {
    id: options.newId(),
    runId: run.id,
    attempt: (before?.attempt ?? 0) + 1,
    role: 'system',
    status: 'streaming',
    compacts: plan.upTo,
    provider: options.provider.id,
    model: request.model,
    createdAt: now(),
  }
  const round = await answerRound({
    ...options,
    request: summaryRequest(request, plan),
    message,
    ...(before ? { supersedes: before } : {}),
    onRetry: (retry) => {
      const value: RunRecord = { ...run, ...(retry ? { retry } : {}) }
      journal.write([{ type: 'run', key: run.id, value, headers: { operation: 'update' } }])
    },
  })
  if (!(await journal.settled())) return over('lost')
  const { retry: _, ...rest } = run
  const costUsd = round.costUsd === undefined ? run.costUsd : (run.costUsd ?? 0) + round.costUsd
  const counted: RunRecord = {
    ...rest,
    usage: addUsage(run.usage, round.usage),
    ...(costUsd === undefined ? {} : { costUsd }),
  }
  if (round.kind === 'exhausted') return over(await exhausted(options, round, counted))
  if (round.kind === 'stopped') return over(await stopped(options, [cut(round, 'aborted', now())], counted, round.rows))
  if (round.kind === 'failed') {
    if (round.error.code === 'context_overflow') return over(await stuck(options, counted, round))
    return over(await failed(options, round, counted))
  }
  const said = textOf(round.answer.finish().blocks.filter((block) => block.kind === 'text'))
  const changes = await options.changesOf?.(runsOf(withoutCut(options, place), plan.upTo))
  const content = summaryText(said, changes)
  const summary: MessageRecord = {
    ...round.message,
    status: 'complete',
    content,
    blocks: [{ kind: 'text', text: content }],
    updatedAt: now(),
  }
  if (said.trim() === '' || !shrinks(options, place, summary)) return over(await stuck(options, counted, round))
  const records: SessionRecord[] = [
    updated(summary),
    { type: 'run', key: run.id, value: counted, headers: { operation: 'update' } },
  ]
  return (await journal.commit(records, round.rows)) ? { kind: 'compacted' } : over('lost')
}

function over(end: LoopEnd): Compaction {
  return { kind: 'over', end }
}

/** The attempt at a summary that a crash cut. */
function unfinishedSummary({ journal, runId }: LoopOptions): MessageRecord | undefined {
  const found = journal.folder
    .messages()
    .findLast(({ compacts, status, runId: of }) => of === runId && compacts !== undefined && status === 'streaming')
  return found && asRecord(found)
}

/** No tools, and no turns but one: the conversation is told as a text, so that no wire can take offence at its calls. */
function summaryRequest(request: ModelRequest, plan: Cut): ModelRequest {
  const room = request.contextWindow ?? estimateTokens(request)
  const text = transcriptText(plan.covered, Math.floor(room * 0.5 * charactersPerToken))
  return {
    model: request.model,
    system: summaryInstructions,
    turns: [{ role: 'user', blocks: [{ kind: 'text', text }] }],
    tools: [],
    maxOutputTokens: Math.min(request.maxOutputTokens, summaryTokens),
    results: [],
    image: () => undefined,
    vision: false,
    cacheKey: `${request.cacheKey}:summary`,
    ...(request.contextWindow === undefined ? {} : { contextWindow: request.contextWindow }),
  }
}

/** The runs of which something was left out, now or before. */
function runsOf(messages: readonly MessageRecord[], upTo: string): string[] {
  const last = messages.findIndex(({ id }) => id === upTo)
  return [...new Set(messages.slice(0, last + 1).map(({ runId }) => runId))]
}

function shrinks(options: LoopOptions, place: AnswerPlace, summary: MessageRecord): boolean {
  const messages = withoutCut(options, place).filter(({ id }) => id !== summary.id)
  const before = turnsWeight(historyTurns(contextOf(options), messages, place.open))
  const after = turnsWeight(historyTurns(contextOf(options), [...messages, summary], place.open))
  return after <= mustShrinkTo * before
}

export function contextOf(options: LoopOptions) {
  const { journal, provider, request } = options
  return { journal, provider, request }
}

async function stuck(options: LoopOptions, run: RunRecord, round: RoundEnd): Promise<LoopEnd> {
  return await endFull(options, run, [cut(round, 'error', options.now())], round.rows)
}

/** Ends the run because its conversation fits no more. */
export async function endFull(
  options: LoopOptions,
  run: RunRecord,
  records: SessionRecord[] = [],
  rows: readonly Query[] = [],
): Promise<LoopEnd> {
  const sentence = note(options, overflowSentence)
  const ended = { ...run, stopReason: 'context_overflow' }
  return await end(options, [...records, sentence], ended, 'error', overflowSentence, rows)
}
