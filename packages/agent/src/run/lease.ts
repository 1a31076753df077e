import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { queueTopic } from './queue.ts'
import { activeStatuses, type RunRow, type RunTables } from './tables.ts'

export interface Leases {
  /**
   * Ids of runs that nobody holds now, oldest first; and of the sessions without a run at work in which messages wait
   * that nothing holds back.
   */
  free(limit: number): Promise<{ runs: string[]; sessions: string[] }>
  /** Ids of runs whose lease stands in this instance's own name: after a restart they are its own to go on with. */
  own(): Promise<string[]>
  /** Takes the lease under a new epoch; undefined where somebody else has it or the run has ended. */
  claim(runId: string, adopt: boolean): Promise<RunRow | undefined>
  /** Prolongs the lease. `lost` where the epoch is no longer ours. */
  beat(runId: string, epoch: number): Promise<'held' | 'abort' | 'lost'>
  /** Prolongs the leases of these runs; gives the epoch of each that is still in this instance's name, and whether it is to stop. */
  beatAll(runIds: readonly string[]): Promise<Map<string, { epoch: number; abort: boolean }>>
  /** Gives the run back to the queue at once, behind a new epoch. */
  release(runId: string, epoch: number): Promise<void>
}

export interface LeaseOptions {
  database: Database
  instanceId: string
  leaseMs: number
  /** For what is due; and for the leases too on SQLite, where one process has them all. */
  now(): number
}

/**
 * No runner takes a lease for longer than this many milliseconds, so that one which ends later was written before a
 * clock was put back: until then nobody would take over from a runner that has died.
 */
const farthestMs = 120_000

export function createLeases({ database, instanceId, leaseMs, now }: LeaseOptions): Leases {
  const db = queryBuilder<RunTables>(database.dialect)
  /** Several servers on one Postgres measure leases by its clock, so that theirs may differ. */
  const clock = (offset: number): RawBuilder<number> =>
    database.dialect === 'postgres'
      ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint + ${sql.lit(offset)}`
      : sql<number>`${now() + offset}`
  /** Runs that there is something to do for now: a waiting one only when its time has come. */
  const due = (where: ExpressionBuilder<RunTables, 'runs'>) =>
    where.or([
      where('status', 'in', ['queued', 'running']),
      where.and([where('status', '=', 'waiting'), where('wake_at', '<=', now())]),
    ])
  const unheld = (where: ExpressionBuilder<RunTables, 'runs'>) =>
    where.or([
      where('lease_until', 'is', null),
      where('lease_until', '<', clock(0)),
      where('lease_until', '>', clock(Math.max(farthestMs, leaseMs))),
    ])
  const sessionsToTend = () =>
    db
      .selectFrom('runs')
      .innerJoin('sessions', 'sessions.id', 'runs.session_id')
      .select('session_id')
      .distinct()
      .where('sessions.deleted_at', 'is', null)
      .where('runs.status', '=', 'scheduled')
      .where('held', '=', 0)
      .where((where) => where.or([where('delivery', 'is not', null), where('wake_at', '<=', now())]))
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('runs as other')
              .select('other.id')
              .whereRef('other.session_id', '=', 'runs.session_id')
              .where('other.status', 'in', activeStatuses),
          ),
        ),
      )
  return {
    async free(limit) {
      const query = db
        .selectFrom('runs')
        .select('id')
        .where(due)
        .where(unheld)
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
      return await database.read(
        (function* () {
          const runs = yield* rowsOf(query)
          const sessions = yield* rowsOf(sessionsToTend().limit(limit))
          return { runs: runs.map(({ id }) => id), sessions: sessions.map((each) => each.session_id) }
        })(),
      )
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
          .set((set) => ({ epoch: set('epoch', '+', 1), lease_owner: instanceId, lease_until: clock(leaseMs) }))
          .where('id', '=', runId)
          .where(due)
          .where((where) => where.or([unheld(where), ...(adopt ? [where('lease_owner', '=', instanceId)] : [])]))
          .returningAll()
        return yield* rowsOf(free)
      })
      return rows[0]
    },
    async beat(runId, epoch) {
      const rows = await database.transact(function* () {
        const held = db
          .updateTable('runs')
          .set({ lease_until: clock(leaseMs) })
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
    async beatAll(runIds) {
      const rows = await database.transact(function* () {
        const held = db
          .updateTable('runs')
          .set({ lease_until: clock(leaseMs) })
          .where('id', 'in', runIds)
          .where('lease_owner', '=', instanceId)
          .returning(['id', 'epoch', 'abort_requested'])
        return yield* rowsOf(held)
      })
      return new Map(rows.map((row) => [row.id, { epoch: row.epoch, abort: row.abort_requested === 1 }]))
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
        () => [queueTopic],
      )
    },
  }
}
