import { DatabaseSync } from 'node:sqlite'
import type { Database, Script } from '@atelier/streams'
import { createCheckpoints } from './checkpoints.ts'
import { Statements } from './statements.ts'
import { createSyncing } from './syncing.ts'
import { Topics } from './topics.ts'

/** The most scripts that share one transaction, and how long they may take: a burst does not hold up the event loop. */
const groupLimit = 500
const groupMs = 10
/** How many callers are resumed in one turn of the event loop once their transaction is durable. */
const toldAtOnce = 25

interface Job {
  /** Runs the script; the function that it returns resumes the caller, once the transaction is durable. */
  run(statements: Statements): { topics: readonly string[]; resolve: () => void }
  reject(error: unknown): void
}

export interface SqliteDatabase extends Database {
  /** For what shares the connection within one turn of the event loop: Kysely, and migrations before the start. */
  readonly statements: Statements
  /** Awaited before anything read or written through `statements` leaves this module. */
  durable(wrote: boolean): Promise<void> | undefined
}

/** Opens the connection as every user of the file needs it: write-ahead log, each commit on the disk before it is acknowledged. */
export function openConnection(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 })
  connection.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -16000',
  )
  return connection
}

/**
 * The database port over one `node:sqlite` connection. Scripts handed in during one turn of the event loop are run at
 * its end, within one `begin immediate … commit`; topics are woken within this process only.
 */
export function openSqlite(file: string): SqliteDatabase {
  const connection = openConnection(file)
  const statements = new Statements(connection)
  const begin = connection.prepare('begin immediate')
  const savepoint = connection.prepare('savepoint script')
  const rollback = connection.prepare('rollback to script')
  const release = connection.prepare('release script')
  const commit = connection.prepare('commit')
  const rollbackAll = connection.prepare('rollback')
  const topics = new Topics()
  const checkpoints = createCheckpoints(connection, file)
  const syncing = createSyncing(file)
  const queue: Job[] = []
  let scheduled = false
  let closed = false
  /** The group that is being written to disk; whatever arrives meanwhile is in the next one. */
  let underWay: Promise<void> | undefined
  /** Groups whose callers are being resumed. */
  const telling = new Set<Promise<void>>()
  /** Until the first group everything waits for the disk by itself: set-up and migrations. */
  let relaxed = false

  function schedule() {
    if (scheduled || underWay || queue.length === 0) return
    scheduled = true
    const { hold } = checkpoints
    if (hold) void hold.then(flush)
    else setImmediate(flush)
  }

  function flush() {
    scheduled = false
    if (queue.length > 0 && !underWay && (closed || !checkpoints.hold)) runGroup()
    schedule()
  }

  /** Runs as many scripts as one transaction takes; its callers are resumed when the disk holds it. */
  function runGroup(): void {
    if (!relaxed) {
      connection.exec('pragma synchronous = normal')
      relaxed = true
    }
    const until = performance.now() + groupMs
    const jobs: Job[] = []
    const done: { job: Job; topics: readonly string[]; resolve: () => void }[] = []
    const failed: { job: Job; error: unknown }[] = []
    try {
      begin.run()
      while (jobs.length < groupLimit && (jobs.length === 0 || performance.now() < until)) {
        const job = queue.shift()
        if (!job) break
        jobs.push(job)
        // The transaction itself is the savepoint of what comes first. Within another one each statement takes the longer
        // the more pages the script has written: an import would take minutes.
        const inside = done.length > 0
        if (inside) savepoint.run()
        try {
          done.push({ job, ...job.run(statements) })
        } catch (error) {
          // A full disk and the like end the whole transaction: then no script of it is kept.
          if (!connection.isTransaction) throw error
          failed.push({ job, error })
          if (inside) rollback.run()
          else {
            rollbackAll.run()
            begin.run()
          }
        }
        if (inside) release.run()
      }
      commit.run()
    } catch (error) {
      // If not even the transaction began, no script was tried.
      for (const job of jobs.length > 0 ? jobs : queue.splice(0, groupLimit)) job.reject(error)
      if (connection.isTransaction) connection.exec('rollback')
      return
    }
    checkpoints.committed(jobs.length)
    const settle = async () => {
      underWay = undefined
      schedule()
      for (const { job, error } of failed) job.reject(error)
      for (let at = 0; at < done.length; at += toldAtOnce) {
        if (at > 0) await new Promise(setImmediate)
        const some = done.slice(at, at + toldAtOnce)
        for (const { resolve } of some) resolve()
        topics.wake(new Set(some.flatMap((entry) => entry.topics)))
      }
    }
    const lost = (error: unknown) => {
      underWay = undefined
      schedule()
      for (const job of jobs) job.reject(error)
    }
    underWay = durable(true)
    const told = (underWay ?? Promise.resolve()).then(settle, lost).finally(() => telling.delete(told))
    telling.add(told)
  }

  function durable(wrote: boolean): Promise<void> | undefined {
    if (!relaxed) return undefined
    if (wrote) syncing.written()
    return syncing.durable()
  }

  function transact<Result>(
    script: () => Script<Result>,
    wake?: (result: Result) => readonly string[],
  ): Promise<Result> {
    if (closed) return Promise.reject(new Error('The database is closed.'))
    return new Promise<Result>((resolve, reject) => {
      queue.push({
        run(on) {
          const result = on.script(script())
          return { topics: wake?.(result) ?? [], resolve: () => resolve(result) }
        },
        reject,
      })
      schedule()
    })
  }

  return {
    dialect: 'sqlite',
    statements,
    durable,
    async read<Result>(script: Script<Result>): Promise<Result> {
      if (closed) throw new Error('The database is closed.')
      const result = statements.script(script)
      // It may hold what a commit has only just written, and must not leave before that is durable.
      await durable(false)
      return result
    },
    write: (script) => transact(() => script),
    transact,
    subscribe: (topic, listener) => topics.subscribe(topic, listener),
    async close() {
      if (closed) return
      closed = true
      while (queue.length > 0 || telling.size > 0) {
        flush()
        await Promise.all(telling)
      }
      topics.clear()
      await syncing.close()
      await checkpoints.close()
      connection.close()
    },
  }
}
