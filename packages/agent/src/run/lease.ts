import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { ExpressionBuilder } from 'kysely'
import { activeStatuses, type RunTables } from './tables.ts'

export type RunRow = RunTables['runs']

export interface Leases {
  /** Ids of runs that nobody holds now, oldest first. */
  free(limit: number): Promise<string[]>
  /** Ids of runs whose lease stands in this instance's own name: after a restart they are its own to go on with. */
  own(): Promise<string[]>
  /** Takes the lease under a new epoch; undefined where somebody else has it or the run has ended. */
  claim(runId: string, adopt: boolean): Promise<RunRow | undefined>
  /** Prolongs the lease. `lost` where the epoch is no longer ours. */
  beat(runId: string, epoch: number): Promise<'held' | 'abort' | 'lost'>
  /** Gives the run back to the queue at once, behind a new epoch. */
  release(runId: string, epoch: number): Promise<void>
}

export interface LeaseOptions {
  database: Database
  instanceId: string
  leaseMs: number
  now(): number
}

export function createLeases({ database, instanceId, leaseMs, now }: LeaseOptions): Leases {
  const db = queryBuilder<RunTables>(database.dialect)
  /** Runs that there is something to do for now: a waiting one only when its time has come. */
  const due = (where: ExpressionBuilder<RunTables, 'runs'>) =>
    where.or([
      where('status', 'in', ['queued', 'running']),
      where.and([where('status', '=', 'waiting'), where('wake_at', '<=', now())]),
    ])
  return {
    async free(limit) {
      const query = db
        .selectFrom('runs')
        .select('id')
        .where(due)
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', now())]))
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
      const rows = await database.read(
        (function* () {
          return yield* rowsOf(query)
        })(),
      )
      return rows.map((row) => row.id)
    },
    async own() {
      const query = db
        .selectFrom('runs')
        .select('id')
        .where('status', 'in', activeStatuses)
        .where('lease_owner', '=', instanceId)
      const rows = await database.read(
        (function* () {
          return yield* rowsOf(query)
        })(),
      )
      return rows.map((row) => row.id)
    },
    async claim(runId, adopt) {
      const rows = await database.transact(function* () {
        const free = db
          .updateTable('runs')
          .set((set) => ({ epoch: set('epoch', '+', 1), lease_owner: instanceId, lease_until: now() + leaseMs }))
          .where('id', '=', runId)
          .where(due)
          .where((where) =>
            where.or([
              where('lease_until', 'is', null),
              where('lease_until', '<', now()),
              ...(adopt ? [where('lease_owner', '=', instanceId)] : []),
            ]),
          )
          .returningAll()
        return yield* rowsOf(free)
      })
      return rows[0]
    },
    async beat(runId, epoch) {
      const rows = await database.transact(function* () {
        const held = db
          .updateTable('runs')
          .set({ lease_until: now() + leaseMs })
          .where('id', '=', runId)
          .where('epoch', '=', epoch)
          .where('lease_owner', '=', instanceId)
          .returning('abort_requested')
        return yield* rowsOf(held)
      })
      const row = rows[0]
      if (!row) return 'lost'
      return row.abort_requested === 1 ? 'abort' : 'held'
    },
    async release(runId, epoch) {
      await database.transact(
        function* () {
          const given = db
            .updateTable('runs')
            .set({ epoch: epoch + 1, lease_owner: null, lease_until: null })
            .where('id', '=', runId)
            .where('epoch', '=', epoch)
          return yield* affectedBy(given)
        },
        () => ['runs'],
      )
    },
  }
}
