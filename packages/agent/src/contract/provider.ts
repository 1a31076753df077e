import type { Envelope, ToolDefinition } from '@atelier/operation'
import type { Adaptation, Demand, Omission, Thinking } from './adaptation.ts'
import type { ContentBlock } from './message.ts'
import type { Usage } from './run.ts'

/** One turn of the conversation as every provider's mapping takes it. Tool results are in `user` turns. */
export interface Turn {
  role: 'user' | 'assistant'
  blocks: ContentBlock[]
}

export interface ModelRequest {
  model: string
  /** The static prefix: the same for every run of a scope, so that it stays in the provider's cache. */
  system: string
  turns: Turn[]
  tools: ToolDefinition[]
  maxOutputTokens: number
  /**
   * The results of this run's finished rounds that had calls, each in the order of its calls. Models see them in
   * `turns`; only scripts, which need them whole, read them here.
   */
  results: readonly Envelope[][]
  /** Bytes of an image by its hash, base64. */
  image(hash: string): string | undefined
  /** Hashes of pictures that are stored and have no room in one request. */
  tooMany?: ReadonlySet<string>
  /** Hashes of pictures that are sent smaller than they are stored. */
  scaled?: ReadonlySet<string>
  /** Hashes of pictures that the provider refused before; a line of text replaces them. */
  refused?: ReadonlySet<string>
  /** Does the model take images? If not, each is replaced by a one-line note. */
  vision: boolean
  /** The same for every request of a session with these tools: providers route by it to a warm cache. */
  cacheKey: string
  /** The model's window in tokens, if it is known. */
  contextWindow?: number
  /** How much the model may think; absent means the provider's own default. */
  thinking?: Thinking
  /** The object that is to be answered with instead of text. A model that cannot be held to it answers with JSON as text. */
  answer?: AnswerShape
  /** The fields that this model refused earlier, as a wire's `recover` or the record of an earlier answer says. */
  omit?: readonly Omission[]
  /** Its demands; an omission of the same part prevails. */
  demands?: readonly Demand[]
}

/** The form of an answer that is an object. */
export interface AnswerShape {
  /** Letters, digits, `_` and `-`, at most 64. */
  name: string
  /** JSON Schema of an object. */
  schema: object
}

export interface Credential {
  provider: ProviderId
  apiKey?: string
  baseUrl?: string
}

/** The ids of the providers with credentials: each declares its own in its file. `providers/index.ts` has to list them. */
// biome-ignore lint/suspicious/noEmptyInterface: provider files add its members
export interface ProviderNames {}
/** The providers that a credential can be made for. */
export type CredentialProvider = keyof ProviderNames
/** `rehearsal` plays authored scripts. */
export type ProviderId = CredentialProvider | 'rehearsal'

/** The need of a credential for a field. `defaulted`: users fill it in, and a credential without it has a default. */
export type FieldNeed = 'required' | 'defaulted' | 'optional' | 'none'

/** In a request of more than `count` pictures none may be longer than `edge` pixels. */
export interface PictureRule {
  count: number
  edge: number
}

/** All that is known of a provider before a request. Code asks for these, and never for a provider's id. */
export interface ProviderFacts {
  /** Its name for users. */
  label: string
  /** Which models of the catalogue of prices go by the same name here: its own, or those of every maker. */
  catalogue?: 'own' | 'all'
  /** For a server that gives a model its window when it loads it. */
  window?: {
    /** How many tokens if nothing is set. */
    unset: number
    /** Tells a user how to get a window of at least so many tokens. */
    raise(tokens: number): string
  }
  quirks?: {
    /** A script answers: nothing is paid, and states and findings have no reader. */
    scripted?: true
    /** It drops the oldest part of a request that does not fit its window, and reports nothing. */
    truncatesSilently?: true
    /** A model's window depends on how it was loaded, so the server is queried again about each model. */
    windowVaries?: true
    /** Its clients count as prompt tokens only what was not in the cache. */
    cacheOutsidePrompt?: true
    /** It refuses larger pictures in a request of many. */
    manyPictures?: PictureRule
  }
}

/** The facts of a credential for a provider. */
export interface CredentialFacts {
  apiKey: FieldNeed
  baseUrl: FieldNeed
  keyExample?: string
  urlExample: string
  /** The environment variable that may hold a key, which is then offered. */
  keyVariable?: string
  /** Tells a user who adds a credential what it is for. */
  hint: string
}

/** A provider that answers over HTTP, with all that is known of it. One file each in `providers/`. */
export interface ProviderDefinition extends ProviderFacts {
  credential: CredentialFacts
  /** Loads its mapping when it is needed: the studio shows facts only. */
  wire(): Promise<WireProvider>
}

export type StopReason =
  | 'end'
  | 'tool_use'
  | 'max_tokens'
  | 'pause'
  | 'refusal'
  | 'context_overflow'
  | 'content_filter'
  | 'stop_sequence'
  /** The model wrote a call that cannot be read, and the provider dropped it. */
  | 'malformed_call'

/** A provider's event while it answers; every wire is mapped to these. `index` identifies a block within one answer. */
export type ProviderEvent =
  | { type: 'text'; index: number; delta: string }
  /** The provider's name of this text (`commentary`, `final_answer`), its signature, and the id of its item. */
  | { type: 'textMark'; index: number; phase?: string; signature?: string; itemId?: string }
  | { type: 'reasoning'; index: number; delta: string }
  | ReasoningMark
  | { type: 'toolCall'; index: number; providerId: string; name: string }
  | { type: 'toolArguments'; index: number; delta: string }
  /** The signature of a call that has begun; replaces an earlier one. */
  | { type: 'callMark'; index: number; signature: string }
  /** The model refused the request as it was, and now answers this form of it. */
  | { type: 'adapted'; to: Adaptation }
  /** Cumulative: replaces what came before in this answer. `costUsd` is what the provider says that it charges. */
  | { type: 'usage'; usage: Partial<Usage>; costUsd?: number }
  | { type: 'stop'; reason: StopReason; detail?: string }
  | { type: 'error'; error: ProviderError }

/** The seal of a block of reasoning, to be sent back as it came. Signatures are appended, the rest replaced. */
export interface ReasoningMark {
  type: 'reasoningMark'
  index: number
  signature?: string
  encrypted?: string
  itemId?: string
  /** Whose rules the seal follows, as the wire names them. */
  format?: string
  /** The text is the reasoning itself and not a summary of it. */
  raw?: boolean
  /** The lengths of the parts that the text was joined from, if there are several. */
  parts?: number[]
}

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
  /** No connection was made, so that nothing of the request reached the provider. */
  unsent?: true
  /** The wire's own name for it, such as `invalid_encrypted_content`. */
  wireCode?: string
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
  /** `event` is the SSE event name (empty if the wire has none), `data` its joined data lines. */
  push(event: string, data: string): ProviderEvent[]
  /** The body ended: MUST return an `error` (code `protocol`) unless a terminal event was seen. */
  end(): ProviderEvent[]
}

export interface ModelInfo {
  id: string
  label: string
  /** Tokens that fit, as the server is set up now. */
  contextWindow?: number
  vision?: boolean
  tools?: boolean
  /** Whether it thinks with a chosen effort. */
  thinking?: boolean
  maxOutputTokens?: number
  tier?: 'smartest' | 'balanced' | 'fast'
}

/** A mapping for HTTP and SSE: pure, no I/O. */
export interface WireProvider {
  readonly id: ProviderId
  /** As a person knows it. */
  readonly label: string
  request(credential: Credential, request: ModelRequest): WireRequest
  decoder(): WireDecoder
  /** An answer that is not a stream, such as 401 or an HTML page, as an error. */
  httpError(failure: HttpFailure, credential: Credential): ProviderError
  /**
   * The request to send instead of one that was refused before the model said anything: without what this model does
   * not take, or with what it demands. Undefined if nothing helps. MUST come to an end, whatever is refused.
   */
  recover?(request: ModelRequest, error: ProviderError, credential?: Credential): ModelRequest | undefined
  models: ModelQueries
}

export type WireQuery = Omit<WireRequest, 'body'> & { body?: unknown }

/** How a provider lists its models. */
export interface ModelQueries {
  request(credential: Credential): WireQuery
  /** @throws if the answer is not a list of models */
  parse(body: unknown): ModelInfo[]
  /** Sent first when a key is tested, if the list itself needs no key. */
  keyTest?(credential: Credential): WireQuery
  /** Further questions about listed models; one that fails leaves them as they are. */
  further?(credential: Credential, models: readonly ModelInfo[]): FurtherQuery[]
}

export interface FurtherQuery {
  query: WireQuery
  add(models: readonly ModelInfo[], body: unknown): ModelInfo[]
}

/**
 * A provider as the loop uses it: a batch of events per network packet, until `stop` or `error`, which is always the
 * last one. MUST NOT throw. Once `signal` is aborted it MUST end at once, and MAY do so without a last event.
 */
export interface Provider {
  readonly id: ProviderId
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ProviderEvent[]>
}
