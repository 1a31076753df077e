import { existsSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { sealContext } from '../ai/services/serviceKeys.ts'
import { createSecrets } from '../auth/secrets.ts'
import type { Tables } from '../database/tables.ts'
import type { ReleaseTables } from '../publish/tables.ts'

export interface Found {
  dataDir: string
  /** The configured secret; the key file of the data folder when undefined. */
  secret: string | undefined
  database: Database
}

/** Mismatches between a data folder and its database; empty if there are none. Changes nothing. */
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
          `The folder ${folder} cannot be written, as ${why}: fix that, set ATELIER_DATA to another folder, or start with --accept to continue without saving files.`,
        ]
      }
    })
}

/** Keys that were sealed by a secret that is missing now cannot be read, and a new secret would hide that. */
async function sealedTrouble({ dataDir, secret, database }: Found): Promise<string | undefined> {
  const db = queryBuilder<Tables>(database.dialect)
  const credential = db.selectFrom('ai_credentials').select(['id', 'secret']).where('secret', 'is not', null).limit(1)
  const service = db.selectFrom('service_keys').selectAll().limit(1)
  const sealed = [
    ...(await database.read(rowsOf(credential))).map(({ id, secret: text }) => ({ text: text ?? '', context: id })),
    ...(await database.read(rowsOf(service))).map((row) => ({ text: row.secret, context: sealContext(row) })),
  ]
  if (sealed.length === 0) return undefined
  const file = join(dataDir, 'secret.key')
  if (secret === undefined && !existsSync(file))
    return `The key file ${file} is missing, and the keys in the database can only be read with it: put it back from a backup, set ATELIER_SECRET to what it was, or start with --accept to make a new one and enter the keys again.`
  if (secret === undefined) return undefined
  const { unseal } = createSecrets(secret)
  if (sealed.every(({ text, context }) => unseal(text, context) !== undefined)) return undefined
  return 'The keys in the database were sealed under another ATELIER_SECRET: set it to what it was, or start with --accept and enter the keys again.'
}

/** A live release is in the database before it is live. */
async function releaseTroubles({ dataDir, database }: Found): Promise<string[]> {
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
  const db = queryBuilder<Tables & ReleaseTables>(database.dialect)
  const known = new Set((await database.read(rowsOf(db.selectFrom('releases').select('id')))).map(({ id }) => id))
  const projects = new Set((await database.read(rowsOf(db.selectFrom('projects').select('id')))).map(({ id }) => id))
  const newest = Math.max(
    ...(await Promise.all(
      (['releases', 'projects', 'audit_events', 'runs'] as const).map(async (table) => {
        const query = db.selectFrom(table).select((select) => select.fn.max('created_at').as('at'))
        const [row] = await database.read(rowsOf(query))
        return Number(row?.at ?? 0)
      }),
    )),
  )
  // Remains of a deleted project are older than anything in the database.
  const ahead = live.filter(({ projectId, id }) => !known.has(id) && (projects.has(projectId) || timeOf(id) > newest))
  if (ahead.length === 0) return []
  const sitesAre = ahead.length === 1 ? 'a published site is' : `${ahead.length} published sites are`
  return [
    `The database is older than its releases (${sitesAre} not in it): put back the database that belongs to ${sites}, or start with --accept to continue with this one.`,
  ]
}

/** Ids are UUIDv7: their first 48 bits are epoch milliseconds. */
const timeOf = (id: string) => Number.parseInt(id.replace(/-/g, '').slice(0, 12), 16) || 0
