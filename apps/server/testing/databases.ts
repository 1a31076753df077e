import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bySuite } from '../../../scripts/testing/runs.ts'
import { type OpenDatabase, openDatabase } from '../src/database/open.ts'
import { clusterOf, findPostgres } from './cluster.ts'

export interface TestDatabase {
  name: 'sqlite' | 'postgres'
  /** A fresh, migrated, empty database; `close` also removes its files. */
  open(): Promise<OpenDatabase>
  /** What `openDatabase` takes to open the same new database several times over, or in another process. */
  place(): Promise<{ dataDir: string; databaseUrl?: string; remove(): void }>
}

/**
 * The databases that a test runs on: `describe.each(testDatabases())('… on $name', …)`. Postgres is a cluster of
 * the test run's own, begun at the first use and stopped when the run ends, however it ends; where Postgres is not
 * installed, only SQLite is used and a line says so.
 */
export function testDatabases(): TestDatabase[] {
  const bin = findPostgres()
  const sqlite = testDatabase('sqlite', [], async () => undefined)
  if (bin === undefined) {
    console.warn('Postgres is not installed here: its half of these tests is skipped.')
    return [sqlite]
  }
  // All workers of one run of the tests share the cluster of the process that began them.
  const owner = process.env.VITEST ? process.ppid : process.pid
  const free: string[] = []
  const postgres = testDatabase('postgres', free, async () => {
    const cluster = await clusterOf(owner, bin)
    // Making a database takes ten times as long as emptying one that an earlier test of the file is done with.
    const used = free.pop()
    if (!used) return cluster.copyDatabase(`test_${randomUUID().replaceAll('-', '')}`, 'migrated', migrated)
    await cluster.emptyDatabase(used)
    return used
  })
  return [sqlite, postgres]
}

/**
 * The databases of a test whose rule depends little on them: SQLite in `npm test`, in the deep suite both. A file that uses it is
 * imported by `databases.deep.test.ts`.
 */
export const databasesBySuite = (): TestDatabase[] => bySuite(testDatabases().slice(0, 1), testDatabases())

/** Migrates an empty database, so that each test copies the schema instead of making it. */
async function migrated(databaseUrl: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-test-'))
  const { close } = await openDatabase({ dataDir, databaseUrl })
  await close()
  rmSync(dataDir, { recursive: true, force: true })
}

/** @param free where the URL of a database goes that its test is done with */
function testDatabase(
  name: TestDatabase['name'],
  free: string[],
  url: () => Promise<string | undefined>,
): TestDatabase {
  const place = async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'atelier-test-'))
    const databaseUrl = await url()
    return {
      dataDir,
      databaseUrl,
      remove() {
        rmSync(dataDir, { recursive: true, force: true })
        if (databaseUrl !== undefined && !free.includes(databaseUrl)) free.push(databaseUrl)
      },
    }
  }
  return {
    name,
    place,
    async open() {
      const { remove, ...options } = await place()
      const open = await openDatabase(options)
      return {
        ...open,
        async close() {
          await open.close()
          remove()
        },
      }
    },
  }
}
