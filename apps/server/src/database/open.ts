import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@atelier/streams'
import type { Kysely } from 'kysely'
import { StartTrouble } from '../config/startTrouble.ts'
import { exclusiveKysely, sharedKysely } from './kysely.ts'
import { lockFolder } from './lock.ts'
import { migrate } from './migrate.ts'
import { openPostgres, poolKysely } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import { folderUnavailable, postgresUnavailable } from './unavailable.ts'
import { logTrouble, setLogAside } from './writeAheadLog.ts'

export interface OpenDatabase {
  database: Database
  /** Runs what it builds, for the auth library. On SQLite it refuses `transaction()`. */
  kysely: Kysely<unknown>
  close(): Promise<void>
}

/**
 * Opens the database with its schema up to date: the one at `databaseUrl` (Postgres), which any number of processes may
 * share, or `atelier.db` in the data folder, which only this process may then open (throws `FolderInUse`, which names
 * the other one). Throws `DatabaseUnavailable` if there is nothing to open.
 */
export async function openDatabase(options: {
  dataDir: string
  databaseUrl?: string
  /** Sets a log aside that cannot be read, rather than throwing `StartTrouble`. */
  accept?: boolean
}): Promise<OpenDatabase> {
  const { dataDir, databaseUrl, accept = false } = options
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return databaseUrl ? await openServer(databaseUrl) : await openFolder(dataDir, accept)
  } catch (error) {
    throw (databaseUrl && postgresUnavailable(databaseUrl, error)) || folderUnavailable(dataDir, error) || error
  }
}

async function openServer(databaseUrl: string): Promise<OpenDatabase> {
  const database = await openPostgres(databaseUrl)
  const kysely = poolKysely<unknown>(database.pool)
  try {
    await migrate(kysely)
  } catch (error) {
    await database.close()
    throw error
  }
  return { database, kysely, close: () => database.close() }
}

async function openFolder(dataDir: string, accept: boolean): Promise<OpenDatabase> {
  const unlock = lockFolder(dataDir)
  const file = join(dataDir, 'atelier.db')
  let database: ReturnType<typeof openSqlite> | undefined
  const close = async () => {
    await database?.close()
    unlock()
  }
  try {
    const trouble = logTrouble(file)
    if (trouble && !accept) throw new StartTrouble([trouble])
    if (trouble) setLogAside(file, Date.now())
    database = openSqlite(file)
    chmodSync(file, 0o600)
    await migrate(exclusiveKysely(database.statements))
    return { database, kysely: sharedKysely(database), close }
  } catch (error) {
    await close()
    throw error
  }
}
