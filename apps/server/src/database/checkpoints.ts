import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** So many scripts have written enough for a checkpoint to be worth it; fewer are left to SQLite's own. */
const worthIt = 500
/** The most that the log may grow to before writers wait until it begins anew, in bytes. */
const longestLog = 64 * 1024 * 1024
/** SQLite's own default: a checkpoint by the writer, after this many pages. */
const ownPages = 1000
/** How long the end waits for a checkpoint that is under way. */
const patienceMs = 2000

/**
 * Copies what is in the write-ahead log into the file, on a thread and a connection of its own. `restart` also has the
 * log begin anew: first all of it is copied, so that writers wait for the last few pages alone. Written as text since
 * the server is one bundle, without a second file to start a thread from.
 */
const work = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const connection = new DatabaseSync(workerData.file, { timeout: 100 })
connection.exec('pragma synchronous = full; pragma wal_autocheckpoint = 0')
const passive = connection.prepare('pragma wal_checkpoint(passive)')
const restart = connection.prepare('pragma wal_checkpoint(restart)')
parentPort.on('message', (message) => {
  if (message === 'end') {
    connection.close()
    parentPort.close()
    return
  }
  const { log } = passive.get()
  if (log > workerData.longestPages) restart.get()
  parentPort.postMessage('done')
})
parentPort.postMessage('ready')
`

/**
 * Keeps checkpoints off the event loop, where one of them would hold up everything for a tenth of a second. While
 * little is written, and wherever the thread fails, SQLite makes them itself as it always does.
 */
export interface Checkpoints {
  /** Told after each commit how many scripts it held. */
  committed(scripts: number): void
  /** Ends the thread; the connection is then the last one. */
  close(): Promise<void>
}

export function createCheckpoints(connection: DatabaseSync, file: string): Checkpoints {
  const pageSize = Number(connection.prepare('pragma page_size').get()?.page_size ?? 4096)
  connection.exec(`pragma wal_autocheckpoint = ${ownPages}; pragma journal_size_limit = ${longestLog}`)
  let worker: Worker | undefined
  let state: 'none' | 'starting' | 'idle' | 'busy' | 'failed' | 'closed' = 'none'
  let written = 0

  function begin() {
    state = 'starting'
    const started = new Worker(work, {
      eval: true,
      workerData: { file, longestPages: longestLog / pageSize },
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
    })
    worker = started
    started.unref()
    started.on('message', (message) => {
      if (state === 'closed') return
      if (message === 'ready') connection.exec('pragma wal_autocheckpoint = 0')
      state = 'idle'
    })
    // A full disk, a broken file: whoever writes will be told of it, and the checkpoints are SQLite's own again.
    started.on('error', giveUp)
    started.on('exit', giveUp)
  }

  function giveUp() {
    if (state === 'closed' || state === 'failed') return
    state = 'failed'
    worker = undefined
    connection.exec(`pragma wal_autocheckpoint = ${ownPages}`)
  }

  return {
    committed(scripts) {
      written += scripts
      // Few scripts may write much, as an import does.
      if (written < worthIt && !(written % 32 === 0 && logSize(file) > longestLog)) return
      if (state === 'none') begin()
      if (state !== 'idle') return
      state = 'busy'
      written = 0
      worker?.postMessage('checkpoint')
    },
    async close() {
      const last = worker
      state = 'closed'
      worker = undefined
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
