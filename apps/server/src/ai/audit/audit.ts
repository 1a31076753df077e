import { affectedBy, type Database, type Query, queryBuilder, rowsOf } from '@atelier/streams'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Tables } from '../../database/tables.ts'
import type { Log } from '../../log/log.ts'

/** The recorded events: who did what, to what, and when. */
export const auditKinds = [
  'credential.created',
  'credential.changed',
  'credential.deleted',
  'credential.tested',
  'service.created',
  'service.deleted',
  'service.tested',
  'default.set',
  'default.cleared',
  'key.created',
  'key.deleted',
  'conversationKey.created',
  'webhook.created',
  'webhook.deleted',
  'conversationKey.changed',
  'conversationKey.deleted',
  'budget.changed',
  'approval.decided',
  'policy.remembered',
  'policy.withdrawn',
  'run.completed',
  'run.failed',
  'mcp.call',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** Facts of an event; never a secret, and no text of a conversation. */
export type AuditDetail = Record<string, string | number | boolean | null | string[]>

export interface AuditEntry {
  workspaceId: string
  /** Absent if no user asked for it, such as the end of a run. */
  userId?: string
  kind: AuditKind
  /** The object of the action: an id. */
  subject?: string
  detail?: AuditDetail
}

/** An event as it is listed. */
export interface AuditEvent {
  id: string
  kind: string
  userId?: string
  userName?: string
  subject?: string
  detail: Record<string, unknown>
  createdAt: number
}

export interface Audit {
  /** Writes an event down. Never rejects: what was done stays done, and a failure to note it is logged. */
  record(entry: AuditEntry): Promise<void>
  /** The same as a statement, for a commit that must not be without it. */
  row(entry: AuditEntry): Query
  /** A page of events since `since`, newest first; `cursor` is the last one's id of the page before. */
  list(
    workspaceId: string,
    page: { since: number; cursor?: string; limit: number },
  ): Promise<{ events: AuditEvent[]; cursor?: string }>
}

export interface AuditOptions {
  database: Database
  now(): number
  /** Unique ids that sort by time. */
  newId(): string
  log: Log
}

const Detail = Type.Record(Type.String(), Type.Unknown())

export function createAudit({ database, now, newId, log }: AuditOptions): Audit {
  const db = queryBuilder<Tables>(database.dialect)
  const insert = ({ workspaceId, userId, kind, subject, detail = {} }: AuditEntry) =>
    db.insertInto('audit_events').values({
      id: newId(),
      workspace_id: workspaceId,
      user_id: userId ?? null,
      kind,
      subject: subject ?? null,
      detail: JSON.stringify(detail),
      created_at: now(),
    })
  return {
    async record(entry) {
      try {
        const query = insert(entry)
        await database.write(affectedBy(query))
      } catch (error) {
        log.error({ err: error, kind: entry.kind, subject: entry.subject }, 'an audit event could not be written')
      }
    },
    row: (entry) => insert(entry).compile(),
    async list(workspaceId, { since, cursor, limit }) {
      let query = db
        .selectFrom('audit_events as event')
        .leftJoin('auth_users as user', 'user.id', 'event.user_id')
        .selectAll('event')
        .select('user.name as userName')
        .where('event.workspace_id', '=', workspaceId)
        .where('event.created_at', '>=', since)
        .orderBy('event.id', 'desc')
        .limit(limit + 1)
      if (cursor !== undefined) query = query.where('event.id', '<', cursor)
      const rows = await database.read(rowsOf(query))
      const events = rows.slice(0, limit).map((row) => ({
        id: row.id,
        kind: row.kind,
        ...(row.user_id === null ? {} : { userId: row.user_id }),
        ...(row.userName === null ? {} : { userName: row.userName }),
        ...(row.subject === null ? {} : { subject: row.subject }),
        detail: Value.Parse(Detail, JSON.parse(row.detail)),
        createdAt: row.created_at,
      }))
      const last = events.at(-1)
      return { events, ...(rows.length > limit && last ? { cursor: last.id } : {}) }
    },
  }
}
