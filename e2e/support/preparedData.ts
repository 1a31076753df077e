import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { firstProject, signIn } from './api.ts'
import { serverProgram, startStudio } from './studio.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/** The data folder of a server after its first start and a sign-in of its owner. */
export interface PreparedData {
  /** The data folder. Servers run on copies of it only. */
  readonly folder: string
  /** The owner's session, which every server on a copy knows. */
  readonly cookie: string
  /** The project with the starter site. */
  readonly projectId: string
}

const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'atelier-prepared')
/** The age at which a folder of another build is removed, in milliseconds: no run lasts that long. */
const outdatedMs = 2 * 86_400_000
const SQLITE_BUSY = 5
/** Files that belong to the process that has the folder. */
const ofTheProcess = new Set(['server.lock', 'server.pid'])

let prepared: Promise<PreparedData> | undefined

/**
 * Returns the data folder of a server that was set up and has stopped: migrations done, an owner, the starter site. It is made
 * once a day for each build of the server, by the first process that asks; others wait for it.
 */
export function preparedData(): Promise<PreparedData> {
  prepared ??= findOrPrepare()
  return prepared
}

/** Copies the prepared data into a folder, which the caller removes: a temporary one if none is given. */
export async function copyPreparedData(copy = temporaryFolder('atelier-e2e-')): Promise<PreparedData> {
  const { folder, ...rest } = await preparedData()
  cpSync(folder, copy, { recursive: true, filter: (path) => !ofTheProcess.has(basename(path)) })
  return { folder: copy, ...rest }
}

async function findOrPrepare(): Promise<PreparedData> {
  mkdirSync(cache, { recursive: true })
  const place = join(cache, fingerprint())
  if (!existsSync(place)) {
    const unlock = await lockCache()
    try {
      if (!existsSync(place)) {
        removeOutdated()
        await prepare(place)
      }
    } finally {
      unlock()
    }
  }
  const about: Omit<PreparedData, 'folder'> = JSON.parse(readFileSync(join(place, 'about.json'), 'utf8'))
  return { ...about, folder: join(place, 'data') }
}

/** Waits until no other process prepares data. The lock is SQLite's, which the system releases however a process ends. */
async function lockCache(): Promise<() => void> {
  for (;;) {
    const lock = new DatabaseSync(join(cache, 'lock'), { timeout: 0 })
    try {
      lock.exec('begin exclusive')
      return () => lock.close()
    } catch (error) {
      lock.close()
      if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error
      await sleep(100)
    }
  }
}

/** Names the data by what it depends on. The day is part of it, since what is stored may expire. */
function fingerprint(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  // The names of the server's other files, which the program holds, carry the hashes of their contents.
  for (const file of [serverProgram, import.meta.filename]) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

async function prepare(place: string): Promise<void> {
  const unfinished = `${place}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const studio = await startStudio({ dataDir: join(unfinished, 'data') })
  try {
    const api = await signIn(studio)
    const about: Omit<PreparedData, 'folder'> = { cookie: api.cookie, projectId: (await firstProject(api)).id }
    writeFileSync(join(unfinished, 'about.json'), JSON.stringify(about))
  } finally {
    // A server that stops writes its database whole, without a log beside it.
    await studio.stop()
  }
  renameSync(unfinished, place)
}

function removeOutdated(): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    const info = statSync(path)
    if (info.isDirectory() && Date.now() - info.mtimeMs > outdatedMs) rmSync(path, { recursive: true, force: true })
  }
}
