import type { RunRecord } from '@atelier/agent'
import { type Database, type Query, statement } from '@atelier/streams'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { AuditDetail, AuditKind } from './audit.ts'

/** The audit event of a run's end, as a statement of the commit that ends it: in the workspace and name of its session. */
export function runEndedRow(database: Database, run: RunRecord, sessionId: string, id: string, at: number): Query {
  const kind: AuditKind = run.status === 'error' ? 'run.failed' : 'run.completed'
  const detail: AuditDetail = {
    sessionId,
    status: run.status,
    scope: run.scope,
    provider: run.provider,
    model: run.model,
    rounds: run.rounds ?? 0,
    ...(run.stopReason === undefined ? {} : { stopReason: run.stopReason }),
    ...(run.limit === undefined ? {} : { limit: run.limit }),
    ...(run.costUsd === undefined ? {} : { costUsd: run.costUsd }),
  }
  return ended(database.dialect, { id, sessionId, kind, subject: run.id, detail: JSON.stringify(detail), at })
}

type Ended = { id: string; sessionId: string; kind: string; subject: string; detail: string; at: number }

const ended = statement((db: Kysely<Tables>, given: Ended) =>
  db
    .insertInto('audit_events')
    .columns(['id', 'workspace_id', 'user_id', 'kind', 'subject', 'detail', 'created_at'])
    // From the session's row, so that a run whose session was deleted still ends.
    .expression((from) =>
      from
        .selectFrom('sessions')
        .select([
          sqlText(given.id).as('id'),
          'workspace_id',
          'user_id',
          sqlText(given.kind).as('kind'),
          sqlText(given.subject).as('subject'),
          sqlText(given.detail).as('detail'),
          sql<number>`cast(${given.at} as bigint)`.as('created_at'),
        ])
        .where('id', '=', given.sessionId),
    ),
)

function sqlText(value: string) {
  return sql<string>`cast(${value} as text)`
}
