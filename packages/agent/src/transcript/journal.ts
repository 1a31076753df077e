import type { Commit, Expectation, Fence, Query, SessionStreams } from '@atelier/streams'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import { createFolder, type Folder } from './fold.ts'

/** The storage failed, so the outcome of the last commit is unknown: the run resumes from its record. */
export class StorageFailed extends Error {
  override name = 'StorageFailed'
}

/** Everything a run writes goes through its journal: in order, durable, and only while it holds its lease. */
export interface Journal {
  readonly fence: Fence
  readonly stream: string
  /** The session as stored in the stream, without the chunks that this run wrote. */
  readonly folder: Folder
  /** Hands records over at once; those that wait for a commit share the next one. Never throws. */
  write(records: readonly SessionRecord[]): void
  /** Keeps records and rows for the next write or commit, which stores them first. Never throws. */
  stage(records: readonly SessionRecord[], rows?: readonly Query[]): void
  /** Bytes appended or staged but not durable yet. */
  backlog(): number
  /** Waits until what was written is durable; false if the lease was lost. Throws `StorageFailed`. */
  settled(): Promise<boolean>
  /** Writes records together with rows, as one commit, after all that was written before. Same answer as `settled`. */
  commit(records: readonly SessionRecord[], rows?: readonly Query[], wake?: readonly string[]): Promise<boolean>
  /**
   * The same for a commit that depends on what another process may have taken: `refused` if an expectation was
   * not met, and then nothing was written.
   */
  commitIf(records: readonly SessionRecord[], expect: readonly Expectation[]): Promise<'done' | 'refused' | 'lost'>
  /** Takes in records that another commit has already made durable. */
  note(records: readonly SessionRecord[]): void
}

export interface JournalOptions {
  streams: SessionStreams
  stream: string
  fence: Fence
  records: Iterable<SessionRecord>
  /** Called once, when a commit is refused or fails: the run must stop. */
  onLost(): void
}

const encoder = new TextEncoder()

export function encodeRecords(records: readonly SessionRecord[]): Uint8Array[] {
  return records.map((record) => encoder.encode(JSON.stringify(record)))
}

export function createJournal(options: JournalOptions): Journal {
  const { streams, stream, fence } = options
  const folder = createFolder(options.records)
  let waiting: Uint8Array[] = []
  let waitingRows: Query[] = []
  let waitingBytes = 0
  let writing: Promise<void> | undefined
  let lost = false
  let failure: unknown

  function lose(reason: unknown) {
    failure = reason
    if (lost) return
    lost = true
    waiting = []
    waitingRows = []
    waitingBytes = 0
    options.onLost()
  }

  async function send(commit: Commit): Promise<boolean | 'refused'> {
    if (lost) return false
    try {
      const outcome = await streams.commit({ fence, ...commit })
      if (outcome.ok) return true
      if (commit.expect?.some(({ code }) => code === outcome.refused)) return 'refused'
      lose(
        outcome.refused === 'fenced'
          ? undefined
          : new Error(`The session's stream refused a record: ${outcome.message}`),
      )
    } catch (cause) {
      lose(new StorageFailed('A commit of the run failed in the storage.', { cause }))
    }
    return false
  }

  async function flush() {
    while (waiting.length > 0 && !lost) {
      const { entries, rows, bytes } = takeWaiting()
      await send({ appends: [{ stream, entries }], rows })
      waitingBytes -= lost ? waitingBytes : bytes
    }
    writing = undefined
  }

  function takeWaiting() {
    const bytes = waiting.reduce((sum, entry) => sum + entry.byteLength, 0)
    const taken = { entries: waiting, rows: waitingRows, bytes }
    waiting = []
    waitingRows = []
    return taken
  }

  function keep(records: readonly SessionRecord[]) {
    note(records)
    for (const entry of encodeRecords(records)) {
      waiting.push(entry)
      waitingBytes += entry.byteLength
    }
  }

  /** Sends records and what was staged before them, as one commit. */
  async function sendAll(records: readonly SessionRecord[], commit: Pick<Commit, 'rows' | 'wake' | 'expect'>) {
    const staged = takeWaiting()
    const entries = [...staged.entries, ...encodeRecords(records)]
    const appends = entries.length === 0 ? [] : [{ stream, entries }]
    const done = await send({ ...commit, appends, rows: [...staged.rows, ...(commit.rows ?? [])] })
    if (done === 'refused') {
      waiting = [...staged.entries, ...waiting]
      waitingRows = [...staged.rows, ...waitingRows]
    } else if (!lost) waitingBytes -= staged.bytes
    return done
  }

  function note(records: readonly SessionRecord[]) {
    for (const record of records) if (record.type !== 'chunk') folder.push(record)
  }

  async function settled(): Promise<boolean> {
    while (writing) await writing
    if (failure !== undefined) throw failure
    return !lost
  }

  return {
    fence,
    stream,
    folder,
    note,
    settled,
    write(records) {
      if (lost) return
      keep(records)
      if (waiting.length > 0) writing ??= flush()
    },
    stage(records, rows = []) {
      if (lost) return
      keep(records)
      waitingRows.push(...rows)
    },
    backlog: () => waitingBytes,
    async commit(records, rows = [], wake = []) {
      if (!(await settled())) return false
      const done = (await sendAll(records, { rows, wake })) === true
      if (done) note(records)
      if (failure !== undefined) throw failure
      return done
    },
    async commitIf(records, expect) {
      if (!(await settled())) return 'lost'
      const done = await sendAll(records, { expect })
      if (done === true) note(records)
      if (failure !== undefined) throw failure
      if (done === 'refused') return 'refused'
      return done ? 'done' : 'lost'
    },
  }
}
