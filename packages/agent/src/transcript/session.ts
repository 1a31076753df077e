import type { ReadLevel, SessionStreams } from '@atelier/streams'
import type { ChunkRecord } from '../contract/message.ts'
import type { RunRecord } from '../contract/run.ts'
import type { ApprovalRecord, SessionRecord } from '../contract/sessionRecord.ts'
import { createFolder, type FoldedMessage, type Folder, parseRecords } from './fold.ts'
import type { SessionSnapshots } from './sessionSnapshots.ts'

export function sessionStream(sessionId: string): string {
  return `sessions/${sessionId}`
}

export interface SessionRead {
  /** Folded, superseded ones left out. */
  messages: FoldedMessage[]
  runs: RunRecord[]
  approvals: ApprovalRecord[]
  /** The chunks of the messages that stream so far, joined. */
  chunks: ChunkRecord[]
  /** Where to continue reading the stream. */
  offset: string
}

const batch = 2000

/**
 * Every record of a session behind `from` (all if absent), and the offset behind the last one; undefined if it
 * has no stream, or none that reaches as far as `from`.
 */
export async function readRecords(
  streams: SessionStreams,
  sessionId: string,
  from = '-1',
  level?: ReadLevel,
): Promise<{ records: SessionRecord[]; offset: string } | undefined> {
  const records: SessionRecord[] = []
  let offset = from
  for (;;) {
    const read = await streams.read(sessionStream(sessionId), offset, batch, level)
    if (!read) return undefined
    for (const record of parseRecords(read.entries)) records.push(record)
    offset = read.nextOffset
    if (read.upToDate || read.entries.length === 0) return { records, offset }
  }
}

/** A session as a reader first sees it. */
export async function readSession(streams: SessionStreams, sessionId: string): Promise<SessionRead | undefined> {
  const read = await readRecords(streams, sessionId)
  if (!read) return undefined
  return sessionOf(createFolder(read.records), read.offset)
}

function sessionOf(folder: Folder, offset: string): SessionRead {
  return {
    messages: folder.messages(),
    runs: folder.runs(),
    approvals: folder.approvals(),
    chunks: folder.chunks(),
    offset,
  }
}

interface Kept {
  folder: Folder
  offset: string
  records: number
}

/** Sessions of fewer records are read as fast as they would be looked up. */
const worthKeeping = 500

/**
 * Reads sessions like `readSession`, and keeps the longest-lived part of the work: the last `limit` long sessions stay
 * folded, so that reading one again costs what was added since. A cache of the stream, never more.
 */
export function createSessionReader(
  streams: SessionStreams,
  limit = 16,
  snapshots?: SessionSnapshots,
): (sessionId: string) => Promise<SessionRead | undefined> {
  const kept = new Map<string, Kept>()
  const reads = new Map<string, Promise<unknown>>()

  async function read(sessionId: string): Promise<SessionRead | undefined> {
    const known = kept.get(sessionId)
    kept.delete(sessionId)
    const added = known && (await readRecords(streams, sessionId, known.offset))
    const now = added ? { ...known, ...grown(known, added) } : await fresh(sessionId)
    if (!now) return undefined
    if (now.records >= worthKeeping) kept.set(sessionId, now)
    const oldest = kept.keys().next()
    if (kept.size > limit && !oldest.done) kept.delete(oldest.value)
    return sessionOf(now.folder, now.offset)
  }

  async function fresh(sessionId: string): Promise<Kept | undefined> {
    const all = await (snapshots ? snapshots.load(sessionId) : readRecords(streams, sessionId))
    return all && { folder: createFolder(all.records), offset: all.offset, records: all.records.length }
  }

  // The reads of a session run one after another, so that no record is folded after a later one.
  return (sessionId) => {
    const next = (reads.get(sessionId) ?? Promise.resolve()).then(
      () => read(sessionId),
      () => read(sessionId),
    )
    reads.set(sessionId, next)
    const forget = () => {
      if (reads.get(sessionId) === next) reads.delete(sessionId)
    }
    next.then(forget, forget)
    return next
  }
}

function grown(known: Kept, added: { records: SessionRecord[]; offset: string }): Pick<Kept, 'offset' | 'records'> {
  for (const record of added.records) known.folder.push(record)
  return { offset: added.offset, records: known.records + added.records.length }
}
