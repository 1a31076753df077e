import type { Runner } from '@atelier/agent'
import type { Documents } from '@atelier/documents'
import type { StreamStore } from '@atelier/streams'
import type { Kysely } from 'kysely'
import type { Confirmations } from './ai/approvals/confirmations.ts'
import type { Decide } from './ai/approvals/decide.ts'
import type { Policies } from './ai/approvals/policies.ts'
import type { Audit } from './ai/audit/audit.ts'
import type { Blobs } from './ai/blobs/blobs.ts'
import type { Bridge } from './ai/bridge/bridge.ts'
import type { Credentials } from './ai/models/credentials.ts'
import type { Defaults } from './ai/models/defaults.ts'
import type { ModelFacts } from './ai/models/modelFacts.ts'
import type { ModelCatalogue } from './ai/pricing/catalogue.ts'
import type { Sessions } from './ai/sessions/sessions.ts'
import type { BudgetStore } from './ai/usage/budgets.ts'
import type { UsageReader } from './ai/usage/usage.ts'
import type { Identities } from './auth/identity.ts'
import type { Keys } from './auth/keys.ts'
import type { AuthLibrary } from './auth/library.ts'
import type { Setup } from './auth/setup.ts'
import type { SignInLimit } from './auth/signInLimit.ts'
import type { CodeBuilder } from './code/bundle.ts'
import type { Config } from './config/config.ts'
import type { Tables } from './database/tables.ts'
import type { Threads } from './heavy/threads.ts'
import type { Guard } from './http/guard.ts'
import type { Log } from './log/log.ts'
import type { Maintenance } from './maintenance/maintenance.ts'
import type { MediaFiles } from './media/files.ts'
import type { Variants } from './media/variants.ts'
import type { Connections } from './people/connections.ts'
import type { Invitations } from './people/invitations.ts'
import type { People } from './people/people.ts'
import type { Previews } from './preview/previews.ts'
import type { Projects } from './projects/projects.ts'
import type { SiteServicesOf } from './projects/siteServices.ts'
import type { Domains } from './publish/domains.ts'
import type { Publisher } from './publish/publisher.ts'
import type { Versions } from './versions/versions.ts'
import type { Workspaces } from './workspaces/workspaces.ts'

/** Everything that the routes call. Made once, by `wire`. */
export interface Services {
  config: Config
  version: string
  log: Log
  guard: Guard
  now(): number
  newId(): string
  /** Aborted when the server stops, so that requests that wait end. */
  stopping: AbortSignal
  kysely: Kysely<Tables>
  streams: StreamStore
  documents: Documents
  runner: Runner
  library: AuthLibrary
  identities: Identities
  signInLimit: SignInLimit
  setup: Setup
  keys: Keys
  workspaces: Workspaces
  people: People
  invitations: Invitations
  connections: Connections
  projects: Projects
  publisher: Publisher
  versions: Versions
  domains: Domains
  mediaFiles: MediaFiles
  /** Smaller pictures of uploads. */
  variants: Variants
  code: CodeBuilder
  previews: Previews
  /** What operations may ask for beside the documents. */
  siteServices: SiteServicesOf
  /** Where calls with much text are run, and where imports are. */
  threads: Threads
  importThreads: Threads
  sessions: Sessions
  maintenance: Maintenance
  confirmations: Confirmations
  policies: Policies
  /** Decides on a call that waits for a person. */
  decide: Decide
  bridge: Bridge
  blobs: Blobs
  credentials: Credentials
  defaults: Defaults
  audit: Audit
  catalogue: ModelCatalogue
  modelFacts: ModelFacts
  budgets: BudgetStore
  usage: UsageReader
  /** `fetch` for requests to providers: to checked addresses alone, without redirects (`ai/models/pinnedFetch.ts`). */
  providerFetch: typeof fetch
  /** Where a published project is seen. */
  siteUrl(slug: string): string
  /** The built studio's folder; without one only the API is served. */
  studioDir: string | undefined
}
