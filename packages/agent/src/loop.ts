import { fail } from '@atelier/operation'
import type { Query } from '@atelier/streams'
import { type Answer, addUsage, contextTokens } from './answer.ts'
import { type PendingApproval, waitingRecords } from './approval.ts'
import type { Meter } from './budget.ts'
import { type CallOptions, type OperationFacts, repeats, resultRecords, runCalls } from './calls.ts'
import { type BaseRequest, buildRequest } from './context.ts'
import type { MessageRecord, RunRecord, RunStatus, SessionRecord } from './message.ts'
import { type Place, placeOf } from './place.ts'
import type { Provider, StopReason } from './provider.ts'
import { answerRound, type RoundEnd, type RoundLimits } from './round.ts'
import { deliverSteering, type Steering } from './steering.ts'
import type { Stop, StopCondition } from './stop.ts'
import { asRecord, textOf } from './transcript/fold.ts'
import { unanswered } from './transcript/heal.ts'

export interface LoopOptions extends Omit<CallOptions, 'run'> {
  runId: string
  provider: Provider
  request: BaseRequest
  /** The messages that wait to join this run. */
  steering?: Steering
  meter?: Meter
  stopWhen: readonly StopCondition[]
  /** Rows of the commit with which the run stops to wait: its lease goes back. */
  waitRows(run: RunRecord, pending: readonly PendingApproval[]): Query[]
  random(): number
  delay(ms: number, signal: AbortSignal): Promise<void>
  /** Rounds of one run; it then ends cleanly. */
  maxRounds: number
  limits: RoundLimits
  /** The rows that end the run with this status, for the commit that appends its last record. */
  endRows(run: RunRecord): Query[]
  /** Aborted by a person (`aborted`), or to be gone on with by another (`handedBack`). */
  whyStopped(): 'aborted' | 'handedBack'
}

/** `waiting`: a person decides first; whoever claims the run after that goes on with it. */
export type LoopEnd = 'ended' | 'handedBack' | 'lost' | 'waiting'

/**
 * Runs a run to its end. Where it goes on is read from the record alone, so a run that was cut is gone on with by the
 * same lines that began it.
 */
export async function runLoop(options: LoopOptions): Promise<LoopEnd> {
  const { journal, runId, signal } = options
  for (;;) {
    if (!(await journal.settled())) return 'lost'
    if (signal.aborted) return await stopped(options, [])
    const run = journal.folder.run(runId)
    if (!run) throw new Error(`Run ${runId} has no record in ${journal.stream}`)
    const place = placeOf(journal.folder.messages(), run)
    if (place.kind === 'calls') {
      const outcome = await runCalls({ ...options, run }, place.message, place.calls)
      if (outcome === 'lost') return 'lost'
      if (outcome.length > 0) return await wait(options, run, outcome)
      continue
    }
    const steered = await deliverSteering(options)
    if (steered === 'lost') return 'lost'
    if (steered.taken > 0) continue
    const stop = stopCondition(options, run, place)
    if (stop) {
      const said = stop.sentence === undefined ? [] : [note(options, stop.sentence)]
      const limit = stop.limit === undefined ? {} : { limit: stop.limit }
      return await end(options, said, { ...run, stopReason: stop.reason, ...limit }, 'complete')
    }
    const ended = await answer(options, run, place)
    if (ended) return ended
  }
}

type AnswerPlace = Extract<Place, { kind: 'answer' }>

async function wait(options: LoopOptions, run: RunRecord, pending: readonly PendingApproval[]): Promise<LoopEnd> {
  const rows = options.waitRows(run, pending)
  const done = await options.journal.commit(waitingRecords(run, pending, options.now()), rows)
  options.step('waiting')
  return done ? 'waiting' : 'lost'
}

function stopCondition(options: LoopOptions, run: RunRecord, place: AnswerPlace): Stop | undefined {
  if (place.rounds >= options.maxRounds) {
    return {
      reason: 'round_limit',
      sentence: `Stopped after ${place.rounds} rounds, the most that one message may take. Say how to go on.`,
    }
  }
  const own = options.journal.folder.messages().filter((message) => message.runId === run.id)
  const calls = own.filter((message) => message.role === 'tool_call')
  const answer = own.findLast((message) => message.role === 'assistant')
  const state = { run, rounds: place.rounds, calls, answer, now: options.now() }
  for (const condition of options.stopWhen) {
    const stop = condition(state)
    if (stop) return stop
  }
  const last = calls.at(-1)
  if (last && repeats(calls, last) > 3) {
    return {
      reason: 'repeated_call',
      sentence: `Stopped: ${last.toolName} was called with the same input again and again.`,
    }
  }
  return undefined
}

async function answer(options: LoopOptions, before: RunRecord, place: AnswerPlace): Promise<LoopEnd | undefined> {
  const { retry: _, ...run } = before
  const { journal, provider, now } = options
  const heavy = (name: string) => options.findOperation(name)?.heavy ?? false
  const request = await buildRequest({ journal, provider, request: options.request, heavy }, run, place)
  const message: MessageRecord = {
    id: place.messageId ?? options.newId(),
    runId: run.id,
    attempt: (place.supersedes?.attempt ?? 0) + 1,
    role: 'assistant',
    status: 'streaming',
    parentMessageId: run.userMessageId,
    provider: provider.id,
    model: request.model,
    createdAt: now(),
  }
  const round = await answerRound({
    ...options,
    request,
    message,
    ...(place.supersedes ? { supersedes: place.supersedes } : {}),
    onRetry: (retry) => {
      const value: RunRecord = { ...run, ...(retry ? { retry } : {}) }
      journal.write([{ type: 'run', key: run.id, value, headers: { operation: 'update' } }])
    },
  })
  if (!(await journal.settled())) return 'lost'
  if (round.kind !== 'stopped') options.step('answered')
  const context = contextTokens(round.answer.usage())
  const costUsd = round.costUsd === undefined ? run.costUsd : (run.costUsd ?? 0) + round.costUsd
  const counted: RunRecord = {
    ...run,
    usage: addUsage(run.usage, round.usage),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(context > 0 ? { contextTokens: context } : {}),
  }
  if (round.kind === 'exhausted') return await exhausted(options, round, counted)
  if (round.kind === 'stopped') return await stopped(options, [cut(round, 'aborted', now())], counted, round.rows)
  if (round.kind === 'failed') return await failed(options, round, counted)
  return await finished(options, round, { ...counted, rounds: place.rounds + 1 })
}

/** The end of an answer is one append: the message, its usage, every call, and what needs no executor. */
async function finished(options: LoopOptions, round: RoundEnd, run: RunRecord): Promise<LoopEnd | undefined> {
  const { now } = options
  const { rows } = round
  const { reason, detail } = round.answer.stop() ?? { reason: 'end' as StopReason }
  const { blocks, malformed } = round.answer.finish()
  const message: MessageRecord = {
    ...round.message,
    status: 'complete',
    content: textOf(blocks),
    blocks,
    updatedAt: now(),
  }
  const records: SessionRecord[] = [updated(message)]
  const calls = blocks.filter((block) => block.kind === 'toolCall')
  for (const call of calls) records.push(inserted(callRecord(message, call, now())))
  for (const call of calls) {
    const unreadable = malformed.get(call.toolCallId)
    const problem =
      truncated(reason) ??
      (unreadable && fail('invalid_arguments', unreadable, { hint: 'Call again with one JSON object.' }))
    if (problem) records.push(...resultRecords(callRecord(message, call, now()), problem, now()))
  }
  const going =
    calls.length > 0 &&
    (reason === 'tool_use' ||
      reason === 'end' ||
      reason === 'max_tokens' ||
      reason === 'pause' ||
      reason === 'stop_sequence')
  if (going || reason === 'pause') return await goOn(options, records, run, rows)
  if (reason === 'max_tokens') {
    records.push(inserted(continuation(options, run)))
    return await goOn(options, records, run, rows)
  }
  // Somebody has said something meanwhile: the run goes on with it.
  const steered = reason === 'end' && ((await options.steering?.waiting()) ?? []).length > 0
  if (steered) return await goOn(options, records, run, rows)
  const done: RunRecord = { ...run, assistantMessageId: message.id, stopReason: reason }
  const sentence = endSentence(reason, detail)
  if (sentence) records.push(note(options, sentence))
  return await end(options, records, done, reason === 'context_overflow' ? 'error' : 'complete', sentence, rows)
}

async function goOn(
  options: LoopOptions,
  records: SessionRecord[],
  run: RunRecord,
  rows: readonly Query[],
): Promise<LoopEnd | undefined> {
  const value: SessionRecord = { type: 'run', key: run.id, value: run, headers: { operation: 'update' } }
  if (!(await options.journal.commit([...records, value], rows))) return 'lost'
  options.step('answerCommitted')
  return undefined
}

/** A budget would not have paid for the request, so it was not sent; what was done until then stays. */
async function exhausted(
  options: LoopOptions,
  round: Extract<RoundEnd, { kind: 'exhausted' }>,
  run: RunRecord,
): Promise<LoopEnd> {
  const sentence = note(options, round.sentence)
  const message = cut(round, 'error', options.now())
  if (message.type === 'message' && !round.answer.visible()) message.value.supersededBy = sentence.key
  const ended: RunRecord = { ...run, stopReason: 'budget', limit: round.limit }
  return await end(options, [message, sentence], ended, 'complete', undefined, round.rows)
}

/** The calls of an answer that broke off may be cut anywhere, so none of them runs. */
function truncated(reason: StopReason) {
  if (reason === 'tool_use' || reason === 'end' || reason === 'pause' || reason === 'stop_sequence') return undefined
  if (reason !== 'max_tokens') return fail('answer_ended', 'The answer ended before this call could be made.')
  return fail('answer_cut', 'The answer was cut off by its length limit, so none of its calls was run.', {
    hint: 'Call again in smaller steps.',
  })
}

function endSentence(reason: StopReason, detail: string | undefined): string | undefined {
  const why = detail ? ` It said: ${detail}` : ''
  if (reason === 'refusal') return `The model declined to answer.${why}`
  if (reason === 'content_filter') return `The provider's content filter stopped the answer.${why}`
  if (reason === 'context_overflow')
    return 'The conversation no longer fits the model’s window. Start a new one or pick a larger model.'
  return undefined
}

async function failed(
  options: LoopOptions,
  round: Extract<RoundEnd, { kind: 'failed' }>,
  run: RunRecord,
): Promise<LoopEnd> {
  const sentence = note(options, round.error.message)
  const message = cut(round, 'error', options.now())
  // An answer that never said anything is not shown; the error stands in its place.
  if (message.type === 'message' && !round.answer.visible()) message.value.supersededBy = sentence.key
  return await end(
    options,
    [message, sentence],
    { ...run, stopReason: 'error' },
    'error',
    round.error.message,
    round.rows,
  )
}

/** A person's stop leaves a transcript that can be sent; a hand-back leaves it as a crash would. */
async function stopped(
  options: LoopOptions,
  records: SessionRecord[],
  counted?: RunRecord,
  rows: readonly Query[] = [],
): Promise<LoopEnd> {
  if (options.whyStopped() === 'handedBack') return 'handedBack'
  const { journal, runId, now } = options
  const run = counted ?? journal.folder.run(runId)
  if (!run) throw new Error(`Run ${runId} has no record in ${journal.stream}`)
  const messages = journal.folder.messages()
  const interrupted = fail('aborted', 'The person stopped the run before this call was made.')
  const rest: SessionRecord[] = messages.flatMap((message) => {
    if (message.runId !== runId || message.role !== 'assistant') return []
    if (message.status === 'streaming' && records.length === 0) {
      return [updated({ ...asRecord(message), status: 'aborted', updatedAt: now() })]
    }
    if (message.status !== 'complete') return []
    return unanswered(message, messages).flatMap((call) =>
      resultRecords(callRecord(message, call, now()), interrupted, now(), 'aborted'),
    )
  })
  return await end(options, [...records, ...rest], { ...run, stopReason: 'aborted' }, 'aborted', undefined, rows)
}

async function end(
  options: LoopOptions,
  records: SessionRecord[],
  run: RunRecord,
  status: RunStatus,
  error?: string,
  rows: readonly Query[] = [],
): Promise<LoopEnd> {
  const { retry: _, ...rest } = run
  const affected = affectedBy(options)
  const value: RunRecord = {
    ...rest,
    status,
    endedAt: options.now(),
    ...(error ? { error } : {}),
    ...(affected.length > 0 ? { affected } : {}),
  }
  const ended: SessionRecord = { type: 'run', key: run.id, value, headers: { operation: 'update' } }
  options.step('ending')
  if (!(await options.journal.commit([...records, ended], [...rows, ...options.endRows(value)]))) return 'lost'
  options.step('ended')
  return 'ended'
}

/** The kinds of thing that the run's successful calls changed, for clients that refresh only those. */
function affectedBy({ journal, runId, findOperation }: LoopOptions): string[] {
  const kinds = journal.folder
    .messages()
    .filter((message) => message.runId === runId && message.role === 'tool_call' && message.status === 'complete')
    .flatMap((message) => {
      const operation = findOperation(message.toolName ?? '')
      return operation && operation.effect !== 'read' ? (operation.affects ?? []) : []
    })
  return [...new Set(kinds)].sort()
}

function cut(
  round: { message: MessageRecord; answer: Answer },
  status: 'aborted' | 'error',
  now: number,
): SessionRecord {
  // Calls that were still being written never existed.
  const blocks = round.answer.finish().blocks.filter((block) => block.kind !== 'toolCall')
  return updated({ ...round.message, status, content: textOf(blocks), blocks, updatedAt: now })
}

function continuation(options: LoopOptions, run: RunRecord): MessageRecord {
  const content = 'The answer was cut off by its length limit. Go on exactly where it stopped.'
  return {
    id: options.newId(),
    runId: run.id,
    attempt: 1,
    role: 'system',
    status: 'complete',
    content,
    createdAt: options.now(),
  }
}

function note(options: LoopOptions, content: string): SessionRecord {
  const { newId, now, runId } = options
  return inserted({ id: newId(), runId, attempt: 1, role: 'error', status: 'complete', content, createdAt: now() })
}

function callRecord(
  message: MessageRecord,
  call: { toolCallId: string; toolName: string; input: unknown },
  now: number,
): MessageRecord {
  return {
    id: call.toolCallId,
    runId: message.runId,
    attempt: 1,
    role: 'tool_call',
    status: 'pending',
    parentMessageId: message.id,
    toolName: call.toolName,
    toolArgs: call.input,
    toolCallId: call.toolCallId,
    createdAt: now,
  }
}

function inserted(value: MessageRecord): SessionRecord {
  return { type: 'message', key: value.id, value, headers: { operation: 'insert' } }
}

function updated(value: MessageRecord): Extract<SessionRecord, { type: 'message' }> {
  return { type: 'message', key: value.id, value, headers: { operation: 'update' } }
}

export type { OperationFacts }
