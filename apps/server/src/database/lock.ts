import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process has the data folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Takes the folder for this process until the returned function is called. The lock is SQLite's lock on a file of its
 * own, which the operating system releases when the process dies, however it dies; the process id beside it is only
 * for the message. Throws `FolderInUse`.
 */
export function lockFolder(folder: string): () => void {
  const pidFile = join(folder, 'server.pid')
  const lock = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (cause) {
    lock.close()
    throw new FolderInUse(
      `The data folder ${folder} is in use by process ${readPid(pidFile)}. Stop it, or set ATELIER_DATA to another folder.`,
      { cause },
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
  return () => {
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

function readPid(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    // Between the other process's lock and its note there is a moment without one.
    return '(unknown)'
  }
}
