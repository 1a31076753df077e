import type { Query } from '@atelier/streams'
import type { LimitName, Meter, RequestEnd } from '../contract/budget.ts'
import type { StreamedMessage } from '../contract/message.ts'
import type { ModelRequest, Provider, ProviderError } from '../contract/provider.ts'
import { messageInserted, messageUpdated } from '../contract/records.ts'
import type { RunRetry, Usage } from '../contract/run.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import type { RunStep } from '../contract/step.ts'
import { addUsage, contextTokens } from '../pricing/usage.ts'
import type { Span, Tracer } from '../tracing/trace.ts'
import { contentAttributes } from '../tracing/traceContent.ts'
import { estimateTokens } from '../transcript/estimate.ts'
import type { Journal } from '../transcript/journal.ts'
import { maxTries, maxWaitMs, retryDelay } from '../wire/retry.ts'
import { type Answer, createAnswer } from './answer.ts'
import { isEmptyAnswer } from './emptyAnswer.ts'

export interface RoundOptions {
  /** The session's id. */
  conversationId: string
  provider: Provider
  request: ModelRequest
  journal: Journal
  signal: AbortSignal
  newId(): string
  now(): number
  random(): number
  delay(ms: number, signal: AbortSignal): Promise<void>
  /** The message to answer with, as it is at the start: empty and streaming. */
  message: StreamedMessage
  /** The streaming message of an interrupted attempt, which this one replaces. */
  supersedes?: StreamedMessage
  /** Called with the retry that will be made, and with undefined once it has output. */
  onRetry(retry: RunRetry | undefined): void
  limits: RoundLimits
  meter?: Meter
  step(name: RunStep): void
  tracer: Tracer
  /** The run's own span. */
  span?: Span
}

export interface RoundLimits {
  /** Longest answer, in characters of text, reasoning and arguments. */
  maxAnswerLength: number
  /** Longest time for one attempt, in milliseconds. */
  maxAnswerMs: number
}

interface RoundOutcome {
  message: StreamedMessage
  answer: Answer
  /** Over every attempt. */
  usage: Usage
  /** Undefined if the model has no known price. */
  costUsd: number | undefined
  /** Settle what was reserved; for the commit that ends the answer. */
  rows: Query[]
  /** How many calls of the answer a limit lets run; undefined if nothing limits them. */
  callsLeft?: number
}

export type RoundEnd = RoundOutcome &
  (
    | { kind: 'answered' }
    | { kind: 'failed'; error: ProviderError }
    | { kind: 'stopped' }
    /** A limit prevented the request. */
    | { kind: 'exhausted'; limit: LimitName; sentence: string }
  )

/**
 * Asks the model once, trying again as the official rules say: silently while nothing was shown, and after that under a new attempt that supersedes the old one. An empty answer is
 * requested once more, always as a new attempt. The answer is written packet by packet; the end is left to the caller.
 */
export async function answerRound(options: RoundOptions): Promise<RoundEnd> {
  const { journal, signal } = options
  let message = options.message
  const spent: Omit<RoundOutcome, 'message' | 'answer'> = {
    usage: addUsage(undefined, {}),
    costUsd: undefined,
    rows: [],
  }
  let waited = 0
  let askedAgain = false
  journal.write([
    ...(options.supersedes ? [superseded(options.supersedes, message.id, options.now())] : []),
    messageInserted(message),
  ])
  for (let tries = 1; ; tries++) {
    const answer = createAnswer({
      messageId: message.id,
      attempt: message.attempt,
      form: options.request.answer?.name,
      newId: options.newId,
      now: options.now,
    })
    const reserved = await options.meter?.reserve({
      id: `${message.id}:${tries}`,
      runId: message.runId,
      inputTokens: estimateTokens(options.request),
      maxOutputTokens: options.request.maxOutputTokens,
    })
    options.step('reserved')
    if (reserved?.ok === false)
      return { kind: 'exhausted', message, answer, ...spent, limit: reserved.limit, sentence: reserved.message }
    // Each request is in the record first.
    if (!(await journal.settled())) return { kind: 'stopped', message, answer, ...spent }
    const error = await traced(
      options,
      answer,
      () => {
        if (tries > 1) options.onRetry(undefined)
      },
      reserved?.until?.at,
    )
    const settled = reserved?.settle(answer.usage(), requestEnd(answer, error))
    spent.usage = addUsage(spent.usage, settled?.usage ?? answer.usage())
    spent.rows.push(...(settled?.rows ?? []))
    if (settled?.costUsd !== undefined) spent.costUsd = (spent.costUsd ?? 0) + settled.costUsd
    const { callsLeft } = reserved ?? {}
    const end = { message, answer, ...spent, ...(callsLeft === undefined ? {} : { callsLeft }) }
    if (signal.aborted) return { kind: 'stopped', ...end }
    if (!error) {
      if (askedAgain || !isEmptyAnswer(answer, options.provider.id)) return { kind: 'answered', ...end }
      askedAgain = true
      message = supersede(message)
      continue
    }
    const { until } = reserved ?? {}
    if (until && options.now() >= until.at)
      return { kind: 'exhausted', ...end, limit: until.limit, sentence: until.message }
    const wait = retryDelay(tries + 1, error.retryAfterMs, options.random)
    if (!error.retryable || tries >= maxTries || waited + wait > maxWaitMs) return { kind: 'failed', ...end, error }
    waited += wait
    options.onRetry({ code: error.code, at: options.now() + wait, attempt: tries + 1 })
    await options.delay(wait, signal)
    if (signal.aborted) return { kind: 'stopped', ...end }
    if (!answer.visible()) continue
    message = supersede(message)
  }

  function supersede(before: StreamedMessage): StreamedMessage {
    const next = { ...before, id: options.newId(), attempt: before.attempt + 1, createdAt: options.now() }
    journal.write([superseded(before, next.id, options.now()), messageInserted(next)])
    return next
  }
}

/** One request, as a span of its own. */
async function traced(
  options: RoundOptions,
  answer: Answer,
  onWords: () => void,
  until: number | undefined,
): Promise<ProviderError | undefined> {
  const { provider, request } = options
  const span = options.tracer.start(
    'chat',
    request.model,
    {
      'gen_ai.provider.name': provider.id,
      'gen_ai.request.model': request.model,
      'gen_ai.request.max_tokens': request.maxOutputTokens,
      'gen_ai.request.stream': true,
      'gen_ai.conversation.id': options.conversationId,
    },
    options.span,
  )
  const error = await attempt(options, answer, onWords, until)
  const usage = answer.usage()
  const finishReason = answer.stop()?.reason ?? (error ? 'error' : 'aborted')
  if (options.tracer.content) span.set(contentAttributes(request, answer.finish().blocks, finishReason))
  span.set({
    'gen_ai.usage.input_tokens': contextTokens(usage),
    'gen_ai.usage.output_tokens': usage.output ?? 0,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheRead ?? 0,
    'gen_ai.usage.cache_creation.input_tokens': (usage.cacheWrite5m ?? 0) + (usage.cacheWrite1h ?? 0),
    'gen_ai.usage.reasoning.output_tokens': usage.reasoning ?? 0,
    'gen_ai.response.finish_reasons': [finishReason],
  })
  span.end(error?.code)
  return error
}

const backlogLimit = 2_000_000

/**
 * One request. Returns the error that ended it, if any; `onWords` is called when there is something to show, and `until`
 * is when it has to end.
 */
async function attempt(
  options: RoundOptions,
  answer: Answer,
  onWords: () => void,
  until: number | undefined,
): Promise<ProviderError | undefined> {
  const { journal, signal, limits, provider } = options
  const controller = new AbortController()
  const stop = () => controller.abort()
  const orStopped = leaving(controller.signal)
  signal.addEventListener('abort', stop, { once: true })
  const left = until === undefined ? limits.maxAnswerMs : Math.max(0, until - options.now())
  const timer = setTimeout(stop, Math.min(limits.maxAnswerMs, left))
  if (signal.aborted) stop()
  let silent = true
  let complete = false
  options.step('requested')
  const packets = provider.stream(options.request, controller.signal)[Symbol.asyncIterator]()
  try {
    while (!controller.signal.aborted) {
      const packet = await orStopped(packets.next())
      if (packet === undefined || signal.aborted) break
      if (packet.done) return broken
      journal.write(answer.push(packet.value))
      options.step('packet')
      if (silent && answer.visible()) {
        silent = false
        onWords()
      }
      if (answer.size() > limits.maxAnswerLength) return tooLong(limits.maxAnswerLength)
      if (answer.error()) return answer.error()
      if (answer.stop()) {
        complete = true
        return undefined
      }
      if (journal.backlog() > backlogLimit) await journal.settled()
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    // After a whole answer the line below ends the connection, for a tenth of what an abort costs.
    if (!complete) controller.abort()
    // Not awaited, for the same reason; anything it still returns comes too late to matter.
    packets.return?.().catch(() => undefined)
  }
  if (signal.aborted) return undefined
  return {
    code: 'timeout',
    message: 'The model’s answer took too long and was stopped. Ask for less at once.',
    retryable: false,
  }
}

/**
 * Waits for work, or for the signal, which resolves to undefined: a provider that ignores it is left behind. Not
 * `Promise.race`, which would keep a trace of every packet until the end.
 */
function leaving(signal: AbortSignal): <Value>(work: Promise<Value>) => Promise<Value | undefined> {
  let leave: (() => void) | undefined
  signal.addEventListener('abort', () => leave?.(), { once: true })
  return (work) =>
    new Promise((resolve, reject) => {
      leave = () => resolve(undefined)
      work.then(resolve, reject)
      if (signal.aborted) leave()
    })
}

function requestEnd(answer: Answer, error: ProviderError | undefined): RequestEnd {
  const costUsd = answer.costUsd()
  return {
    finished: answer.stop() !== undefined,
    characters: answer.size(),
    toolCalls: answer.stop() ? answer.calls() : 0,
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(error ? { error } : {}),
  }
}

const broken: ProviderError = {
  code: 'protocol',
  message: 'The model’s answer broke off before its end. Send the message again.',
  retryable: true,
}

function tooLong(limit: number): ProviderError {
  return {
    code: 'protocol',
    message: `The model’s answer grew beyond ${limit} characters and was cut off.`,
    retryable: false,
  }
}

function superseded(message: StreamedMessage, by: string, now: number): SessionRecord {
  return messageUpdated({ ...message, status: 'error', supersededBy: by, updatedAt: now })
}
