import { type Answer, addUsage, createAnswer } from './answer.ts'
import type { Journal } from './journal.ts'
import type { MessageRecord, RunRetry, SessionRecord, Usage } from './message.ts'
import type { ModelRequest, Provider, ProviderError } from './provider.ts'
import { maxTries, maxWaitMs, retryDelay } from './wire/retry.ts'

export interface RoundOptions {
  provider: Provider
  request: ModelRequest
  journal: Journal
  signal: AbortSignal
  newId(): string
  now(): number
  random(): number
  delay(ms: number, signal: AbortSignal): Promise<void>
  /** The message to answer with, as it is at the start: empty and streaming. */
  message: MessageRecord
  /** The streaming message of an attempt that was cut; this one takes its place. */
  supersedes?: MessageRecord
  /** Told when the model will be asked again, and with nothing once that try says something. */
  onRetry(retry: RunRetry | undefined): void
  limits: RoundLimits
}

export interface RoundLimits {
  /** Longest answer, in characters of text, reasoning and arguments. */
  maxAnswerLength: number
  /** Longest time for one attempt, in milliseconds. */
  maxAnswerMs: number
}

export type RoundEnd =
  /** `usage` covers every attempt. */
  | { kind: 'answered'; message: MessageRecord; answer: Answer; usage: Usage }
  | { kind: 'failed'; message: MessageRecord; answer: Answer; usage: Usage; error: ProviderError }
  | { kind: 'stopped'; message: MessageRecord; answer: Answer; usage: Usage }

/**
 * Asks the model once, trying again as the official rules say: silently while nothing was shown, and after that under a
 * new attempt that supersedes the old one. What arrives is written packet by packet; the end is left to the caller.
 */
export async function answerRound(options: RoundOptions): Promise<RoundEnd> {
  const { journal, signal } = options
  let message = options.message
  let usage = addUsage(undefined, {})
  let waited = 0
  journal.write([
    ...(options.supersedes ? [superseded(options.supersedes, message.id, options.now())] : []),
    inserted(message),
  ])
  for (let tries = 1; ; tries++) {
    const answer = createAnswer({
      messageId: message.id,
      attempt: message.attempt,
      newId: options.newId,
      now: options.now,
    })
    const error = await attempt(options, answer, () => {
      if (tries > 1) options.onRetry(undefined)
    })
    usage = addUsage(usage, answer.usage())
    if (signal.aborted) return { kind: 'stopped', message, answer, usage }
    if (!error) return { kind: 'answered', message, answer, usage }
    const wait = retryDelay(tries + 1, error.retryAfterMs, options.random)
    if (!error.retryable || tries >= maxTries || waited + wait > maxWaitMs)
      return { kind: 'failed', message, answer, usage, error }
    waited += wait
    options.onRetry({ code: error.code, at: options.now() + wait, attempt: tries + 1 })
    await options.delay(wait, signal)
    if (signal.aborted) return { kind: 'stopped', message, answer, usage }
    if (!answer.visible()) continue
    const next: MessageRecord = {
      ...message,
      id: options.newId(),
      attempt: message.attempt + 1,
      createdAt: options.now(),
    }
    journal.write([superseded(message, next.id, options.now()), inserted(next)])
    message = next
  }
}

const backlogLimit = 2_000_000

/** One request. Gives the error that ended it, if any; `onWords` is called when there is something to show. */
async function attempt(options: RoundOptions, answer: Answer, onWords: () => void): Promise<ProviderError | undefined> {
  const { journal, signal, limits, provider } = options
  const controller = new AbortController()
  const stop = () => controller.abort()
  // A provider that does not heed the signal is left behind rather than waited for.
  const stopped = new Promise<undefined>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  signal.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(stop, limits.maxAnswerMs)
  if (signal.aborted) stop()
  let silent = true
  const packets = provider.stream(options.request, controller.signal)[Symbol.asyncIterator]()
  try {
    while (!controller.signal.aborted) {
      const packet = await Promise.race([packets.next(), stopped])
      if (packet === undefined || signal.aborted) break
      if (packet.done) return broken
      journal.write(answer.push(packet.value))
      if (silent && answer.visible()) {
        silent = false
        onWords()
      }
      if (answer.size() > limits.maxAnswerLength) return tooLong(limits.maxAnswerLength)
      if (answer.error()) return answer.error()
      if (answer.stop()) return undefined
      if (journal.backlog() > backlogLimit) await journal.settled()
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    controller.abort()
    // Not waited for, for the same reason; whatever it still says comes too late to matter.
    packets.return?.().catch(() => undefined)
  }
  if (signal.aborted) return undefined
  return {
    code: 'timeout',
    message: 'The model’s answer took too long and was given up. Ask for less at once.',
    retryable: false,
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

function inserted(message: MessageRecord): SessionRecord {
  return { type: 'message', key: message.id, value: message, headers: { operation: 'insert' } }
}

function superseded(message: MessageRecord, by: string, now: number): SessionRecord {
  const value: MessageRecord = { ...message, status: 'error', supersededBy: by, updatedAt: now }
  return { type: 'message', key: message.id, value, headers: { operation: 'update' } }
}
