import { fail } from '@atelier/operation'
import type { Query } from '@atelier/streams'
import type { AssistantMessage, StreamedMessage } from '../contract/message.ts'
import type { ModelRequest, StopReason } from '../contract/provider.ts'
import { callMessage, messageInserted, messageUpdated, runUpdated } from '../contract/records.ts'
import type { ActiveRun } from '../contract/run.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import { addUsage, contextTokens } from '../pricing/usage.ts'
import { providers } from '../providers/index.ts'
import { type PendingApproval, waitingRecords } from '../transcript/approval.ts'
import { estimateTokens } from '../transcript/estimate.ts'
import { blocksText } from '../transcript/fold.ts'
import { type OperationFacts, resolved, resultRecords, runCalls } from './calls.ts'
import { compact, endFull, isFull, type Measured, planCompaction, tokensOf } from './compaction.ts'
import { answerShare, picturesFor } from './context.ts'
import { isEmptyAnswer } from './emptyAnswer.ts'
import { cut, end, endedEmpty, endSentence, exhausted, failed, note, stopped, undoneSentence } from './ending.ts'
import { nextRequest, ourRecord, recordAfterRefusal } from './nextRequest.ts'
import type { LoopEnd, LoopOptions } from './options.ts'
import type { Pictures } from './pictures.ts'
import { runPostRunCheck } from './postRunCheck.ts'
import { type AnswerPoint, activeRunOf, asEnvelope, findResumePoint } from './resume.ts'
import { answerRound, type RoundEnd } from './round.ts'
import { deliverSteering } from './steering.ts'
import { anyOf, fatalResult, repeatedCall, roundLimit, type Stop } from './stop.ts'

/**
 * Runs a run to its end. Its state is read only from the record, so an interrupted run resumes through the code that
 * started it.
 */
export async function runLoop(options: LoopOptions): Promise<LoopEnd> {
  const { journal, runId, signal } = options
  const memory: Memory = { pictures: picturesFor(options), measured: undefined, overflowed: false }
  for (;;) {
    if (!(await journal.settled())) return 'lost'
    if (signal.aborted) return await stopped(options, [])
    const run = activeRunOf(journal, runId)
    const point = findResumePoint(journal.folder.messages(), run)
    if (point.kind === 'calls') {
      journal.write([])
      const outcome = await runCalls({ ...options, run }, point.message, point.calls)
      if (outcome === 'lost') return 'lost'
      if (outcome === 'undone') return await stopped(options, [note(options, undoneSentence)])
      const waiting = outcome.length > 0 && (await wait(options, run, outcome))
      if (waiting) return waiting
      continue
    }
    const steered = await deliverSteering(options)
    if (steered === 'lost') return 'lost'
    if (steered.taken > 0) continue
    const stop = stopCondition(options, run, point)
    if (stop) {
      const said = stop.sentence === undefined ? [] : [note(options, stop.sentence)]
      const limit = stop.limit === undefined ? {} : { limit: stop.limit }
      return await end(options, said, run, { status: 'complete', stopReason: stop.reason, ...limit })
    }
    const ended = await answerCalls(options, run, point, memory)
    if (ended) return ended
  }
}

/** State shared by a run's rounds; lost with the process, and determined again. */
interface Memory {
  pictures: Pictures
  measured: Measured | undefined
  /** The provider reported that the last answer filled the window, or that the request was too long. */
  overflowed: boolean
  /** About how many tokens the shortest request had that it refused so. */
  refused?: number
}

/** Stops to wait for a user's decision; undefined if the decision was made in between. */
async function wait(
  options: LoopOptions,
  run: ActiveRun,
  pending: readonly PendingApproval[],
): Promise<LoopEnd | undefined> {
  const handBack = options.waitRows(run, pending).map((query) => ({ query, rows: 1, code: 'not_held' }))
  const expect = [...pending.flatMap((each) => each.expect ?? []), ...handBack]
  const done = await options.journal.commitIf(waitingRecords(run, pending, options.now()), expect)
  if (done === 'refused') return undefined
  options.step('waiting')
  return done === 'done' ? 'waiting' : 'lost'
}

function stopCondition(options: LoopOptions, run: ActiveRun, point: AnswerPoint): Stop | undefined {
  const own = options.journal.folder.messages().filter((message) => message.runId === run.id)
  const calls = own.filter((message) => message.role === 'tool_call')
  const answer = own.findLast((message) => message.role === 'assistant')
  const cuts = own.filter(
    ({ role, content, toolResult }) =>
      (role === 'system' && content === goOnWriting) || (role === 'tool_result' && isCut(toolResult)),
  ).length
  const result = own.findLast((message) => message.role === 'tool_result')?.toolResult
  const condition = anyOf(roundLimit(options.maxRounds), ...options.stopWhen, fatalResult, repeatedCall(3))
  return condition({ run, rounds: point.rounds, calls, answer, result, cuts, now: options.now() })
}

async function answerCalls(
  options: LoopOptions,
  before: ActiveRun,
  point: AnswerPoint,
  memory: Memory,
): Promise<LoopEnd | undefined> {
  const { retry: _, ...run } = before
  const { journal, provider, now } = options
  const next = await nextRequest(options, run, point, memory.pictures)
  const request = narrowed(next.request, memory.refused)
  const room = await makeRoom(options, run, point, memory, request)
  if (room) return room.end
  const message: AssistantMessage = {
    id: point.messageId ?? options.newId(),
    runId: run.id,
    attempt: (point.supersedes?.attempt ?? 0) + 1,
    role: 'assistant',
    status: 'streaming',
    parentMessageId: run.userMessageId,
    provider: provider.id,
    model: request.model,
    requestDigest: next.digest,
    createdAt: now(),
  }
  const round = await answerRound({
    ...options,
    request,
    message,
    ...(point.supersedes ? { supersedes: point.supersedes } : {}),
    onRetry: (retry) => {
      journal.write([runUpdated({ ...run, ...(retry ? { retry } : {}) })])
    },
  })
  if (!(await journal.settled())) return 'lost'
  if (round.kind !== 'stopped') options.step('answered')
  const context = contextTokens(round.answer.usage())
  const costUsd = round.costUsd === undefined ? run.costUsd : (run.costUsd ?? 0) + round.costUsd
  const counted: ActiveRun = {
    ...run,
    usage: addUsage(run.usage, round.usage),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(context > 0 ? { contextTokens: context } : {}),
  }
  if (round.kind === 'exhausted') return await exhausted(options, round, counted)
  if (round.kind === 'stopped') return await stopped(options, [cut(round, 'aborted', now())], counted, round.rows)
  if (round.kind === 'failed') {
    // As below, the next attempt takes the message's place.
    const without = recordAfterRefusal(options, request, round.error)
    if (without) return await applyContinuation(options, [messageInserted(without)], counted, round.rows)
    if (round.error.code !== 'context_overflow') return await failed(options, round, counted)
    const tokens = tokensOf(request, memory.measured)
    const full = { point: { ...point, supersedes: round.message }, request, tokens, refused: true }
    // Some servers include the longest answer in the count: first request a shorter one.
    const shorter = memory.refused === undefined && narrowed(request, tokens).maxOutputTokens < request.maxOutputTokens
    memory.refused = Math.min(memory.refused ?? Infinity, tokens)
    memory.overflowed = !shorter && planCompaction(options, run, full) !== undefined
    if (!memory.overflowed && !shorter) return await endFull(options, counted, [cut(round, 'error', now())], round.rows)
    // The message stays as it is: the next attempt takes its place.
    return await applyContinuation(options, [], counted, round.rows)
  }
  const usage = round.answer.usage()
  if (context > 0) memory.measured = { estimated: estimateTokens(request), counted: context }
  options.cacheWatch?.answered({ stream: journal.stream, provider: provider.id, request, usage, at: now() })
  const full = { point, request, tokens: tokensOf(request, memory.measured), refused: true }
  memory.overflowed =
    round.answer.stop()?.reason === 'context_overflow' && planCompaction(options, run, full) !== undefined
  return await finished(options, round, { ...counted, rounds: point.rounds + 1 }, memory.overflowed)
}

/** In tokens. */
const shortestAnswer = 500

/** If a request was refused as too long, the answer's limit may have been the cause. */
function narrowed(request: ModelRequest, refused: number | undefined): ModelRequest {
  if (refused === undefined) return request
  const most = Math.max(shortestAnswer, Math.ceil(answerShare * refused))
  return { ...request, maxOutputTokens: Math.min(request.maxOutputTokens, most) }
}

/** Has old turns summarised if the window is full; undefined if the request can be sent as it is. */
async function makeRoom(
  options: LoopOptions,
  run: ActiveRun,
  point: AnswerPoint,
  memory: Memory,
  request: ModelRequest,
): Promise<{ end: LoopEnd | undefined } | undefined> {
  const tokens = tokensOf(request, memory.measured)
  if (!memory.overflowed && !isFull(request, tokens)) return undefined
  const plan = planCompaction(options, run, { point, request, tokens, refused: memory.overflowed })
  memory.overflowed = false
  if (plan) return { end: await compact(options, point, plan, request) }
  const { quirks } = providers[options.provider.id]
  const tooLong = tokens > (request.contextWindow ?? Infinity)
  return quirks?.truncatesSilently && tooLong ? { end: await endFull(options, run) } : undefined
}

/** The end of an answer is one append: the message, its usage, every call, and what needs no executor. */
async function finished(
  options: LoopOptions,
  round: RoundEnd,
  run: ActiveRun,
  roomComes: boolean,
): Promise<LoopEnd | undefined> {
  const { now } = options
  const { rows } = round
  const { reason, detail } = round.answer.stop() ?? { reason: 'end' as StopReason }
  const { blocks, malformed, sent } = round.answer.finish()
  const message: StreamedMessage = {
    ...round.message,
    ...round.answer.adaptation(),
    status: 'complete',
    content: blocksText(blocks),
    blocks,
    updatedAt: now(),
  }
  const records: SessionRecord[] = [messageUpdated(message)]
  const calls = blocks.filter((block) => block.kind === 'toolCall').map((call) => resolved(options, call))
  for (const call of calls) records.push(messageInserted(callMessage(message, call, now())))
  for (const [at, call] of calls.entries()) {
    const unreadable = malformed.get(call.toolCallId)
    const problem =
      truncated(reason, () => options.onCut?.({ name: call.toolName, sent: sent.get(call.toolCallId) ?? '' })) ??
      beyondLimit(at, round.callsLeft) ??
      (unreadable && fail('invalid_arguments', unreadable, { hint: 'Call again with one JSON object.' }))
    if (problem) records.push(...resultRecords(callMessage(message, call, now()), problem, now()))
  }
  const going =
    calls.length > 0 &&
    (reason === 'tool_use' ||
      reason === 'end' ||
      reason === 'max_tokens' ||
      reason === 'pause' ||
      reason === 'stop_sequence' ||
      roomComes)
  const empty = !roomComes && isEmptyAnswer(round.answer, options.provider.id)
  if (going || (reason === 'pause' && !empty)) return await applyContinuation(options, records, run, rows)
  if (reason === 'max_tokens' || roomComes) {
    records.push(messageInserted(ourRecord(options, { content: goOnWriting })))
    return await applyContinuation(options, records, run, rows)
  }
  // A message arrived in between: the run continues with it.
  const steered = (reason === 'end' || empty) && ((await options.steering?.waiting()) ?? []).length > 0
  if (steered) return await applyContinuation(options, records, run, rows)
  const checked = await runPostRunCheck(options)
  const mayMend = reason === 'end' && !run.toldFindings && (run.rounds ?? 0) < options.maxRounds
  if (checked?.hint !== undefined && mayMend) {
    records.push(messageInserted(ourRecord(options, { content: checked.hint })))
    return await applyContinuation(options, records, { ...run, toldFindings: true }, rows)
  }
  const findings = checked?.findings ?? []
  if (empty) return await endedEmpty(options, round, reason, run, findings)
  const sentence = endSentence(reason, detail)
  if (sentence) records.push(note(options, sentence))
  const status = reason === 'context_overflow' ? 'error' : 'complete'
  const done = { ...run, assistantMessageId: message.id }
  return await end(options, records, done, { status, stopReason: reason, error: sentence, findings }, rows)
}

async function applyContinuation(
  options: LoopOptions,
  records: SessionRecord[],
  run: ActiveRun,
  rows: readonly Query[],
): Promise<LoopEnd | undefined> {
  if (!(await options.journal.commit([...records, runUpdated(run)], rows))) return 'lost'
  options.step('answerCommitted')
  return undefined
}

/** The calls of an answer that broke off may be cut anywhere, so none of them runs. */
function truncated(reason: StopReason, onCut: () => string | undefined) {
  if (reason === 'tool_use' || reason === 'end' || reason === 'pause' || reason === 'stop_sequence') return undefined
  if (reason !== 'max_tokens') return fail('answer_ended', 'The answer ended before this call could be made.')
  return fail('answer_cut', 'The answer was cut off by its length limit, so none of its calls was run.', {
    hint: onCut() ?? 'Call again in smaller steps.',
  })
}

/** A limit of calls binds within an answer too: what it asks for beyond that is left undone, and the run then ends. */
function beyondLimit(at: number, callsLeft: number | undefined) {
  if (callsLeft === undefined || at < callsLeft) return undefined
  return fail('call_limit', 'This call was not run: the limit of tool calls was reached before it.', {
    hint: 'The run ends here, and what was done until then is kept.',
  })
}

/** Whether a call was not run because the answer was cut within it. */
export function isCut(result: unknown): boolean {
  const envelope = asEnvelope(result)
  return !envelope.ok && envelope.error?.code === 'answer_cut'
}

const goOnWriting = 'The answer was cut off by its length limit. Continue exactly where it stopped.'

export type { OperationFacts }
