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
  /** Starts another server on the same data: after this one has stopped, or on Postgres also beside it. */
  another(options?: Options): Promise<PreparedServer>
}

/**
 * Starts a server on a copy of prepared data, without hashing a password. The data folder goes with `studio.remove()`.
 * @param options.database where its data is; SQLite in the data folder if left out
 */
export async function startPrepared({
  database = 'sqlite',
  ...options
}: Options & { database?: 'sqlite' | 'postgres' } = {}): Promise<PreparedServer> {
  const { folder, cookie, projectId, env } =
    database === 'sqlite'
      ? { ...(await copyPreparedData()), env: {} }
      : { ...(await copyPreparedDatabase()), folder: temporaryFolder('atelier-e2e-') }
  const start = async (chosen: Options): Promise<PreparedServer> => {
    const own = { dataDir: folder, withoutOwner: true, env: { ...env, ...chosen.env } }
    const studio = await startStudio({ ...chosen, ...own })
    return { studio, api: apiOf(studio, cookie), projectId, another: (next = {}) => start(next) }
  }
  return start(options)
}
