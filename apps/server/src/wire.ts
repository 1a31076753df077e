import type { Database } from '@atelier/streams'
import { uuidv7 } from 'uuidv7'
import { createIdentities } from './auth/identity.ts'
import { createKeys } from './auth/keys.ts'
import { createAuthLibrary } from './auth/library.ts'
import { createSecrets, masterSecret } from './auth/secrets.ts'
import { createSetup } from './auth/setup.ts'
import { createSignInLimit } from './auth/signInLimit.ts'
import type { Config } from './config/config.ts'
import { openDatabase } from './database/open.ts'
import { createGuard } from './http/guard.ts'
import type { Log } from './log/log.ts'
import type { Services } from './services.ts'
import type { ServerTables } from './tables.ts'
import { createWorkspaces } from './workspaces/workspaces.ts'

export interface Wiring {
  config: Config
  log: Log
  version: string
  /** The port that the studio really listens on. */
  port: number
  now?(): number
}

export interface Wired {
  services: Services
  database: Database
  /** The set-up link's token where there is no owner yet. */
  setupToken: string | undefined
  close(): Promise<void>
}

/**
 * Opens the database and makes every service over it.
 * @throws where the data folder is in use by another process, or the database cannot be opened
 */
export async function wire({ config, log, version, port, now = Date.now }: Wiring): Promise<Wired> {
  const opened = await openDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl })
  try {
    const { database } = opened
    const kysely = opened.kysely.withTables<ServerTables>()
    const newId = uuidv7
    const secrets = createSecrets(masterSecret(config.secret, config.dataDir))
    const guard = createGuard(config, port)
    const baseUrl = config.origin ?? `http://localhost:${port}`
    const library = createAuthLibrary({
      database,
      kysely: opened.kysely,
      baseUrl,
      origins: guard.origins,
      secret: secrets.cookies,
      newId,
    })
    const setup = createSetup({ database, now, newId })
    await setup.workspace()
    if (config.firstOwner)
      await setup.create({ name: config.firstOwner.email.split('@')[0] ?? 'Owner', ...config.firstOwner })
    const setupToken = (await setup.needed()) ? await setup.issueToken() : undefined
    const services: Services = {
      config,
      version,
      log,
      guard,
      now,
      newId,
      kysely,
      library,
      identities: createIdentities(kysely, library),
      signInLimit: createSignInLimit(now),
      setup,
      keys: createKeys(kysely, now, newId),
      workspaces: createWorkspaces(kysely),
    }
    return { services, database, setupToken, close: opened.close }
  } catch (error) {
    await opened.close()
    throw error
  }
}
