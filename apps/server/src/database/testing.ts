import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterOf, findPostgres } from './cluster.ts'
import { type OpenDatabase, openDatabase } from './open.ts'

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
 * installed, only SQLite is given and a line says so.
 */
export function testDatabases(): TestDatabase[] {
  const bin = findPostgres()
  const sqlite = testDatabase('sqlite', async () => undefined)
  if (bin === undefined) {
    console.warn('Postgres is not installed here: its half of these tests is skipped.')
    return [sqlite]
  }
  // All workers of one run of the tests share the cluster of the process that began them.
  const owner = process.env.VITEST ? process.ppid : process.pid
  const postgres = testDatabase('postgres', async () => {
    const cluster = await clusterOf(owner, bin)
    return cluster.createDatabase(`test_${randomUUID().replaceAll('-', '')}`)
  })
  return [sqlite, postgres]
}

function testDatabase(name: TestDatabase['name'], url: () => Promise<string | undefined>): TestDatabase {
  const place = async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'atelier-test-'))
    return { dataDir, databaseUrl: await url(), remove: () => rmSync(dataDir, { recursive: true, force: true }) }
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
