import type { Envelope, ToolDefinition } from '@atelier/operation'
import type { ContentBlock, Usage } from './message.ts'

/** One turn of the conversation as every provider's mapping takes it. Tool results stand in `user` turns. */
export interface Turn {
  role: 'user' | 'assistant'
  blocks: ContentBlock[]
}

export interface ModelRequest {
  model: string
  /** The static prefix: the same for every run of a scope, so that it stays in the provider's cache. */
  system: string
  turns: Turn[]
  /** What changes per run; placed after the history, in the last user turn, never in the cached prefix. */
  suffix: string
  tools: ToolDefinition[]
  maxOutputTokens: number
  /**
   * The results of this run's finished rounds that had calls, each in the order of its calls. Models see them in
   * `turns`; only scripts, which need them whole, read them here.
   */
  results: readonly Envelope[][]
  /** Bytes of an image by its hash, base64. */
  image(hash: string): string | undefined
  /** Does the model take images? Where not, each is replaced by a one-line note. */
  vision: boolean
  /** The same for every request of a session: providers route by it to a warm cache. */
  cacheKey: string
  /** The model's window in tokens, where it is known. */
  contextWindow?: number
  /** How much the model may think; absent means the provider's own default. */
  thinking?: Thinking
}

export type Thinking = 'off' | 'low' | 'medium' | 'high'

export interface Credential {
  provider: ProviderId
  apiKey?: string
  baseUrl?: string
}

export type ProviderId = 'anthropic' | 'openai' | 'openrouter' | 'ollama' | 'compatible' | 'rehearsal'

export type StopReason =
  | 'end'
  | 'tool_use'
  | 'max_tokens'
  | 'pause'
  | 'refusal'
  | 'context_overflow'
  | 'content_filter'
  | 'stop_sequence'

/** What a provider says while it answers; every wire is mapped to these. `index` tells the blocks of one answer apart. */
export type ProviderEvent =
  | { type: 'text'; index: number; delta: string }
  | { type: 'reasoning'; index: number; delta: string }
  | { type: 'reasoningMark'; index: number; signature?: string; encrypted?: string; itemId?: string }
  | { type: 'toolCall'; index: number; providerId: string; name: string }
  | { type: 'toolArguments'; index: number; delta: string }
  /** Cumulative: replaces what came before in this answer. */
  | { type: 'usage'; usage: Partial<Usage> }
  | { type: 'stop'; reason: StopReason; detail?: string }
  | { type: 'error'; error: ProviderError }

/** A provider's failure as a value: `message` is for a person and holds no secret. */
export interface ProviderError {
  code:
    | 'authentication'
    | 'permission'
    | 'rate_limit'
    | 'overloaded'
    | 'context_overflow'
    | 'invalid_request'
    | 'not_found'
    | 'billing'
    | 'network'
    | 'protocol'
    | 'timeout'
    | 'server'
  message: string
  status?: number
  /** May the same request be sent again? */
  retryable: boolean
  retryAfterMs?: number
}

export interface WireRequest {
  url: string
  headers: Record<string, string>
  body: unknown
}

export interface HttpFailure {
  status: number
  headers: Headers
  body: string
  /** Milliseconds since the epoch, for a `retry-after` that is a date. */
  now: number
}

/** Folds the events of one SSE answer. A fresh one per request. */
export interface WireDecoder {
  /** `event` is the SSE event name (empty where the wire has none), `data` its joined data lines. */
  push(event: string, data: string): ProviderEvent[]
  /** The body ended: MUST give an `error` (code `protocol`) unless a terminal event was seen. */
  end(): ProviderEvent[]
}

export interface ModelInfo {
  id: string
  label: string
  contextWindow?: number
  vision?: boolean
  tools?: boolean
  /** Does it think, and can it be told how much? */
  thinking?: boolean
  maxOutputTokens?: number
  tier?: 'smartest' | 'balanced' | 'fast'
}

/** A provider that speaks HTTP and SSE: pure mapping, no I/O. One file each in `providers/`. */
export interface WireProvider {
  readonly id: ProviderId
  /** As a person knows it. */
  readonly label: string
  request(credential: Credential, request: ModelRequest): WireRequest
  decoder(): WireDecoder
  /** An answer that is not a stream, such as 401 or an HTML page, as an error. */
  httpError(failure: HttpFailure, credential: Credential): ProviderError
  models: { request(credential: Credential): Omit<WireRequest, 'body'>; parse(body: unknown): ModelInfo[] }
}

/**
 * A provider as the loop uses it: a batch of events per network packet, until `stop` or `error`, which is always the
 * last one. MUST NOT throw. Once `signal` is aborted it MUST end at once, and MAY do so without a last event.
 */
export interface Provider {
  readonly id: ProviderId
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ProviderEvent[]>
}
