import { type Effect, type Envelope, fail, readCall, validate, validationError } from '@atelier/operation'
import type { TSchema } from 'typebox'
import type { ExecutedCall, ToolExecutor } from '../contract/executor.ts'
import type { CallEnd, CallMessage, Execution, MessageRecord, ToolResultMessage } from '../contract/message.ts'
import { callMessage, messageInserted, messageUpdated } from '../contract/records.ts'
import type { ActiveRun } from '../contract/run.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import type { RunStep } from '../contract/step.ts'
import type { Span, Tracer } from '../tracing/trace.ts'
import { endOf, type PendingApproval } from '../transcript/approval.ts'
import type { ToolCallBlock } from '../transcript/heal.ts'
import { encodeRecords, type Journal, StorageFailed } from '../transcript/journal.ts'
import { repeats } from './stop.ts'

/** The facts about an operation that the loop needs. */
export interface OperationFacts {
  /** As the toolbox has it; absent if it is the name that the model used. */
  name?: string
  effect: Effect
  heavy: boolean
  input: TSchema
  /** How long one call may take, in milliseconds, if that is more than `maxCallMs`. */
  longestMs?: number | undefined
  /** The kinds of thing it changes, for the run's affected resources. */
  affects?: readonly string[]
}

export interface CallOptions {
  run: ActiveRun
  journal: Journal
  executor: ToolExecutor
  findOperation(name: string): OperationFacts | undefined
  /** The full ids that a short name may mean, if it means several operations. */
  candidates?(name: string): readonly string[]
  signal: AbortSignal
  newId(): string
  now(): number
  /** Longest time for one call, in milliseconds, unless its operation has a longer one; its signal is then aborted. */
  maxCallMs: number
  delay(ms: number, signal: AbortSignal): Promise<void>
  /** How long a stopped call may take to finish, in milliseconds. */
  graceMs: number
  /** Called with what an executor threw, which is a bug. */
  onBug(error: unknown): void
  /** Called after each step. */
  step(name: RunStep): void
  tracer: Tracer
  /** The run's own span. */
  span?: Span
}

/** `lost`: the lease is gone. `undone`: the run's changes were undone. Otherwise the calls that a user must decide on first; they have no result yet. */
export type CallsEnd = 'lost' | 'undone' | PendingApproval[]

/**
 * Runs the calls of one answer: neighbouring reads in parallel, everything else by itself and in order. A call that
 * waits for a person holds back the calls behind it, since they were asked for in this order. Returns early, with calls
 * left over, once the run is stopped.
 */
export async function runCalls(
  options: CallOptions,
  message: MessageRecord,
  calls: readonly ToolCallBlock[],
): Promise<CallsEnd> {
  const rest = calls.map((call) => resolved(options, call))
  while (rest.length > 0 && !options.signal.aborted) {
    const batch = rest.splice(0, 1)
    while (batch.every((call) => isRead(options, call)) && rest[0] && isRead(options, rest[0]))
      batch.push(...rest.splice(0, 1))
    const done = await Promise.all(batch.map((call) => runCall(options, message, call)))
    if (done.includes('lost')) return 'lost'
    if (done.includes('undone')) return 'undone'
    const pending = done.filter((each) => typeof each === 'object')
    if (pending.length > 0) return [...pending, ...(await askedAlong(options, message, rest))]
  }
  options.step('callsDone')
  return []
}

/** The calls behind a waiting one that a person must decide on too, so that all questions are asked at once. */
async function askedAlong(
  options: CallOptions,
  message: MessageRecord,
  calls: readonly ToolCallBlock[],
): Promise<PendingApproval[]> {
  const pending: PendingApproval[] = []
  for (const call of calls) {
    const { toolCallId, toolName: name, input } = call
    const record = callRecord(options, message, call)
    if (roundRefusal(options, call, record)) continue
    const question = await options.executor.ask?.({ runId: options.run.id, toolCallId, name, input }, options.signal)
    if (question) pending.push({ call: record, ...question })
  }
  return pending
}

/**
 * The call that is meant: everything from here on (policy, record, journal, what runs beside what) is about the
 * operation itself, even if the model had to reach it through the loader, and about its input as `normalizeInput`
 * reads it. The model's own text stays in its answer.
 */
export function resolved<Call extends { toolName: string; input: unknown }>(
  { findOperation }: Pick<CallOptions, 'findOperation'>,
  call: Call,
): Call {
  const { name, input } = readCall(findOperation, call.toolName, call.input)
  return { ...call, toolName: name, input }
}

function isRead(options: CallOptions, call: ToolCallBlock): boolean {
  return options.findOperation(call.toolName)?.effect === 'read'
}

type RunCallEnd = 'done' | 'lost' | 'undone' | PendingApproval

async function runCall(options: CallOptions, message: MessageRecord, call: ToolCallBlock): Promise<RunCallEnd> {
  const { journal, now } = options
  let record = callRecord(options, message, call)
  const problem = roundRefusal(options, call, record)
  if (problem) return (await journal.commit(resultRecords(record, problem, now()))) ? 'done' : 'lost'
  options.step('callBegun')
  const timeout = new AbortController()
  const over = new AbortController()
  void options.delay(longestOf(options, call), over.signal).then(() => timeout.abort())
  const signal = AbortSignal.any([options.signal, timeout.signal])
  const execution = execute(options, call, record, signal, {
    result: (result) => resultRecords(record, result, now()),
    running: (execution) => [runningRecord(record, execution, now())],
    sending() {
      record = { ...record, sentAt: now() }
      return [messageUpdated({ ...record, updatedAt: now() })]
    },
  })
  return await withGrace(execution, options.signal, options.graceMs).finally(() => over.abort())
}

function longestOf({ maxCallMs, findOperation }: CallOptions, { toolName }: ToolCallBlock): number {
  return Math.max(maxCallMs, findOperation(toolName)?.longestMs ?? 0)
}

function callRecord(options: CallOptions, message: MessageRecord, call: ToolCallBlock): CallMessage {
  const known = options.journal.folder.message(call.toolCallId)
  return known?.role === 'tool_call'
    ? known
    : callMessage({ id: message.id, runId: options.run.id }, call, options.now())
}

/** The records of a call's progress. */
interface CallRecords {
  result(result: Envelope): SessionRecord[]
  /** A tab executes it: the request stays in the record until the result arrives. */
  running(execution: Execution): SessionRecord[]
  /** It is about to be sent outside. */
  sending(): SessionRecord[]
}

async function execute(
  options: CallOptions,
  call: ToolCallBlock,
  record: CallMessage,
  signal: AbortSignal,
  records: CallRecords,
): Promise<RunCallEnd> {
  const { journal, executor, run } = options
  const span = options.tracer.start(
    'execute_tool',
    call.toolName,
    {
      'gen_ai.tool.name': call.toolName,
      'gen_ai.tool.call.id': call.toolCallId,
      'gen_ai.tool.type': 'function',
      ...(options.tracer.content ? { 'gen_ai.tool.call.arguments': JSON.stringify(call.input) } : {}),
    },
    options.span,
  )
  const appended = (entries: SessionRecord[]) => [{ stream: journal.stream, entries: encodeRecords(entries) }]
  let done: ExecutedCall
  try {
    done = await executor.execute(
      { runId: run.id, toolCallId: call.toolCallId, name: call.toolName, input: call.input },
      {
        fence: journal.fence,
        appends: (result) => appended(records.result(result)),
        running: (execution) => appended(records.running(execution)),
        sending: () => appended(records.sending()),
        passed: options.step,
      },
      signal,
    )
  } catch (error) {
    options.onBug(error)
    span.end('internal')
    const failure = fail('internal', `${record.toolName ?? 'The call'} failed inside Atelier.`, {
      hint: 'Try another way.',
    })
    return (await journal.commit(records.result(failure))) ? 'done' : 'lost'
  }
  if (done.ok && options.tracer.content) {
    const { images: _pictures, ...kept } = done.result.ok ? done.result : { ...done.result, images: undefined }
    span.set({ 'gen_ai.tool.call.result': JSON.stringify(kept) })
  }
  span.end(failureOf(done))
  if (done.ok) {
    journal.note(records.result(done.result))
    options.step('callCommitted')
    return 'done'
  }
  if (done.refused === 'approval') return { call: record, request: done.request, expect: done.expect ?? [] }
  if (done.refused === 'unavailable') {
    throw new StorageFailed(`The call ${call.toolName} failed in the storage.`, { cause: done.cause })
  }
  if (done.refused === 'aborted') {
    // A run that was stopped or handed over leaves the call without a result; one that took too long has one.
    if (options.signal.aborted) return 'done'
    const message = `${call.toolName} had no answer within ${longestOf(options, call) / 1000} seconds; nothing was done.`
    return (await journal.commit(records.result(fail('timeout', message)))) ? 'done' : 'lost'
  }
  return done.refused === 'undone' ? 'undone' : 'lost'
}

/** The name of a call's failure in its span. Waiting for a person is not a failure. */
function failureOf(done: ExecutedCall): string | undefined {
  if (done.ok) return done.result.ok ? undefined : done.result.error?.code
  return done.refused === 'approval' ? undefined : done.refused
}

/** A stopped call may still finish for a moment; one that does not is fenced off. */
async function withGrace(execution: Promise<RunCallEnd>, signal: AbortSignal, graceMs: number): Promise<RunCallEnd> {
  let timer: NodeJS.Timeout | undefined
  let onAbort: (() => void) | undefined
  const given = new Promise<RunCallEnd>((resolve) => {
    onAbort = () => {
      timer = setTimeout(() => resolve('done'), graceMs)
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([execution, given])
  } finally {
    clearTimeout(timer)
    if (onAbort) signal.removeEventListener('abort', onAbort)
  }
}

function roundRefusal(options: CallOptions, call: ToolCallBlock, record: CallMessage): Envelope | undefined {
  const operation = options.findOperation(call.toolName)
  const candidates = operation ? [] : (options.candidates?.(call.toolName) ?? [])
  if (candidates.length > 0)
    return fail('ambiguous', `Several operations have the name "${call.toolName}": ${candidates.join(', ')}.`, {
      expected: candidates.join(' or '),
      hint: 'Call it again by its whole id.',
    })
  if (!operation)
    return fail('unknown_tool', `There is no tool named "${call.toolName}".`, {
      hint: 'Use one of the tools that were given, or a name that find_operations returned.',
    })
  const issues = validate(operation.input, call.input)
  if (issues.length > 0) return { ok: false, error: validationError(issues) }
  const calls = options.journal.folder
    .messages()
    .filter((other) => other.role === 'tool_call')
    .filter((other) => other.runId === record.runId)
  if (repeats(calls, record) < 3) return undefined
  return fail('repeated_call', `${call.toolName} was called with the same input three times in a row.`, {
    hint: 'Its result will not change. Use that result, change the input, or say what prevents you.',
  })
}

function runningRecord(call: CallMessage, execution: Execution, now: number): SessionRecord {
  return messageUpdated({ ...call, status: 'running', execution, updatedAt: now })
}

/** A call's outcome as records: the result, and the call itself, which then has ended. Pictures are kept as hashes. */
export function resultRecords(
  call: CallMessage,
  result: Envelope,
  now: number,
  status: CallEnd = endOf(result),
): SessionRecord[] {
  const id = `${call.id}:result`
  const { images = [], ...kept } = result.ok ? result : { ...result, images: undefined }
  const pictures = images.flatMap(({ mimeType, hash }) => (hash === undefined ? [] : [{ mimeType, hash }]))
  const { execution: _over, ...made }: Extract<MessageRecord, { role: 'tool_call' }> = call
  const value: ToolResultMessage = {
    id,
    runId: call.runId,
    attempt: 1,
    role: 'tool_result',
    status,
    parentMessageId: call.parentMessageId,
    toolName: call.toolName,
    toolCallId: call.toolCallId,
    toolResult: pictures.length > 0 ? { ...kept, images: pictures } : kept,
    createdAt: now,
  }
  return [messageInserted(value), messageUpdated({ ...made, status, updatedAt: now })]
}
