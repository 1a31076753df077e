import type { Committer } from './commit.ts'
import type { ReadLevel } from './database.ts'

export interface StreamInfo {
  /** Another stream that is later created under the same path has another. */
  id: string
  contentType: string
  /** Offset after the last entry: opaque, sorts as text. */
  tailOffset: string
  closed: boolean
  /** Milliseconds since the epoch. */
  createdAt: number
  ttlSeconds?: number
  expiresAt?: number
}

export interface StreamRead {
  entries: Uint8Array[]
  /** The offset of each entry's end, in the order of `entries`. */
  offsets: string[]
  nextOffset: string
  /** No entry lay beyond `nextOffset` when this was read. */
  upToDate: boolean
  closed: boolean
}

/**
 * The functions of a stream that the rest of the house needs. The protocol's own handlers need more (forks, expiry,
 * producers); the whole port and its conformance kit are in this package beside this file.
 */
export interface SessionStreams extends Committer {
  /** Creates a JSON stream if there is none; an existing one stays as it is. */
  ensure(path: string): Promise<void>
  /** From `offset` (`-1` for the start), at most `limit` entries; undefined if the stream does not exist. */
  read(path: string, offset: string, limit?: number, level?: ReadLevel): Promise<StreamRead | undefined>
  info(path: string, level?: ReadLevel): Promise<StreamInfo | undefined>
  remove(path: string): Promise<void>
  /** Tells of commits to this stream until the returned function is called. */
  subscribe(path: string, listener: () => void): () => void
}
