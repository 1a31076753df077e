import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'atelier-tests-'
/** The maximum that a run writes, in bytes: data folders, a Postgres server, browser profiles. */
const NEEDED = 1024 ** 3

/** The temporary folder of one run of the tests. */
export interface RunFolder {
  readonly path: string
  /** The temporary folder of everything that the run starts. */
  readonly temporary: string
  /** Ends what the run has left behind, and removes the folder. */
  remove(): void
}

/**
 * Makes a folder for a run, and removes those of runs that were killed, with the servers and browsers that they left.
 * @throws Error that says what to do if there is too little room
 */
export function openRunFolder(parent = tmpdir()): RunFolder {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(PREFIX))) {
    if (isAbandoned(join(parent, name))) removeRun(join(parent, name))
  }
  const { bavail, bsize } = statfsSync(parent)
  if (bavail * bsize < NEEDED) {
    const megabytes = Math.floor((bavail * bsize) / 1024 ** 2)
    throw new Error(
      `The temporary folder ${parent} has ${megabytes} MB left, and the tests need ${NEEDED / 1024 ** 2}. Make room there, or set TMPDIR to another folder.`,
    )
  }
  const path = mkdtempSync(join(parent, PREFIX))
  // Postgres runs as another user where the tests run as root, and has a folder in here.
  chmodSync(path, 0o711)
  writeFileSync(join(path, 'pid'), String(process.pid))
  const temporary = join(path, 'tmp')
  mkdirSync(temporary)
  return { path, temporary, remove: () => removeRun(path) }
}

/** Whether the process that made a run's folder is gone. */
function isAbandoned(path: string): boolean {
  const file = join(path, 'pid')
  // Another run is about to write it.
  if (!existsSync(file)) return false
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function removeRun(path: string): void {
  for (const pid of processesOf(path)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** The processes whose environment or command names a folder, where the system shows them. */
function processesOf(folder: string): number[] {
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) =>
      ['environ', 'cmdline'].some((file) => {
        try {
          return readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(folder)
        } catch {
          return false
        }
      }),
    )
    .map(Number)
}
