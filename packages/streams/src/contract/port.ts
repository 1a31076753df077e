import type { ProducerMark } from './commit.ts'
import type { ReadLevel } from './database.ts'
import type { SessionStreams, StreamInfo, StreamRead } from './store.ts'

/** Why a request was refused, as a value. */
export interface Refused {
  ok: false
  /** See `RefusalCode` in `refusal.ts`. */
  refused: string
  message: string
  /** The stream's tail, if it is known. */
  offset?: string
  closed?: boolean
  /** The producer's last accepted position; `seq` is -1 if it has none. */
  producer?: ProducerMark
}

export interface CreateStream {
  /** Media type, lower case, with its parameters. Absent on a fork: the source's. */
  contentType?: string
  /** Seconds since the last read or write after which the stream is gone. On a fork, absent means the source's. */
  ttlSeconds?: number
  /** Epoch milliseconds. At most one of this and `ttlSeconds`. */
  expiresAt?: number
  entries?: readonly Uint8Array[]
  closed?: boolean
  fork?: {
    /** Path of the source. */
    from: string
    /** Where the inherited part ends; absent: the source's tail. */
    offset?: string
    /** Further messages (JSON) or bytes (anything else) of the append after `offset`. */
    subOffset?: number
  }
}

export type CreateOutcome = { ok: true; created: boolean; info: StreamInfo } | Refused

export interface AppendToStream {
  entries: readonly Uint8Array[]
  /** Refused with `content_type` unless the stream's base type is the same. */
  contentType?: string
  producer?: ProducerMark
  streamSeq?: string
  close?: boolean
}

export type AppendOutcome =
  | {
      ok: true
      /** The producer had sent this before: nothing was appended. */
      duplicate: boolean
      offset: string
      closed: boolean
      /** The producer's highest accepted place. */
      producer?: ProducerMark
    }
  | Refused

export interface ReadOptions {
  /** At most this many entries (1,000). */
  limit?: number
  /** At most this many bytes, but always one entry (1 MiB). */
  maxBytes?: number
  level?: ReadLevel
}

export type ReadFrom = ({ ok: true; info: StreamInfo } & StreamRead) | Refused

/**
 * Everything the protocol's handlers need. An implementation MUST pass `streamStoreKit` of `kit.ts`. Paths are opaque
 * text. Reads slide a time to live, `info` does not.
 */
export interface StreamStore extends SessionStreams {
  create(path: string, request: CreateStream): Promise<CreateOutcome>
  append(path: string, request: AppendToStream): Promise<AppendOutcome>
  /** Like `read`, but says why there is nothing to read. `offset` may be `now`. */
  readFrom(path: string, offset: string, options?: ReadOptions): Promise<ReadFrom>
  /** Like `info`, but says why there is none. */
  head(path: string, level?: ReadLevel): Promise<{ ok: true; info: StreamInfo } | Refused>
  /** Removes a stream, or hides it while forks read from it. */
  delete(path: string): Promise<{ ok: true } | Refused>
  /** Removes streams that have expired, at most `limit`; returns how many. Nothing depends on its being called. */
  sweep(limit?: number): Promise<number>
}
