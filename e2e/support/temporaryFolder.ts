import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The maximum that the servers of one file of tests write, in bytes, with something to spare. */
const NEEDED = 200 * 1024 * 1024

/**
 * Makes a folder of its own for a test, which removes it.
 * @throws an error that says what to do if there is too little room for the data of a server
 */
export function temporaryFolder(prefix: string, { parent = tmpdir(), needed = NEEDED } = {}): string {
  const { bavail, bsize } = statfsSync(parent)
  const free = bavail * bsize
  if (free < needed) {
    const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024)
    throw new Error(
      `The temporary folder ${parent} has ${megabytes(free)} MB left, and these tests need ${megabytes(needed)}. Remove old files there (those of these tests are called atelier-*), or set TMPDIR to another folder.`,
    )
  }
  return mkdtempSync(join(parent, prefix))
}
