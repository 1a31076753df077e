import { type Database, type Query, statement } from '@atelier/streams'
import type { Kysely } from 'kysely'
import type { MessageRecord } from '../contract/message.ts'
import type { RunRecord } from '../contract/run.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import type { RunRow, RunTables } from '../contract/tables.ts'
import { readPrompt } from '../queue/queue.ts'
import { endRunRow } from '../queue/requests.ts'
import { sessionTitle } from '../queue/title.ts'
import type { PendingApproval } from '../transcript/approval.ts'
import type { Journal } from '../transcript/journal.ts'

/** The run waits: its lease is released, and its holder is fenced off. */
export function waitRows(database: Database, row: RunRow, pending: readonly PendingApproval[]): Query[] {
  const { id, epoch } = row
  const wakeAt = Math.min(...pending.map(({ request }) => request.expiresAt))
  return [waiting(database.dialect, { id, epoch, next: epoch + 1, wakeAt })]
}

const waiting = statement((db: Kysely<RunTables>, given: { id: string; epoch: number; next: number; wakeAt: number }) =>
  db
    .updateTable('runs')
    .set({ status: 'waiting', epoch: given.next, lease_owner: null, lease_until: null, wake_at: given.wakeAt })
    .where('id', '=', given.id)
    .where('epoch', '=', given.epoch)
    .returning('id'),
)

export interface EndPorts {
  database: Database
  now(): number
  ended?: ((row: RunRow, run: RunRecord) => Query[]) | undefined
}

/** The rows that a run's end changes besides its records: its row, and what lists show of its session. */
export function endRows(
  { database, now, ended }: EndPorts,
  journal: Journal,
  row: RunRow,
  run: RunRecord,
  records: readonly SessionRecord[],
): Query[] {
  const spoken = withLast(journal.folder.messages(), records).filter(isSpoken)
  const at = now()
  const told = { id: row.session_id, at, count: spoken.length }
  const { contextTokens } = run
  const session = contextTokens
    ? spokenOfSize(database.dialect, { ...told, contextTokens })
    : spokenIn(database.dialect, told)
  return [
    endRunRow(database, run, row.epoch),
    session,
    ...titleRows(database, row, spoken),
    ...(ended?.(row, run) ?? []),
  ]
}

/** After the first exchange the session is named by it, unless a user has named it. */
function titleRows(database: Database, row: RunRow, spoken: readonly MessageRecord[]): Query[] {
  const [first] = spoken
  const { text } = readPrompt(row)
  if (first?.runId !== row.id || first.role !== 'user') return []
  const answer = spoken.findLast(({ role }) => role === 'assistant')
  const [before, after] = [sessionTitle(text), sessionTitle(text, answer?.content)]
  if (before === after) return []
  return [renamed(database.dialect, { id: row.session_id, before, after })]
}

const renamed = statement(
  (db: Kysely<RunTables>, { id, before, after }: { id: string; before: string; after: string }) =>
    db.updateTable('sessions').set({ title: after }).where('id', '=', id).where('title', '=', before),
)

type Told = { id: string; at: number; count: number }

const spokenIn = statement((db: Kysely<RunTables>, { id, at, count }: Told) =>
  db.updateTable('sessions').set({ updated_at: at, last_message_at: at, message_count: count }).where('id', '=', id),
)

const spokenOfSize = statement(
  (db: Kysely<RunTables>, { id, at, count, contextTokens }: Told & { contextTokens: number }) =>
    db
      .updateTable('sessions')
      .set({ updated_at: at, last_message_at: at, message_count: count, context_tokens: contextTokens })
      .where('id', '=', id),
)

/** The messages as they are after these records are committed too. */
function withLast(messages: readonly MessageRecord[], records: readonly SessionRecord[]): MessageRecord[] {
  const last = new Map(messages.map((message) => [message.id, message]))
  for (const record of records) if (record.type === 'message') last.set(record.key, record.value)
  return [...last.values()].filter(({ supersededBy }) => supersededBy === undefined)
}

/** Whether a message counts as sent: not one that still waits, nor an answer that ended before its first text. */
function isSpoken({ role, status, content, blocks }: MessageRecord): boolean {
  if (role === 'user') return status === 'complete'
  return role === 'assistant' && ((content ?? '') !== '' || (blocks ?? []).some(({ kind }) => kind === 'toolCall'))
}
