import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** So many scripts have written enough for a checkpoint to be worth it; fewer are left to SQLite's own. */
const worthIt = 500
/** The most that the log may grow to before writers wait, beside the event loop, until all of it is copied, in bytes. */
const longestLog = 64 * 1024 * 1024
/** SQLite's own default: a checkpoint by the writer, after this many pages. */
const ownPages = 1000
/** How long the end waits for a checkpoint that is under way. */
const patienceMs = 2000

/**
 * Copies what is in the write-ahead log into the file, on a thread and a connection of its own, and reports how many
 * pages the log holds. Written as text since the server is one bundle, without a second file to start a thread from.
 */
const work = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const connection = new DatabaseSync(workerData.file, { timeout: 100 })
connection.exec('pragma synchronous = full; pragma wal_autocheckpoint = 0')
const passive = connection.prepare('pragma wal_checkpoint(passive)')
parentPort.on('message', (message) => {
  if (message === 'end') {
    connection.close()
    parentPort.close()
    return
  }
  parentPort.postMessage(passive.get().log)
})
parentPort.postMessage(0)
`

/**
 * Keeps checkpoints off the event loop, where one of them would hold up everything for a tenth of a second. While
 * little is written, and if the thread fails, SQLite makes them itself as it always does.
 */
export interface Checkpoints {
  /** Called after each commit with the number of its scripts. */
  committed(scripts: number): void
  /** Called within a transaction that writes much: what it writes is then copied by the thread, and not by its commit. */
  leaveToThread(): void
  /**
   * A checkpoint that writers wait for: if the log has grown too long, the last of it is copied while nothing is added,
   * and the next to write starts it again. SQLite's own way, a checkpoint that holds the lock, would stop the event
   * loop.
   */
  readonly hold: Promise<void> | undefined
  /** Ends the thread; the connection is then the last one. */
  close(): Promise<void>
}

export function createCheckpoints(connection: DatabaseSync, file: string): Checkpoints {
  const pageSize = Number(connection.prepare('pragma page_size').get()?.page_size ?? 4096)
  connection.exec(`pragma wal_autocheckpoint = ${ownPages}; pragma journal_size_limit = ${longestLog}`)
  let worker: Worker | undefined
  let state: 'none' | 'starting' | 'idle' | 'busy' | 'failed' | 'closed' = 'none'
  let written = 0
  let hold: { promise: Promise<void>; resolve(): void } | undefined

  function letGo() {
    hold?.resolve()
    hold = undefined
  }

  function begin() {
    state = 'starting'
    const started = new Worker(work, {
      eval: true,
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
    })
    worker = started
    started.unref()
    started.on('message', (log) => {
      if (state === 'closed') return
      if (state === 'starting') connection.exec('pragma wal_autocheckpoint = 0')
      const isFirst = state === 'starting'
      state = 'idle'
      if (isFirst && written >= worthIt) return copy()
      if (hold || log <= longestLog / pageSize) return letGo()
      hold = Promise.withResolvers()
      copy()
    })
    // A full disk, a broken file: the next writer gets the error, and checkpoints are SQLite's own again.
    started.on('error', giveUp)
    started.on('exit', giveUp)
  }

  function giveUp() {
    if (state === 'closed' || state === 'failed') return
    state = 'failed'
    worker = undefined
    letGo()
    connection.exec(`pragma wal_autocheckpoint = ${ownPages}`)
  }

  function copy() {
    state = 'busy'
    written = 0
    worker?.postMessage('copy')
  }

  return {
    committed(scripts) {
      written += scripts
      // Few scripts may write much, as an import does.
      if (written < worthIt && !(written % 32 === 0 && logSize(file) > longestLog)) return
      if (state === 'none') begin()
      if (state === 'idle') copy()
    },
    leaveToThread() {
      if (state === 'failed' || state === 'closed') return
      if (state === 'none') begin()
      connection.exec('pragma wal_autocheckpoint = 0')
    },
    get hold() {
      return hold?.promise
    },
    async close() {
      const last = worker
      state = 'closed'
      worker = undefined
      letGo()
      if (!last) return
      const ended = new Promise<void>((resolve) => last.once('exit', () => resolve()))
      last.postMessage('end')
      const timer = setTimeout(() => void last.terminate(), patienceMs)
      await ended
      clearTimeout(timer)
    },
  }
}

function logSize(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
}
