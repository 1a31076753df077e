import type { Usage } from '@atelier/agent'
import { statement } from '@atelier/streams'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** The rest of a run's reservation counts as used. */
export const leftReserved = statement((db: Kysely<Tables>, { runId }: { runId: string }) =>
  db
    .updateTable('usage_entries')
    .set({ status: 'estimated' })
    .where('run_id', '=', runId)
    .where('status', '=', 'reserved'),
)

export const anyReserved = statement((db: Kysely<Tables>, { runId }: { runId: string }) =>
  db.selectFrom('usage_entries').select('id').where('run_id', '=', runId).where('status', '=', 'reserved').limit(1),
)

/** A request that is about to be sent, at its worst. */
export const newEntry = statement((db: Kysely<Tables>, row: Tables['usage_entries']) =>
  db.insertInto('usage_entries').values(row),
)

type Settled = Usage & { id: string; status: string; tokens: number; toolCalls: number; microUsd: number | null }

/** The same request once it has ended. */
export const settledEntry = statement((db: Kysely<Tables>, given: Settled) =>
  db
    .updateTable('usage_entries')
    .set({
      status: given.status,
      input: given.input,
      cache_read: given.cacheRead,
      cache_write_5m: given.cacheWrite5m,
      cache_write_1h: given.cacheWrite1h,
      output: given.output,
      reasoning: given.reasoning,
      tokens: given.tokens,
      tool_calls: given.toolCalls,
      cost_micro_usd: given.microUsd,
    })
    .where('id', '=', given.id),
)

export const startedAt = statement((db: Kysely<Tables>, { runId }: { runId: string }) =>
  db.selectFrom('runs').select('started_at').where('id', '=', runId),
)

/** When a run waited for a person. */
export const waitsOf = statement((db: Kysely<Tables>, { runId }: { runId: string }) =>
  db
    .selectFrom('approvals')
    .select(['created_at', 'decided_at', 'expires_at'])
    .where('run_id', '=', runId)
    .orderBy('created_at'),
)
