import { activeStatuses } from '@atelier/agent'
import { affectedBy, type Database, queryBuilder } from '@atelier/streams'
import type { Tables } from '../database/tables.ts'

export interface Orphans {
  /** Standing approvals of projects and conversations that are gone. */
  policies(limit: number): Promise<number>
  /** Questions of runs that have ended; the decision is in the conversation. */
  approvals(before: number, limit: number): Promise<number>
  /** Requests to tabs from runs that have ended. */
  requests(before: number, limit: number): Promise<number>
  /** Tabs that closed without reporting it. */
  tabs(before: number, limit: number): Promise<number>
  /** Tokens that are no longer valid. */
  confirmations(before: number, limit: number): Promise<number>
}

/**
 * Small rows that outlive what they were for. Figures of usage and audit events are none of them: they are kept for as
 * long as their workspace, and a workspace is never removed.
 */
export function createOrphans(database: Database): Orphans {
  const db = queryBuilder<Tables>(database.dialect)
  const gone = (work: Parameters<typeof affectedBy>[0]) => database.transact(() => affectedBy(work))
  const active = db.selectFrom('runs').select('runs.id').where('runs.status', 'in', activeStatuses)
  return {
    policies: (limit) =>
      gone(
        db.deleteFrom('approval_policies').where(
          'id',
          'in',
          db
            .selectFrom('approval_policies')
            .select('approval_policies.id')
            .where((where) =>
              where.or([
                where.and([
                  where('project_id', 'is not', null),
                  where('project_id', 'not in', db.selectFrom('projects').select('projects.id')),
                ]),
                where.and([
                  where('session_id', 'is not', null),
                  where(
                    'session_id',
                    'not in',
                    db.selectFrom('sessions').select('sessions.id').where('deleted_at', 'is', null),
                  ),
                ]),
              ]),
            )
            .limit(limit),
        ),
      ),
    approvals: (before, limit) =>
      gone(
        db
          .deleteFrom('approvals')
          .where(
            'tool_call_id',
            'in',
            db
              .selectFrom('approvals')
              .select('approvals.tool_call_id')
              .where('created_at', '<', before)
              .where('run_id', 'not in', active)
              .limit(limit),
          ),
      ),
    requests: (before, limit) =>
      gone(
        db
          .deleteFrom('bridge_requests')
          .where(
            'id',
            'in',
            db
              .selectFrom('bridge_requests')
              .select('bridge_requests.id')
              .where('deadline', '<', before)
              .where('bridge_id', 'not in', active)
              .limit(limit),
          ),
      ),
    tabs: (before, limit) =>
      gone(
        db.deleteFrom('executors').where(({ eb, refTuple }) =>
          eb(
            refTuple('session_id', 'id'),
            'in',
            db
              .selectFrom('executors')
              .select(({ ref }) => [ref('executors.session_id').as('session_id'), ref('executors.id').as('id')])
              .where('lease_until', '<', before)
              .limit(limit)
              .$asTuple('session_id', 'id'),
          ),
        ),
      ),
    confirmations: (before, limit) =>
      gone(
        db
          .deleteFrom('confirmations')
          .where(
            'token_hash',
            'in',
            db
              .selectFrom('confirmations')
              .select('confirmations.token_hash')
              .where('expires_at', '<', before)
              .limit(limit),
          ),
      ),
  }
}
