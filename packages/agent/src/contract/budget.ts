import type { Query } from '@atelier/streams'
import type { ProviderError } from './provider.ts'
import type { Usage } from './run.ts'

/** The limits that may end a run, by the name used in its record and its last sentence. */
export type LimitName = 'rounds' | 'toolCalls' | 'tokens' | 'wallTime' | 'money'

/** One request to a model, before it is sent. */
export interface MeteredRequest {
  /** Unique per request: the answer's message id and the number of the try. */
  id: string
  runId: string
  /** Tokens that the request holds at most, estimated. */
  inputTokens: number
  maxOutputTokens: number
}

/** The cost of a request, for the commit that ends its answer. */
export interface Settlement {
  /** Puts the usage in the place of the reservation. */
  rows: Query[]
  usage: Usage
  /** Undefined if the model has no known price. */
  costUsd?: number
  /** The provider gave no figures, so these are worst-case ones. */
  estimated: boolean
}

/** How a request ended, for requests about which the provider's figures are incomplete. */
export interface RequestEnd {
  /** It came to its regular end, so that the provider's figures are whole. */
  finished: boolean
  /** Characters of text, reasoning and arguments that arrived. */
  characters: number
  /** Calls that the answer requested. */
  toolCalls: number
  /** The price that the provider reports, in dollars. It takes precedence over any list of prices. */
  costUsd?: number
  /** Why it failed, if it did. */
  error?: ProviderError
}

export interface Reservation {
  ok: true
  /** When the request has to end, whatever it has said by then; the run ends with the sentence. */
  until?: { at: number; limit: LimitName; message: string }
  /** How many calls the answer may ask for; those beyond are not run. Undefined if nothing limits them. */
  callsLeft?: number
  settle(usage: Partial<Usage>, end: RequestEnd): Settlement
}

/** A limit that the request could break; the run ends with the sentence. */
export interface Exhausted {
  ok: false
  limit: LimitName
  message: string
}

/**
 * Counts what a run uses. `reserve` MUST make the worst case durable before it resolves, so that requests in other
 * runs and other servers see it; what a killed server has left reserved is counted as used.
 */
export interface Meter {
  reserve(request: MeteredRequest): Promise<Reservation | Exhausted>
}

/** A run's usage so far, settled or estimated. */
export interface Spent {
  usage: Usage
  /** Undefined if no request of it has a known price. */
  costUsd?: number
}
