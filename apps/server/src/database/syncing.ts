import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** Puts what was committed on the disk, beside the event loop. */
export interface Syncing {
  /** Something was committed that the disk may not hold yet. */
  written(): void
  /**
   * Undefined if the disk holds everything that was committed so far, otherwise a promise of that. It is rejected
   * once the disk has refused, and from then on always: what a file holds after a failed sync is not known.
   */
  durable(): Promise<void> | undefined
  close(): Promise<void>
}

/**
 * Syncs the write-ahead log of a database from the thread pool. SQLite itself, with `synchronous = normal`, writes each
 * commit to the log in order and with checksums, and leaves it to the system when it reaches the disk
 * (https://sqlite.org/pragma.html#pragma_synchronous); with a sync of the log before a commit is acknowledged it is as
 * durable as with `full`, and nothing waits for the disk meanwhile but those whose commit it is. One sync at a time;
 * what is committed during one is in the next.
 */
export function createSyncing(file: string): Syncing {
  let log: number | undefined
  let pending = false
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let broken: Error | undefined

  /** The log is there from the first commit on, and stays the same file while a connection is open. */
  function open(): number {
    if (log !== undefined) return log
    log = openSync(`${file}-wal`, 'r+')
    const folder = openSync(dirname(file), 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
    return log
  }

  function begin(): Promise<void> {
    pending = false
    next = undefined
    const sync = new Promise<void>((resolve, reject) => {
      fdatasync(open(), (error) => (error ? reject(error) : resolve()))
    }).catch((error) => {
      broken = error instanceof Error ? error : new Error(String(error))
      throw broken
    })
    running = sync
    const end = () => {
      if (running === sync) running = undefined
    }
    sync.then(end, end)
    return sync
  }

  return {
    written() {
      pending = true
    },
    durable() {
      if (broken) return Promise.reject(broken)
      if (!pending) return running
      if (!running) return begin()
      next ??= running.then(begin)
      return next
    },
    async close() {
      try {
        await this.durable()
      } finally {
        if (log !== undefined) closeSync(log)
        log = undefined
      }
    },
  }
}
