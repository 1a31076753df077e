import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import pg from 'pg'
import { type Cluster, clusterOf, findPostgres } from '../../apps/server/testing/cluster.ts'
import { firstProject, signIn } from './api.ts'
import type { PreparedData } from './preparedData.ts'
import { startStudio } from './studio.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/** A database on Postgres that holds what a server writes at its first start, and the sign-in of its owner. */
export interface PreparedDatabase extends Omit<PreparedData, 'folder'> {
  /** The environment that a server on it needs. Any number of servers may. */
  readonly env: { readonly DATABASE_URL: string; readonly ATELIER_SECRET: string }
}

/** The databases that a test runs on. */
export const databases: readonly ('sqlite' | 'postgres')[] = findPostgres() ? ['sqlite', 'postgres'] : ['sqlite']

const secret = { ATELIER_SECRET: 'a secret that all servers of the tests share' }
/** Copied with the database, unlike anything beside it. */
const aboutKey = 'prepared_for_tests'

/** Copies the prepared database. The first process of a run that asks makes it; all share one Postgres server. */
export async function copyPreparedDatabase(): Promise<PreparedDatabase> {
  const cluster = await testCluster()
  const url = await cluster.copyDatabase(`e2e_${randomUUID().replaceAll('-', '')}`, 'e2e_prepared', prepare)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('select value from server_settings where key = $1', [aboutKey])
    return { ...JSON.parse(rows[0]?.value), env: { DATABASE_URL: url, ...secret } }
  } finally {
    await client.end()
  }
}

function testCluster(): Promise<Cluster> {
  const bin = findPostgres()
  if (!bin) throw new Error('Postgres is not installed here.')
  return clusterOf(process.env.VITEST ? process.ppid : process.pid, bin)
}

async function prepare(url: string): Promise<void> {
  const dataDir = temporaryFolder('atelier-e2e-')
  const studio = await startStudio({ dataDir, env: { ...secret, DATABASE_URL: url } })
  try {
    const api = await signIn(studio)
    const about: Omit<PreparedData, 'folder'> = { cookie: api.cookie, projectId: (await firstProject(api)).id }
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const row = [aboutKey, JSON.stringify(about)]
    await client.query('insert into server_settings (key, value) values ($1, $2)', row).finally(() => client.end())
  } finally {
    await studio.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
