import type { ProducerMark } from './commit.ts'

/** Why a stream did not take a request. */
export type RefusalCode =
  | 'stream_not_found'
  /** Deleted while forks still read from it. */
  | 'stream_gone'
  /** Created before, with another configuration; or its path is held by a deleted one. */
  | 'stream_exists'
  | 'stream_closed'
  | 'content_type'
  /** `Stream-Seq` does not sort after the last one. */
  | 'stream_seq'
  /** This producer id and sequence number were appended before: nothing is left to do. */
  | 'producer_duplicate'
  /** A newer epoch of the producer has written. */
  | 'producer_stale'
  | 'producer_gap'
  /** A new epoch must begin with sequence number 0. */
  | 'producer_epoch'
  | 'fork_offset'
  | 'fenced'

export interface RefusalDetails {
  /** The current tail of the stream. */
  offset?: string
  closed?: boolean
  /** The producer's last accepted place. */
  producer?: ProducerMark
}

/** Thrown within a script to roll all of it back; the store's methods catch it and return it as a value. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  readonly details: RefusalDetails

  constructor(code: RefusalCode | (string & {}), message: string, details: RefusalDetails = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}
