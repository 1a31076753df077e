import { affectedBy, type Database, queryBuilder, rowsOf, statement } from '@atelier/streams'
import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import { activeStatuses, type RunRow, type RunTables } from '../contract/tables.ts'
import { queueTopic } from '../queue/queue.ts'

export interface Leases {
  /**
   * Ids of runs without a valid lease, oldest first; and of the sessions without an active run in which messages wait
   * that are not held.
   */
  free(limit: number): Promise<{ runs: string[]; sessions: string[] }>
  /** Ids of runs whose lease is in this instance's own name, so that it continues them after a restart. */
  own(): Promise<string[]>
  /** Takes the lease under a new epoch; undefined if another has it or the run has ended. */
  claim(runId: string, adopt: boolean): Promise<RunRow | undefined>
  /** Renews the lease. `lost` if another epoch holds it. */
  beat(runId: string, epoch: number): Promise<'held' | 'abort' | 'lost'>
  /** Renews the leases of these runs; returns the epoch of each that is still in this instance's name, and whether it is to stop. */
  beatAll(runIds: readonly string[]): Promise<Map<string, { epoch: number; abort: boolean }>>
  /** Returns the run to the queue at once, under a new epoch. */
  release(runId: string, epoch: number): Promise<void>
}

export interface LeaseOptions {
  database: Database
  instanceId: string
  leaseMs: number
  /** The time for what is due; on SQLite, where one process has all leases, for leases too. */
  now(): number
}

/**
 * No runner takes a lease for longer than this many milliseconds, so that one which ends later was written before a
 * clock was put back: until then no runner would take over from one that has died.
 */
const farthestMs = 120_000

type Where = ExpressionBuilder<RunTables, 'runs'>

/** Runs with work to do now: a waiting one only when its time has come. */
function due(where: Where, now: number) {
  return where.or([
    where('status', 'in', ['queued', 'running']),
    where.and([where('status', '=', 'waiting'), where('wake_at', '<=', now)]),
  ])
}

/** The times that a lease is measured by. */
interface Times {
  now: RawBuilder<number>
  /** When a lease that is taken now ends. */
  until: RawBuilder<number>
  farthest: RawBuilder<number>
}

function unheld(where: Where, { now, farthest }: Times) {
  return where.or([
    where('lease_until', 'is', null),
    where('lease_until', '<', now),
    where('lease_until', '>', farthest),
  ])
}

const sessionsToTend = statement((db: Kysely<RunTables>, { now, limit }: { now: number; limit: number }) =>
  db
    .selectFrom('runs')
    .innerJoin('sessions', 'sessions.id', 'runs.session_id')
    .select('session_id')
    .distinct()
    .where('sessions.deleted_at', 'is', null)
    .where('runs.status', '=', 'scheduled')
    .where('held', '=', 0)
    .where((where) => where.or([where('delivery', 'is not', null), where('wake_at', '<=', now)]))
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
    .limit(limit),
)

export function createLeases({ database, instanceId, leaseMs, now }: LeaseOptions): Leases {
  const { dialect } = database
  const farthestLease = Math.max(farthestMs, leaseMs)
  /** Several servers on one Postgres measure leases by its clock, so that theirs may differ. */
  const times = (given: { now: number; until: number; farthest: number }): Times => {
    if (dialect === 'postgres')
      return { now: serverClock(0), until: serverClock(leaseMs), farthest: serverClock(farthestLease) }
    return {
      now: sql<number>`${given.now}`,
      until: sql<number>`${given.until}`,
      farthest: sql<number>`${given.farthest}`,
    }
  }
  const clock = () => {
    const at = now()
    return { now: at, until: at + leaseMs, farthest: at + farthestLease }
  }
  type Clock = ReturnType<typeof clock>

  const freeRuns = statement((db: Kysely<RunTables>, given: Clock & { limit: number }) =>
    db
      .selectFrom('runs')
      .select('id')
      .where((where) => due(where, given.now))
      .where((where) => unheld(where, times(given)))
      .orderBy('created_at')
      .orderBy('id')
      .limit(given.limit),
  )
  const ownRuns = statement((db: Kysely<RunTables>, given: { instanceId: string }) =>
    db
      .selectFrom('runs')
      .select('id')
      .where('status', 'in', activeStatuses)
      .where('lease_owner', '=', given.instanceId),
  )
  const take = (adopt: boolean) =>
    statement((db: Kysely<RunTables>, given: Clock & { runId: string }) =>
      db
        .updateTable('runs')
        .set((set) => ({ epoch: set('epoch', '+', 1), lease_owner: instanceId, lease_until: times(given).until }))
        .where('id', '=', given.runId)
        .where((where) => due(where, given.now))
        .where((where) =>
          where.or([unheld(where, times(given)), ...(adopt ? [where('lease_owner', '=', instanceId)] : [])]),
        )
        .returningAll(),
    )
  const [takeFree, takeOwn] = [take(false), take(true)]
  const prolong = statement((db: Kysely<RunTables>, given: Clock & { runId: string; epoch: number }) =>
    db
      .updateTable('runs')
      .set({ lease_until: times(given).until })
      .where('id', '=', given.runId)
      .where('epoch', '=', given.epoch)
      .where('lease_owner', '=', instanceId)
      .returning('abort_requested'),
  )
  const giveBack = statement((db: Kysely<RunTables>, given: { runId: string; epoch: number; next: number }) =>
    db
      .updateTable('runs')
      .set({ epoch: given.next, lease_owner: null, lease_until: null })
      .where('id', '=', given.runId)
      .where('epoch', '=', given.epoch),
  )

  return {
    async free(limit) {
      const at = clock()
      return await database.read(
        (function* () {
          const runs = yield* rowsOf(freeRuns(dialect, { ...at, limit }))
          const sessions = yield* rowsOf(sessionsToTend(dialect, { now: at.now, limit }))
          return { runs: runs.map(({ id }) => id), sessions: sessions.map((each) => each.session_id) }
        })(),
        'committed',
      )
    },
    async own() {
      const rows = await database.read(rowsOf(ownRuns(dialect, { instanceId })))
      return rows.map((row) => row.id)
    },
    async claim(runId, adopt) {
      const rows = await database.transact(() => rowsOf((adopt ? takeOwn : takeFree)(dialect, { ...clock(), runId })))
      return rows[0]
    },
    async beat(runId, epoch) {
      const rows = await database.transact(() => rowsOf(prolong(dialect, { ...clock(), runId, epoch })))
      const row = rows[0]
      if (!row) return 'lost'
      return row.abort_requested === 1 ? 'abort' : 'held'
    },
    async beatAll(runIds) {
      const rows = await database.transact(() => {
        // Built again each time, since it has one placeholder for each run.
        const held = queryBuilder<RunTables>(dialect)
          .updateTable('runs')
          .set({ lease_until: times(clock()).until })
          .where('id', 'in', runIds)
          .where('lease_owner', '=', instanceId)
          .returning(['id', 'epoch', 'abort_requested'])
        return rowsOf(held)
      })
      return new Map(rows.map((row) => [row.id, { epoch: row.epoch, abort: row.abort_requested === 1 }]))
    },
    async release(runId, epoch) {
      await database.transact(
        () => affectedBy(giveBack(dialect, { runId, epoch, next: epoch + 1 })),
        () => [queueTopic],
      )
    },
  }
}

/** Postgres' own clock, in epoch milliseconds. */
function serverClock(offset: number): RawBuilder<number> {
  return sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint + ${sql.lit(offset)}`
}
