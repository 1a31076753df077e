import type { Query } from './database.ts'

/** Who may write: the commit is refused with `fenced` unless the runs row still has this epoch. */
export interface Fence {
  runId: string
  epoch: number
}

/** A statement that must touch (or return) exactly `rows` rows, otherwise the whole commit is refused with `code`. */
export interface Expectation {
  query: Query
  rows: number
  code: string
}

/** An idempotent producer's place (Durable Streams protocol, 5.2.1). */
export interface ProducerMark {
  id: string
  epoch: number
  seq: number
}

export interface Append {
  /** The stream's path, such as `sessions/<id>`. */
  stream: string
  /** One entry each. In JSON mode an entry is one JSON text. */
  entries: readonly Uint8Array[]
  producer?: ProducerMark
  /** Application order (`Stream-Seq`): must sort after the last one. */
  streamSeq?: string
  close?: boolean
}

/**
 * Everything that must become durable together, as a value. Order of execution: fence, expectations, appends, rows.
 * Documents put their updates, patches and stored results into `expect` and `rows`.
 */
export interface Commit {
  fence?: Fence
  expect?: readonly Expectation[]
  appends?: readonly Append[]
  rows?: readonly Query[]
  /** Further topics to wake after the commit; the streams appended to are woken by themselves. */
  wake?: readonly string[]
}

export type CommitOutcome =
  | {
      ok: true
      /** The tail offset of each appended stream, in the order of `appends`. */
      offsets: string[]
      /** The rows that each expectation's statement returned. */
      expected: unknown[][]
      /** The rows that each of `rows` returned. */
      rows: unknown[][]
    }
  | {
      ok: false
      /** `fenced`, an expectation's code, or an append's refusal: `stream_not_found`, `stream_closed`, `producer_*`, `stream_seq`. */
      refused: string
      message: string
    }

/** Makes a commit durable, or refuses all of it. */
export interface Committer {
  commit(commit: Commit): Promise<CommitOutcome>
}
