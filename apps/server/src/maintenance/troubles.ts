import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { Kysely } from 'kysely'
import { createSecrets } from '../auth/secrets.ts'
import type { ReleaseTables } from '../publish/tables.ts'
import type { Tables } from '../tables.ts'

/** Something is not as it was left; the message says what, and what to do, one sentence for each trouble. */
export class StartTrouble extends Error {
  override name = 'StartTrouble'
  readonly troubles: readonly string[]

  constructor(troubles: readonly string[]) {
    super(troubles.join('\n'))
    this.troubles = troubles
  }
}

/**
 * Whether SQLite could read the log beside its database (`atelier.db-wal`): a log whose header it does not understand
 * it passes over, and what was committed last would be gone without a word. SQLite file format, 4.1 and 4.2.
 */
export function logTrouble(database: string): string | undefined {
  const log = `${database}-wal`
  if (!existsSync(log) || statSync(log).size === 0) return undefined
  if (isReadableLog(log)) return undefined
  return `The log ${log} cannot be read, so the latest changes would be missing: put back a backup of the folder, or start with --accept to set the log aside and go on without them.`
}

/** Renames a log that cannot be read, so that SQLite starts another and nothing of it is lost. */
export function setLogAside(database: string, now: number): void {
  renameSync(`${database}-wal`, `${database}-wal.unreadable-${now}`)
  rmSync(`${database}-shm`, { force: true })
}

const headerBytes = 32

function isReadableLog(log: string): boolean {
  const header = Buffer.alloc(headerBytes)
  const file = openSync(log, 'r')
  try {
    if (readSync(file, header, 0, headerBytes, 0) < headerBytes) return false
  } finally {
    closeSync(file)
  }
  const magic = header.readUInt32BE(0)
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return false
  const word = (at: number) => (magic === 0x377f0683 ? header.readUInt32BE(at) : header.readUInt32LE(at))
  let [first, second] = [0, 0]
  for (let at = 0; at < 24; at += 8) {
    first = (first + word(at) + second) >>> 0
    second = (second + word(at + 4) + first) >>> 0
  }
  return header.readUInt32BE(24) === first && header.readUInt32BE(28) === second
}

export interface Found {
  dataDir: string
  /** The configured secret; the key file of the data folder where undefined. */
  secret: string | undefined
  kysely: Kysely<Tables>
}

/** What does not fit together in a data folder and its database; empty where all is well. Changes nothing. */
export async function findTroubles(found: Found): Promise<string[]> {
  const folders = unwritable(found.dataDir)
  if (folders.length > 0) return folders
  return [await sealedTrouble(found), ...(await releaseTroubles(found))].filter((trouble) => trouble !== undefined)
}

function unwritable(dataDir: string): string[] {
  return [dataDir, ...['media', 'sites', 'projects'].map((name) => join(dataDir, name))]
    .filter(existsSync)
    .flatMap((folder) => {
      const probe = join(folder, `.writable-${process.pid}`)
      try {
        writeFileSync(probe, '')
        rmSync(probe, { force: true })
        return []
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined
        const why =
          code === 'ENOSPC' ? 'the disk is full' : code === 'ENOTDIR' ? 'it is a file' : 'this user may not write there'
        return [
          `The folder ${folder} cannot be written, as ${why}: mend that, set ATELIER_DATA to another folder, or start with --accept to go on without saving files.`,
        ]
      }
    })
}

/** Keys that were sealed by a secret which is not here any more cannot be read, and a new secret would hide that. */
async function sealedTrouble({ dataDir, secret, kysely }: Found): Promise<string | undefined> {
  const sealed = await kysely
    .selectFrom('ai_credentials')
    .select(['id', 'secret'])
    .where('secret', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!sealed?.secret) return undefined
  const file = join(dataDir, 'secret.key')
  if (secret === undefined && !existsSync(file))
    return `The key file ${file} is missing, and the provider keys in the database can only be read with it: put it back from a backup, set ATELIER_SECRET to what it was, or start with --accept to make a new one and enter the keys again.`
  if (secret === undefined || createSecrets(secret).unseal(sealed.secret, sealed.id) !== undefined) return undefined
  return 'The provider keys in the database were sealed under another ATELIER_SECRET: set it to what it was, or start with --accept and enter the keys again.'
}

/** A live release is in the database before it is live. */
async function releaseTroubles({ dataDir, kysely }: Found): Promise<string[]> {
  const sites = join(dataDir, 'sites')
  const live = (existsSync(sites) ? readdirSync(sites) : []).flatMap((projectId) => {
    try {
      return [{ projectId, id: basename(readlinkSync(join(sites, projectId, 'current'))) }]
    } catch {
      // Nothing of it is live.
      return []
    }
  })
  if (live.length === 0) return []
  const releases = kysely.withTables<Tables & ReleaseTables>()
  const known = new Set((await releases.selectFrom('releases').select('id').execute()).map(({ id }) => id))
  const projects = new Set((await kysely.selectFrom('projects').select('id').execute()).map(({ id }) => id))
  const newest = Math.max(
    ...(await Promise.all(
      (['releases', 'projects', 'audit_events', 'runs'] as const).map(async (table) => {
        const row = await releases
          .selectFrom(table)
          .select((select) => select.fn.max('created_at').as('at'))
          .executeTakeFirst()
        return Number(row?.at ?? 0)
      }),
    )),
  )
  // What a project left that was deleted is older than what the database knows of.
  const ahead = live.filter(({ projectId, id }) => !known.has(id) && (projects.has(projectId) || timeOf(id) > newest))
  if (ahead.length === 0) return []
  const sitesAre = ahead.length === 1 ? 'a published site is' : `${ahead.length} published sites are`
  return [
    `The database is older than its releases (${sitesAre} not in it): put back the database that belongs to ${sites}, or start with --accept to go on with this one.`,
  ]
}

/** Ids are UUIDv7: their first 48 bits are epoch milliseconds. */
const timeOf = (id: string) => Number.parseInt(id.replace(/-/g, '').slice(0, 12), 16) || 0
