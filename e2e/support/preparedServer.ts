import { type Api, apiOf } from './api.ts'
import { copyPreparedData } from './preparedData.ts'
import { copyPreparedDatabase } from './preparedDatabase.ts'
import { type Studio, type StudioOptions, startStudio } from './studio.ts'
import { temporaryFolder } from './temporaryFolder.ts'

type Options = Pick<StudioOptions, 'env' | 'ports'>

/** A server that was set up before: its owner is signed in, and it has the project with the starter site. */
export interface PreparedServer {
  studio: Studio
  api: Api
  projectId: string
  /** The database on Postgres that it uses. */
  databaseUrl: string | undefined
  /** Starts another server on the same data: after this one has stopped, or on Postgres also beside it. */
  another(options?: Options): Promise<PreparedServer>
}

/**
 * Starts a server on a copy of prepared data, without hashing a password. The data folder goes with `studio.remove()`.
 * @param options.database where its data is; SQLite in the data folder if left out
 * @param options.dataDir its data folder; a temporary one if left out
 */
export async function startPrepared({
  database = 'sqlite',
  dataDir = temporaryFolder('atelier-e2e-'),
  ...options
}: Options & { database?: 'sqlite' | 'postgres'; dataDir?: string } = {}): Promise<PreparedServer> {
  const { cookie, projectId, env } =
    database === 'sqlite' ? { ...(await copyPreparedData(dataDir)), env: undefined } : await copyPreparedDatabase()
  const databaseUrl = env?.DATABASE_URL
  const start = async (chosen: Options): Promise<PreparedServer> => {
    const own = { dataDir, withoutOwner: true, env: { ...env, ...chosen.env } }
    const studio = Object.assign(await startStudio({ ...chosen, ...own }), { cookie })
    return { studio, api: apiOf(studio, cookie), projectId, databaseUrl, another: (next = {}) => start(next) }
  }
  return start(options)
}
