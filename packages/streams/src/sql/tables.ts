import { type Kysely, sql } from 'kysely'

/** One stream. Made by the migration `0001-streams` of the server. */
export interface StreamRow {
  id: string
  path: string
  content_type: string
  /** The number of the last entry, inherited ones included; 0 for an empty stream. */
  tail: number
  closed: number
  stream_seq: string | null
  ttl_seconds: number | null
  expires_at: number | null
  /** When it was last read or written: the time to live counts from here. */
  touched_at: number
  created_at: number
  /** The stream that a fork inherits from; its path is stored beside it because a deleted source may lose its own. */
  source_id: string | null
  source_path: string | null
  /** Entries up to this number are the source's; 0 if nothing is inherited. */
  fork_tail: number
  /** The place of the fork as it was asked for: after entry `fork_seq`, and `fork_sub` bytes or messages further. */
  fork_seq: number
  fork_sub: number
  /** Deleted, but kept for the forks that read from it. */
  deleted: number
}

export interface EntryRow {
  stream_id: string
  seq: number
  /** The number of the first entry of the append that it came with. */
  batch: number
  data: Uint8Array
}

export interface ProducerRow {
  stream_id: string
  producer_id: string
  epoch: number
  seq: number
}

export interface StreamTables {
  streams: StreamRow
  stream_entries: EntryRow
  stream_producers: ProducerRow
  /** The agent's; only the fence reads it. */
  runs: { id: string; epoch: number }
}

export type Builder = Kysely<StreamTables>

/** Neither expired by its date nor by its time to live, at `now`. */
export function unexpired(now: number) {
  return sql<boolean>`(expires_at is null or expires_at > ${now}) and (ttl_seconds is null or touched_at + ttl_seconds * 1000 > ${now})`
}

export function isExpired(row: Pick<StreamRow, 'expires_at' | 'ttl_seconds' | 'touched_at'>, now: number): boolean {
  if (row.expires_at !== null && row.expires_at <= now) return true
  return row.ttl_seconds !== null && row.touched_at + row.ttl_seconds * 1000 <= now
}
