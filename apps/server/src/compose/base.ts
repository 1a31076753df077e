import { type AllDocuments, createDocuments } from '@atelier/documents'
import type { FoundGit } from '@atelier/repository'
import { createStreamStore, type Database, type StreamStore } from '@atelier/streams'
import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { createSecrets, masterSecret, type Secrets } from '../auth/secrets.ts'
import type { Config } from '../config/config.ts'
import { StartTrouble } from '../config/startTrouble.ts'
import { sealWebhookAddresses } from '../content/forms/targets.ts'
import type { OpenDatabase } from '../database/open.ts'
import type { Tables } from '../database/tables.ts'
import { createGuard, type Guard } from '../http/guard.ts'
import type { Log } from '../log/log.ts'
import { findTroubles } from '../maintenance/troubles.ts'
import type { ExecutorRegistry } from '../operations/executors.ts'
import type { Resolve } from '../web/address.ts'
import type { Connect } from '../web/connect.ts'
import { type ScopeRegistration, serverScopes } from './scopes.ts'

/** Parts that a server adds to its own. */
export interface Extensions {
  scopes?: readonly ScopeRegistration[]
  executors?: ExecutorRegistry
  /** How names of the web are resolved and connections opened; the system's ways when absent. */
  web?: { resolve: Resolve; connect: Connect }
  /** The program of the threads that do heavy work; the server's own when absent. */
  threadProgram?: URL
  /** The git of the machine; looked for when absent. */
  git?: FoundGit
}

export interface AppSettings extends Extensions {
  config: Config
  log: Log
  version: string
  /** The ports that the studio and the published sites really listen on. */
  port: number
  sitesPort: number
  /** The built studio's folder; without one only the API is served. */
  studioDir?: string
  /** Epoch milliseconds; the clock's when absent. */
  now?(): number
}

/** The services that every area uses. */
export interface Base {
  config: Config
  version: string
  log: Log
  /** Decides which hosts and origins the studio answers. */
  guard: Guard
  /** Epoch milliseconds. */
  now(): number
  /** A UUIDv7; ids sort by time. */
  newId(): string
  /** Aborted when the server stops, so that requests that wait end. */
  stopping: AbortSignal
  database: Database
  /** Runs what it builds, for the auth library; the server's own areas hand their statements to `database`. */
  kysely: Kysely<Tables>
  secrets: Secrets
  streams: StreamStore
  documents: AllDocuments
  /** The scopes to be made, the server's own first. */
  registrations: readonly ScopeRegistration[]
  /** The origin at which people open the studio. */
  studioUrl: string
  /** Where a published project is seen. */
  siteUrl(slug: string): string
  /** Logs the failure of background work; `what` says which work. */
  failed(what: string): (error: unknown) => void
}

/** @throws StartTrouble when the data folder and its database do not fit together, unless the configuration accepts that */
export async function composeBase(
  opened: OpenDatabase,
  { config, log, version, port, sitesPort, now = Date.now, scopes = [] }: AppSettings,
  stopping: AbortSignal,
): Promise<Base> {
  const { database } = opened
  const kysely = opened.kysely.withTables<Tables>()
  const troubles = await findTroubles({ dataDir: config.dataDir, secret: config.secret, database })
  if (troubles.length > 0 && !config.accept) throw new StartTrouble(troubles)
  for (const trouble of troubles) log.warn(trouble)
  const secrets = createSecrets(masterSecret(config.secret, config.dataDir))
  await sealWebhookAddresses(database, secrets)
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what)
  const newId = uuidv7
  const registrations = [...serverScopes, ...scopes]
  const streams = createStreamStore(database, { now, newId })
  return {
    config,
    version,
    log,
    guard: createGuard(config, port),
    now,
    newId,
    stopping,
    database,
    kysely,
    secrets,
    streams,
    documents: createDocuments({
      database,
      streams,
      now,
      newId,
      types: registrations.flatMap(({ documentTypes, beside }) => {
        const hook = beside?.({ database, now, newId })
        return hook ? documentTypes.map((type) => ({ ...type, beside: hook })) : documentTypes
      }),
      onError: failed('work on documents in the background failed'),
    }),
    registrations,
    studioUrl: config.origin ?? config.devStudio ?? `http://localhost:${port}`,
    siteUrl: siteUrl(config, sitesPort),
    failed,
  }
}

/** A site's own host where one's browser resolves `*.localhost` by itself, otherwise the path form. */
function siteUrl(config: Config, sitesPort: number): (slug: string) => string {
  if (!config.production) return (slug) => `http://${slug}.localhost:${sitesPort}/`
  const host = config.origin ? new URL(config.origin).hostname : config.host
  return (slug) => `http://${host === '0.0.0.0' ? 'localhost' : host}:${sitesPort}/${slug}/`
}
