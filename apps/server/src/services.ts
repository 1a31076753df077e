import type { Kysely } from 'kysely'
import type { Identities } from './auth/identity.ts'
import type { Keys } from './auth/keys.ts'
import type { AuthLibrary } from './auth/library.ts'
import type { Setup } from './auth/setup.ts'
import type { SignInLimit } from './auth/signInLimit.ts'
import type { Config } from './config/config.ts'
import type { Guard } from './http/guard.ts'
import type { Log } from './log/log.ts'
import type { ServerTables } from './tables.ts'
import type { Workspaces } from './workspaces/workspaces.ts'

/** Everything that the routes call. Made once in `createServices`, or by a test. */
export interface Services {
  config: Config
  version: string
  log: Log
  guard: Guard
  now(): number
  newId(): string
  kysely: Kysely<ServerTables>
  library: AuthLibrary
  identities: Identities
  signInLimit: SignInLimit
  setup: Setup
  keys: Keys
  workspaces: Workspaces
}
