import type { Query } from '@atelier/streams'
import type { Usage } from './message.ts'

/** The limits that may end a run, by the name that its record and its last sentence give. */
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

/** What a request cost, for the commit that ends its answer. */
export interface Settlement {
  /** Puts the usage in the place of the reservation. */
  rows: Query[]
  usage: Usage
  /** Undefined where the model has no known price. */
  costUsd?: number
  /** The provider gave no figures, so these are worst-case ones. */
  estimated: boolean
}

export interface Reservation {
  ok: true
  settle(usage: Partial<Usage>): Settlement
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
