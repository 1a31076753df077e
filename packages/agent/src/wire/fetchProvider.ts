import type { Adaptation } from '../contract/adaptation.ts'
import type {
  Credential,
  ModelRequest,
  Provider,
  ProviderError,
  ProviderEvent,
  WireProvider,
} from '../contract/provider.ts'
import { protocolError, scrub, secretsOf } from './errors.ts'
import { refusesReasoning } from './refusedReasoning.ts'
import { createSseDecoder } from './sse.ts'

export interface FetchOptions {
  fetch: typeof fetch
  now(): number
  /** A stream that says nothing for this long is given up; counted in events, since pings keep bytes alive. */
  idleMs?: number
}

const maxErrorBody = 64_000
const maxHeldBack = 16_000_000

/**
 * A wire provider over `fetch`: sends the request, follows no redirect, and turns every failure into an `error` event.
 * A request that the model refuses before it said anything is sent again without what it does not take.
 */
export function createFetchProvider(wire: WireProvider, credential: Credential, options: FetchOptions): Provider {
  return { id: wire.id, stream: (request, signal) => stream(wire, credential, options, request, signal) }
}

async function* stream(
  wire: WireProvider,
  credential: Credential,
  options: FetchOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent[]> {
  const watchdog = createWatchdog(options.idleMs ?? 90_000, signal)
  try {
    let next: ModelRequest | undefined = request
    while (next) next = yield* streamAnswer(wire, credential, options, next, watchdog, next !== request)
  } catch (error) {
    if (signal.aborted) return
    yield [
      {
        type: 'error',
        error: watchdog.expired() ? silent(wire, watchdog.idleMs) : unreachable(wire, credential, error),
      },
    ]
  } finally {
    watchdog.stop()
  }
}

async function* streamAnswer(
  wire: WireProvider,
  credential: Credential,
  options: FetchOptions,
  request: ModelRequest,
  watchdog: Watchdog,
  isAdapted: boolean,
): AsyncGenerator<ProviderEvent[], ModelRequest | undefined> {
  const response = await send(wire, credential, options, request, watchdog.signal)
  const refusal = await requestProblem(wire, credential, response, options.now())
  if (refusal) {
    const instead = recovery(wire, credential, request, refusal)
    if (!instead) yield [{ type: 'error', error: refusal }]
    return instead
  }
  const sse = createSseDecoder()
  const decoder = wire.decoder()
  const reader = response.body?.getReader()
  let silent = true
  let untold: ProviderEvent[] = isAdapted ? [{ type: 'adapted', to: adaptationOf(request) }] : []
  const recovered = (events: readonly ProviderEvent[]) => {
    silent &&= !events.some(speaks)
    const error = silent ? events.find((event) => event.type === 'error') : undefined
    return error?.type === 'error' ? recovery(wire, credential, request, error.error) : undefined
  }
  try {
    while (reader) {
      const { done, value } = await reader.read()
      // Events that had already arrived are no longer passed on.
      watchdog.signal.throwIfAborted()
      if (done) break
      const events: ProviderEvent[] = []
      for (const event of sse.push(value)) events.push(...decoder.push(event.event, event.data))
      if (events.length === 0) {
        if (sse.pending() <= maxHeldBack) continue
        events.push({ type: 'error', error: protocolError(wire.label, 'sent an event that is too large.') })
      }
      watchdog.fed()
      const instead = recovered(events)
      if (instead) return instead
      // However long the caller takes over it, perhaps since its storage is slow, the provider has not been silent.
      watchdog.rest()
      yield [...untold, ...tidy(events, credential)]
      untold = []
      watchdog.fed()
      if (events.some(isLast)) return undefined
    }
    const rest: ProviderEvent[] = []
    for (const event of sse.end()) rest.push(...decoder.push(event.event, event.data))
    if (!rest.some(isLast)) rest.push(...decoder.end())
    const instead = recovered(rest)
    if (!instead) yield [...untold, ...tidy(rest, credential)]
    return instead
  } finally {
    // Ends the connection if the answer was left early; the request may already be over.
    await reader?.cancel().catch(() => undefined)
  }
}

/** The replacement request. Refused reasoning is for the loop, whose record keeps it out of later requests too. */
function recovery(
  wire: WireProvider,
  credential: Credential,
  request: ModelRequest,
  error: ProviderError,
): ModelRequest | undefined {
  return refusesReasoning(request, error) ? undefined : wire.recover?.(request, error, credential)
}

/** The refusals and demands of the model for a request that it now answers. A part that is left out is not demanded. */
function adaptationOf({ omit = [], demands = [], thinking }: ModelRequest): Adaptation {
  const left = new Set<string>(omit)
  const kept = demands.filter((part) => !left.has(part === 'filledReasoningContent' ? 'reasoningContent' : part))
  return { omit: [...omit], demands: kept, ...(thinking === undefined ? {} : { thinking }) }
}

/** Apart from `answer`, so that what was sent is not held in memory for as long as the answer takes. */
function send(
  wire: WireProvider,
  credential: Credential,
  options: FetchOptions,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { url, headers, body } = wire.request(credential, request)
  return options.fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal,
  })
}

async function requestProblem(
  wire: WireProvider,
  credential: Credential,
  response: Response,
  now: number,
): Promise<ProviderError | undefined> {
  const type = response.headers.get('content-type') ?? ''
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    return {
      code: 'invalid_request',
      message: `${wire.label} answered with a redirect (${response.status}), which is not followed. Check the base URL in the AI settings.`,
      status: response.status,
      retryable: false,
    }
  }
  if (!response.ok) {
    return wire.httpError(
      { status: response.status, headers: response.headers, body: await readSome(response), now },
      credential,
    )
  }
  if (!type.includes('html') && !type.includes('application/json')) return undefined
  const body = await readSome(response)
  if (type.includes('html')) {
    return {
      code: 'protocol',
      message: `${wire.label} answered with a web page instead of a model's answer. Check the base URL in the AI settings.`,
      status: response.status,
      retryable: false,
    }
  }
  const { message } = wire.httpError({ status: 400, headers: response.headers, body, now }, credential)
  return {
    code: 'protocol',
    message: `${message} It did not stream its answer.`,
    status: response.status,
    retryable: false,
  }
}

async function readSome(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (reader && text.length < maxErrorBody) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  await reader?.cancel()
  return text
}

function isLast(event: ProviderEvent): boolean {
  return event.type === 'stop' || event.type === 'error'
}

/** Would a reader see it? Until then a request can be sent again as if nothing had been. */
function speaks({ type }: ProviderEvent): boolean {
  return type === 'text' || type === 'reasoning' || type === 'toolCall' || type === 'toolArguments'
}

/** Nothing counts after the last event; what a stream error says may quote the key. */
function tidy(events: ProviderEvent[], credential: Credential): ProviderEvent[] {
  const last = events.findIndex(isLast)
  if (last < 0) return events
  return events
    .slice(0, last + 1)
    .map((event) =>
      event.type === 'error'
        ? { type: 'error', error: { ...event.error, message: scrub(event.error.message, secretsOf(credential)) } }
        : event,
    )
}

export function silent(wire: WireProvider, idleMs: number): ProviderError {
  return {
    code: 'timeout',
    message: `${wire.label} said nothing for ${Math.round(idleMs / 1000)} seconds, so the request was cancelled. Try again.`,
    retryable: true,
  }
}

export function unreachable(wire: WireProvider, credential: Credential, error: unknown): ProviderError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const said = cause instanceof Error ? scrub(cause.message, secretsOf(credential)) : 'unknown failure'
  return {
    code: 'network',
    message: `The connection to ${wire.label} failed: ${said}. Check the network and the base URL, then try again.`,
    retryable: true,
    ...(isUnsent(cause) ? { unsent: true } : {}),
  }
}

/** The codes with which Node says that a connection was not made: by name, by address, by certificate. */
const UNSENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.{1,60}|CERT_.{1,60}|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.{1,60})$/

const isUnsent = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && UNSENT.test(cause.code)

export interface Watchdog {
  idleMs: number
  signal: AbortSignal
  /** Data has arrived: the idle timer restarts. */
  fed(): void
  /** Counts nothing until it is fed again. */
  rest(): void
  expired(): boolean
  stop(): void
}

/** Parts that a silence is counted in: it lasts at most one of them longer than asked. */
const parts = 10

/**
 * Aborts its signal after `idleMs` of silence. Counted in ticks and not by the clock, so that a time in which this
 * process itself stood still, or its clock was put on, is not held against the provider, whose words may lie there unread.
 */
export function createWatchdog(idleMs: number, outer: AbortSignal): Watchdog {
  const controller = new AbortController()
  let expired = false
  let resting = false
  let silentParts = 0
  const onTick = () => {
    if (resting) return
    silentParts += 1
    if (silentParts <= parts) return
    expired = true
    clearInterval(ticks)
    controller.abort()
  }
  const onAbort = () => controller.abort()
  const ticks = setInterval(onTick, idleMs / parts)
  if (outer.aborted) controller.abort()
  else outer.addEventListener('abort', onAbort, { once: true })
  return {
    idleMs,
    signal: controller.signal,
    fed() {
      resting = false
      silentParts = 0
    },
    rest() {
      resting = true
    },
    expired: () => expired,
    stop() {
      clearInterval(ticks)
      outer.removeEventListener('abort', onAbort)
    },
  }
}
