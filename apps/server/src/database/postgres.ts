import type { Database, Query, QueryResult, Script } from '@atelier/streams'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { channelName, type Notifications, openNotifications } from './notifications.ts'
import { Topics } from './topics.ts'

/** The most scripts that share one transaction. */
const groupLimit = 500
/** How often a transaction that lost a deadlock or a serialisation race is run again. */
const attempts = 6
const retried = new Set(['40P01', '40001'])
/** Errors of a server that is stopping, has crashed, is not up yet, or gave up on a transaction that stood still. */
const away = new Set(['57P01', '57P02', '57P03', '25P03'])
/** How long a transaction waits for a server that is away, as a restart takes. */
const patienceMs = 5000
/** Statements kept prepared on each connection. */
const keep = 500

interface Job {
  run(client: pg.PoolClient): Promise<{ topics: readonly string[]; resolve: () => void }>
  reject(error: unknown): void
}

type JobOutcome =
  | { ok: true; job: Job; topics: readonly string[]; resolve: () => void }
  | { ok: false; job: Job; error: unknown }

export interface PostgresDatabase extends Database {
  readonly pool: pg.Pool
}

/** bigint and numeric (the results of `count` and `sum`) come as numbers, as they do from SQLite. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

/**
 * The server's settings against a process of ours that is frozen, or whose host is gone: its locks are given up well
 * within the lease of a run (7 s), so that another can take over. Beside what the address itself asks for.
 */
function connectionOf(databaseUrl: string): { connectionString: string; options: string } {
  const ours = {
    idle_in_transaction_session_timeout: 4000,
    tcp_user_timeout: 5000,
    tcp_keepalives_idle: 2,
    tcp_keepalives_interval: 1,
    tcp_keepalives_count: 3,
  }
  const options = Object.entries(ours).map(([name, value]) => `-c ${name}=${value}`)
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined
  const given = url?.searchParams.get('options')
  if (!url || !given) return { connectionString: databaseUrl, options: options.join(' ') }
  url.searchParams.delete('options')
  return { connectionString: url.href, options: [...options, given].join(' ') }
}

/**
 * The database port over Postgres. All of a process's transactions go through one connection, one after the other;
 * scripts that are handed in while one runs share the next. Topics reach other processes by NOTIFY, with a poll as a
 * backstop; give `databaseUrl` a direct connection, not one through a transaction pooler.
 */
export async function openPostgres(databaseUrl: string, options: { pollMs?: number } = {}): Promise<PostgresDatabase> {
  const settings = {
    ...connectionOf(databaseUrl),
    types,
    // A host that vanished silently is noticed, so that no query waits for it without end.
    keepAlive: true,
    connectionTimeoutMillis: 15_000,
  }
  const pool = new pg.Pool({ ...settings, max: 10 })
  const writer = new pg.Pool({ ...settings, max: 1, idleTimeoutMillis: 0 })
  // A connection that breaks is replaced by the pool, and the query that used it fails. Without a
  // listener it would end the process: the pool's own listener covers idle connections only.
  for (const each of [pool, writer]) {
    each.on('error', () => {})
    each.on('connect', (client) => client.on('error', () => {}))
  }
  const topics = new Topics()
  const names = new Map<string, string>()
  const queue: Job[] = []
  let running: Promise<void> | undefined
  let notifications: Notifications
  let closed = false

  async function execute(client: pg.PoolClient, query: Query): Promise<QueryResult> {
    const name = names.get(query.sql) ?? (names.size < keep ? `s${names.size}` : undefined)
    if (name !== undefined) names.set(query.sql, name)
    const result = await client.query({ name, text: query.sql, values: [...query.parameters] })
    return { rows: result.rows, affected: result.command === 'SELECT' ? 0 : (result.rowCount ?? 0) }
  }

  async function runScript<Result>(client: pg.PoolClient, script: Script<Result>): Promise<Result> {
    let step = script.next()
    while (!step.done) step = script.next(await execute(client, step.value))
    return step.value
  }

  /** One transaction with a savepoint for each job, up to its commit; throws if all of it failed. */
  async function runGroup(client: pg.PoolClient, jobs: readonly Job[]): Promise<JobOutcome[]> {
    const outcomes: JobOutcome[] = []
    await client.query('begin')
    for (const job of jobs) {
      await client.query('savepoint script')
      try {
        outcomes.push({ ok: true, job, ...(await job.run(client)) })
      } catch (error) {
        if (isRetried(error) || isAway(error)) throw error
        await client.query('rollback to savepoint script')
        outcomes.push({ ok: false, job, error })
      }
      await client.query('release savepoint script')
    }
    const woken = new Set(outcomes.flatMap((outcome) => (outcome.ok ? outcome.topics : [])))
    await notifications.notify(client, woken)
    return outcomes
  }

  /** One try. `again` if nothing of it can have been committed and the next may do better. */
  async function tryGroup(jobs: readonly Job[]): Promise<JobOutcome[] | { again: 'race' | 'away'; error: unknown }> {
    let client: pg.PoolClient | undefined
    let committing = false
    try {
      client = await writer.connect()
      const outcomes = await runGroup(client, jobs)
      committing = true
      await client.query('commit')
      client.release()
      return outcomes
    } catch (error) {
      const broken = await client?.query('rollback').then(
        () => undefined,
        (cause: Error) => cause,
      )
      client?.release(broken)
      if (isRetried(error)) return { again: 'race', error }
      // A commit that broke off may have been made: then its caller has to look.
      if (isAway(error) && !committing) return { again: 'away', error }
      throw error
    }
  }

  async function runWithRetries(jobs: readonly Job[]): Promise<JobOutcome[]> {
    const end = performance.now() + patienceMs
    for (let attempt = 1; ; attempt++) {
      const outcome = await tryGroup(jobs)
      if (!('again' in outcome)) return outcome
      const over = outcome.again === 'race' ? attempt >= attempts : closed || performance.now() > end
      if (over) throw outcome.error
      const wait = outcome.again === 'race' ? Math.random() * 20 * attempt : Math.min(50 * attempt, 500)
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }

  async function drain(): Promise<void> {
    // One turn, so that what is handed in together commits together.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const jobs = queue.splice(0, groupLimit)
      try {
        const outcomes = await runWithRetries(jobs)
        for (const outcome of outcomes) outcome.ok ? outcome.resolve() : outcome.job.reject(outcome.error)
        topics.wake(new Set(outcomes.flatMap((outcome) => (outcome.ok ? outcome.topics : []))))
      } catch (error) {
        for (const job of jobs) job.reject(error)
      }
    }
    running = undefined
  }

  /** Runs a script whose statements are each a transaction by themselves. */
  async function runAlone<Result>(script: Script<Result>): Promise<Result> {
    const client = await pool.connect()
    try {
      const result = await runScript(client, script)
      client.release()
      return result
    } catch (error) {
      client.release(isConnectionError(error) ? error : undefined)
      throw error
    }
  }

  notifications = await openNotifications(settings, topics, options.pollMs ?? 5000)

  return {
    dialect: 'postgres',
    pool,
    read: runAlone,
    write: runAlone,
    transact<Result>(
      script: () => Script<Result>,
      wake?: (result: Result) => readonly string[],
      whenDurable?: (result: Result) => void,
    ): Promise<Result> {
      if (closed) return Promise.reject(new Error('The database is closed.'))
      return new Promise<Result>((resolve, reject) => {
        queue.push({
          async run(client) {
            const result = await runScript(client, script())
            const done = () => {
              whenDurable?.(result)
              resolve(result)
            }
            return { topics: (wake?.(result) ?? []).map(channelName), resolve: done }
          },
          reject,
        })
        running ??= drain()
      })
    },
    subscribe: (topic, listener) => topics.subscribe(channelName(topic), listener),
    async close() {
      if (closed) return
      closed = true
      while (running) await running
      topics.clear()
      await notifications.close()
      await Promise.all([pool.end(), writer.end()])
    },
  }
}

/** A Kysely on a pool, for ordinary reads, migrations and the auth library. */
export function poolKysely<Tables>(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

function isRetried(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && retried.has(error.code)
}

/** Anything but an error that the server reported about a statement leaves the connection in doubt. */
function isConnectionError(error: unknown): error is Error {
  return error instanceof Error && (!(error instanceof pg.DatabaseError) || isAway(error))
}

/** The connection is gone or cannot be made, for reasons that may pass. */
function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code !== undefined && away.has(error.code)
  if (!(error instanceof Error)) return false
  if ('code' in error)
    return ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'].includes(String(error.code))
  return error.message.startsWith('Connection terminated')
}
