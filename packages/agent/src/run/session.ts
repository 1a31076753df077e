import type { SessionStreams } from '@atelier/streams'
import type { ApprovalRecord, RunRecord, SessionRecord } from '../message.ts'
import { createFolder, type FoldedMessage, parseRecords } from '../transcript/fold.ts'

export function sessionStream(sessionId: string): string {
  return `sessions/${sessionId}`
}

export interface SessionRead {
  /** Folded, superseded ones left out. */
  messages: FoldedMessage[]
  runs: RunRecord[]
  approvals: ApprovalRecord[]
  /** Where to go on reading the stream. */
  offset: string
}

const batch = 2000

/** Every record of a session, and the offset behind the last one; undefined where it has no stream. */
export async function readRecords(
  streams: SessionStreams,
  sessionId: string,
): Promise<{ records: SessionRecord[]; offset: string } | undefined> {
  const records: SessionRecord[] = []
  let offset = '-1'
  for (;;) {
    const read = await streams.read(sessionStream(sessionId), offset, batch)
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
  const folder = createFolder(read.records)
  return { messages: folder.messages(), runs: folder.runs(), approvals: folder.approvals(), offset: read.offset }
}
