import { DatabaseSync } from 'node:sqlite'
import type { Database, Script } from '@atelier/streams'
import { createCheckpoints } from './checkpoints.ts'
import { Statements } from './statements.ts'
import { Topics } from './topics.ts'

/** The most scripts that share one transaction, and how long they may take: a burst does not hold up the event loop. */
const groupLimit = 500
const groupMs = 20

/**
 * Nothing else happens while the disk takes a commit in. After a group of this many scripts the next one therefore
 * waits `pause` times as long as that commit took, and takes in all that came meanwhile; few callers wait for nothing.
 */
const crowd = 4
const pause = 2
const longestPauseMs = 20

interface Job {
  /** Runs the script; what it gives back tells its caller, once the transaction is durable. */
  run(statements: Statements): { topics: readonly string[]; resolve: () => void }
  reject(error: unknown): void
}

export interface SqliteDatabase extends Database {
  /** For what shares the connection within one turn of the event loop: Kysely, and migrations before the start. */
  readonly statements: Statements
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
 * its end, within one `begin immediate … commit`; topics are told within this process only.
 */
export function openSqlite(file: string): SqliteDatabase {
  const connection = openConnection(file)
  const statements = new Statements(connection)
  const begin = connection.prepare('begin immediate')
  const savepoint = connection.prepare('savepoint script')
  const rollback = connection.prepare('rollback to script')
  const release = connection.prepare('release script')
  const commit = connection.prepare('commit')
  const topics = new Topics()
  const checkpoints = createCheckpoints(connection, file)
  const queue: Job[] = []
  let scheduled = false
  let closed = false
  /** When the next group may begin, as `performance.now` counts: see `crowd`. */
  let notBefore = 0

  function schedule() {
    if (scheduled || queue.length === 0) return
    scheduled = true
    const wait = notBefore - performance.now()
    // A timer is never exact to the millisecond, so that short waits are spent in the event loop.
    if (wait < 1) setImmediate(flush)
    else setTimeout(flush, wait)
  }

  function flush() {
    scheduled = false
    const from = performance.now()
    const ran = queue.length > 0 ? runGroup() : 0
    const now = performance.now()
    notBefore = ran < crowd ? 0 : now + Math.min(longestPauseMs, pause * (now - from))
    schedule()
  }

  /** Runs as many scripts as one transaction takes, and gives how many. */
  function runGroup(): number {
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
        savepoint.run()
        try {
          done.push({ job, ...job.run(statements) })
        } catch (error) {
          // A full disk and the like end the whole transaction: then nobody's work is kept.
          if (!connection.isTransaction) throw error
          rollback.run()
          failed.push({ job, error })
        }
        release.run()
      }
      commit.run()
    } catch (error) {
      // Where not even the transaction began, nobody's work was tried.
      for (const job of jobs.length > 0 ? jobs : queue.splice(0, groupLimit)) job.reject(error)
      if (connection.isTransaction) connection.exec('rollback')
      return jobs.length
    }
    checkpoints.committed(jobs.length)
    for (const { job, error } of failed) job.reject(error)
    for (const { resolve } of done) resolve()
    topics.wake(new Set(done.flatMap((entry) => entry.topics)))
    return jobs.length
  }

  return {
    dialect: 'sqlite',
    statements,
    async read<Result>(script: Script<Result>): Promise<Result> {
      if (closed) throw new Error('The database is closed.')
      return statements.script(script)
    },
    transact<Result>(script: () => Script<Result>, wake?: (result: Result) => readonly string[]): Promise<Result> {
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
    },
    subscribe: (topic, listener) => topics.subscribe(topic, listener),
    async close() {
      if (closed) return
      closed = true
      while (queue.length > 0) flush()
      topics.clear()
      await checkpoints.close()
      connection.close()
    },
  }
}
