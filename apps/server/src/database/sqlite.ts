import { DatabaseSync } from 'node:sqlite'
import type { Steps } from '@atelier/operation'
import type { Database, Query, QueryResult, ReadLevel, Script } from '@atelier/streams'
import { createCheckpoints } from './checkpoints.ts'
import { Statements } from './statements.ts'
import { createSyncing } from './syncing.ts'
import { Topics } from './topics.ts'

/** The most scripts that share one transaction, and after how many milliseconds no further one joins it. */
const groupLimit = 500
const groupMs = 10
/** As many scripts a transaction that takes several turns counts for the checkpoints: it writes as much. */
const manyScripts = 500
/** How long a transaction is at work before the rest of the server has its turn, in milliseconds. */
const sliceMs = 10
/** Kilobytes of pages that are kept in memory, and that a long transaction keeps: what is beyond is written with it. */
const cacheKb = 16_000
const longCacheKb = 2_000
/** How many callers are resumed in one turn of the event loop once their transaction is durable. */
const toldAtOnce = 25

interface Job {
  /**
   * Runs the script, a statement at each step; the function that it returns resumes the caller, once it is durable. Run
   * again when the transaction began anew, with the same outcome.
   */
  run(statements: Statements): Steps<Ran>
  reject(error: unknown): void
}

interface Ran {
  topics: readonly string[]
  resolve: () => void
}

/** The scripts of one transaction. */
interface Group {
  jobs: Job[]
  /** It takes more than one turn. */
  isLong: boolean
  done: (Ran & { job: Job })[]
  failed: { job: Job; error: unknown }[]
}

export interface SqliteDatabase extends Database {
  /** For migrations, before the start. */
  readonly statements: Statements
  /** Runs one statement by itself: a read at once, a write when no transaction stands open. */
  run(query: Query, isRead: boolean): Promise<QueryResult>
  /** Awaited before anything read or written through `run` or `statements` leaves this module. */
  durable(wrote: boolean): Promise<void> | undefined
}

/** Opens the connection as every user of the file needs it: write-ahead log, each commit on the disk before it is acknowledged. */
export function openConnection(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 })
  connection.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory',
  )
  connection.exec(`pragma cache_size = -${cacheKb}`)
  return connection
}

/** A connection that only reads, beside one that writes. */
function openReader(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  connection.exec('pragma temp_store = memory; pragma cache_size = -4000')
  return connection
}

/**
 * The database port over `node:sqlite`. Scripts handed in during one turn of the event loop are run at its end, within one
 * `begin immediate … commit`; topics are woken within this process only. A long transaction is written in slices, and the
 * rest of the server has its turn in between: it reads what was committed before, on a connection of its own.
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
  /** The group that is being written, up to the disk; whatever arrives meanwhile is in the next one. */
  let underWay: Promise<void> | undefined
  /** Until the transaction ends that stands open between two turns. */
  let open: Promise<void> | undefined
  let besides: { connection: DatabaseSync; statements: Statements } | undefined
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
    const group: Group = { jobs: [], isLong: false, done: [], failed: [] }
    const steps = writeGroup(group)
    const writeOn = (): boolean => {
      const end = performance.now() + sliceMs
      while (!steps.next().done) if (performance.now() >= end) return false
      return true
    }
    try {
      if (writeOn()) resumeCallers(group)
      else underWay = writeInTurns(group, writeOn)
    } catch (error) {
      giveUp(group, error)
    }
  }

  function writeInTurns(group: Group, writeOn: () => boolean): Promise<void> {
    group.isLong = true
    // The commit has little left to write then: all of it and its checkpoint would hold the event loop for 0.1 s and more.
    connection.exec(`pragma cache_size = -${longCacheKb}`)
    checkpoints.leaveToThread()
    const write = async () => {
      do await new Promise(setImmediate)
      while (!writeOn())
    }
    const ended = () => {
      connection.exec(`pragma cache_size = -${cacheKb}`)
      open = undefined
      underWay = undefined
    }
    const told: Promise<void> = write()
      .then(
        () => {
          ended()
          resumeCallers(group)
        },
        (error) => {
          ended()
          giveUp(group, error)
          schedule()
        },
      )
      .finally(() => telling.delete(told))
    telling.add(told)
    open = told
    return told
  }

  /**
   * Runs the scripts without savepoints, which cost as much as the few statements of most scripts, and within which each
   * statement takes the longer the more pages the script has written. Nearly all succeed. When one fails after it has
   * written, the transaction begins anew: those before it run again, and each further one has a savepoint.
   */
  function* writeGroup({ jobs, done, failed }: Group): Steps<void> {
    const until = performance.now() + groupMs
    let again: Job[] = []
    let isCareful = false
    begin.run()
    while (again.length > 0 || (jobs.length < groupLimit && (jobs.length === 0 || performance.now() < until))) {
      const known = again.shift()
      const job = known ?? queue.shift()
      if (!job) break
      if (!known) jobs.push(job)
      const { written } = statements
      // The transaction itself is the savepoint of what comes first.
      const inside = isCareful && done.length > 0
      if (inside) savepoint.run()
      try {
        done.push({ job, ...(yield* job.run(statements)) })
      } catch (error) {
        // A full disk and the like end the whole transaction: then no script of it is kept.
        if (!connection.isTransaction) throw error
        failed.push({ job, error })
        if (inside) rollback.run()
        else if (statements.written > written) {
          rollbackAll.run()
          begin.run()
          again = [...done.splice(0).map((before) => before.job), ...again]
          isCareful = true
        }
      }
      if (inside) release.run()
    }
    commit.run()
  }

  function giveUp({ jobs }: Group, error: unknown): void {
    // If not even the transaction began, no script was tried.
    for (const job of jobs.length > 0 ? jobs : queue.splice(0, groupLimit)) job.reject(error)
    if (connection.isTransaction) connection.exec('rollback')
  }

  function resumeCallers({ jobs, isLong, done, failed }: Group): void {
    checkpoints.committed(isLong ? manyScripts : jobs.length)
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

  /** When the first read of this turn began. */
  let turnBegan: number | undefined

  /**
   * Resolves in this turn unless reads that follow each other have used it up: none of them leaves it by itself. Then it
   * resolves in a later one, when others have had theirs.
   */
  async function turnWithTime(): Promise<void> {
    for (;;) {
      const at = performance.now()
      if (turnBegan === undefined) {
        turnBegan = at
        setImmediate(() => {
          turnBegan = undefined
        })
      }
      if (at - turnBegan < sliceMs) return
      await new Promise(setImmediate)
    }
  }

  /** Committed rows only, and nothing of an open transaction. */
  function committed(): Statements {
    if (!open) return statements
    if (!besides) {
      const second = openReader(file)
      besides = { connection: second, statements: new Statements(second) }
    }
    return besides.statements
  }

  function durable(wrote: boolean): Promise<void> | undefined {
    if (!relaxed) return undefined
    if (wrote) syncing.written()
    return syncing.durable()
  }

  function transact<Result>(
    script: () => Script<Result>,
    wake?: (result: Result) => readonly string[],
    whenDurable?: (result: Result) => void,
  ): Promise<Result> {
    if (closed) return Promise.reject(new Error('The database is closed.'))
    return new Promise<Result>((resolve, reject) => {
      queue.push({
        *run(on) {
          const result = yield* on.steps(script())
          const done = () => {
            whenDurable?.(result)
            resolve(result)
          }
          return { topics: wake?.(result) ?? [], resolve: done }
        },
        reject,
      })
      schedule()
    })
  }

  return {
    dialect: 'sqlite',
    statements,
    async run(query, isRead) {
      if (isRead) return committed().run(query)
      while (open) await open
      return statements.run(query)
    },
    durable,
    async read<Result>(script: Script<Result>, level: ReadLevel = 'durable'): Promise<Result> {
      if (closed) throw new Error('The database is closed.')
      await turnWithTime()
      const result = committed().script(script)
      // It may hold what a commit has only just written, and must not leave before that is durable.
      if (level === 'durable') await durable(false)
      return result
    },
    write: (script) => transact(repeatable(script)),
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
      besides?.connection.close()
      connection.close()
    },
  }
}

/** A script that can run again although the given one cannot: with the same statements, and the result that it had. */
function repeatable<Result>(script: Script<Result>): () => Script<Result> {
  const queries: Query[] = []
  let ended: { result: Result } | undefined
  return function* () {
    for (const query of queries) yield query
    if (ended) return ended.result
    let step = script.next()
    while (!step.done) {
      queries.push(step.value)
      step = script.next(yield step.value)
    }
    ended = { result: step.value }
    return step.value
  }
}
