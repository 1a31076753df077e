import type { ChunkRecord, MessageRecord } from '../contract/message.ts'
import type { RunRecord } from '../contract/run.ts'
import type { ApprovalRecord } from '../contract/sessionRecord.ts'
import { asRecord, type FoldedMessage } from './fold.ts'
import type { SessionRead } from './session.ts'

/** The end of a session, or a part before another one, in the order of the session. */
export interface SessionPage {
  /** Those that stream without what they consist of so far. */
  messages: MessageRecord[]
  /** Every run that has a message here; in the last page also those without one. */
  runs: RunRecord[]
  approvals: ApprovalRecord[]
  /** The content before this page; absent from the first one. */
  earlier?: {
    /** The message that the page before ends in front of. */
    before: string
    /** The cost of the runs before this page, in US dollars; absent if none of them had a price. */
    costUsd?: number
  }
}

/** A page is as short as a screen can do with: it is read at once, and the rest when it is scrolled to. */
const limits = { bytes: 64 * 1024, runs: 30 }

/**
 * The end of a session, with every message that is not over yet wherever it stands, and what the messages that stream
 * consist of so far.
 */
export function latestPage(read: SessionRead, most = limits): SessionPage & { chunks: ChunkRecord[] } {
  const from = pageStart(read, read.messages.length, most)
  const page = pageOf(read, from, read.messages.length, isOpen)
  const said = new Set(read.messages.map(({ runId }) => runId))
  const shown = new Set(page.runs.map(({ id }) => id))
  const runs = read.runs.filter((run) => shown.has(run.id) || !said.has(run.id))
  return { ...page, runs, chunks: read.chunks }
}

/** The page that ends in front of a message; undefined if there is no such message. */
export function pageBefore(read: SessionRead, before: string, most = limits): SessionPage | undefined {
  const end = read.messages.findIndex(({ id }) => id === before)
  if (end < 0) return undefined
  return pageOf(read, pageStart(read, end, most), end, () => false)
}

/** Where a page that ends in front of `end` begins: never between an answer and its calls, and never at its end. */
function pageStart({ messages, chunks }: SessionRead, end: number, most: typeof limits): number {
  const bare = bareOf(chunks)
  const runs = new Set<string>()
  let bytes = 0
  let start = end
  for (let at = end - 1; at >= 0; at -= 1) {
    const message = messages[at]
    if (!message) break
    bytes += JSON.stringify(bare(message)).length
    runs.add(message.runId)
    const isFull = bytes > most.bytes || runs.size > most.runs
    if (isFull && start < end) return start
    if (message.role !== 'tool_call' && message.role !== 'tool_result') start = at
  }
  return 0
}

function pageOf(
  { messages, runs, approvals, chunks }: SessionRead,
  from: number,
  to: number,
  includes: (earlier: FoldedMessage) => boolean,
): SessionPage {
  const shown = messages.filter((message, at) => at < to && (at >= from || includes(message)))
  const shownRuns = runsOf(shown)
  const shownCalls = new Set(shown.map(({ toolCallId }) => toolCallId))
  const before = runsOf(messages.slice(0, from))
    .difference(runsOf(messages.slice(from)))
    .difference(shownRuns)
  const costs = runs.flatMap(({ id, costUsd }) => (costUsd !== undefined && before.has(id) ? [costUsd] : []))
  const first = from === 0 ? undefined : messages[from]
  return {
    messages: shown.map(bareOf(chunks)),
    runs: runs.filter(({ id }) => shownRuns.has(id)),
    approvals: approvals.filter(({ toolCallId }) => shownCalls.has(toolCallId)),
    ...(first && {
      earlier: {
        before: first.id,
        ...(costs.length > 0 && { costUsd: costs.reduce((sum, each) => sum + each, 0) }),
      },
    }),
  }
}

const runsOf = (messages: readonly FoldedMessage[]) => new Set(messages.map(({ runId }) => runId))

/** Not over yet: it streams, or waits to be delivered or carried out. */
function isOpen({ status }: FoldedMessage): boolean {
  return status === 'streaming' || status === 'running' || status === 'pending'
}

/** Returns a message as its record, without what its chunks say. */
function bareOf(chunks: readonly ChunkRecord[]): (message: FoldedMessage) => MessageRecord {
  const chunked = new Set(chunks.map(({ messageId }) => messageId))
  return (message) => {
    if (message.status !== 'streaming' || !chunked.has(message.id)) return message
    const record = asRecord(message)
    delete record.content
    delete record.blocks
    return record
  }
}
