import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { createRunner } from '@atelier/agent'
import { createDocuments } from '@atelier/documents'
import { mediaEntries, siteDocumentTypes, viewOfFields } from '@atelier/site'
import { createStreamStore, type Database } from '@atelier/streams'
import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { createApprovals } from './ai/approvals/approvals.ts'
import { createConfirmations } from './ai/approvals/confirmations.ts'
import { createDecide } from './ai/approvals/decide.ts'
import { createPolicies } from './ai/approvals/policies.ts'
import { createAudit } from './ai/audit/audit.ts'
import { runEndedRow } from './ai/audit/runEnded.ts'
import { createBlobs } from './ai/blobs/blobs.ts'
import { createBridge } from './ai/bridge/bridge.ts'
import { findChromium } from './ai/bridge/headless/find.ts'
import { createRender } from './ai/bridge/headless/render.ts'
import { createCredentials } from './ai/models/credentials.ts'
import { createDefaults } from './ai/models/defaults.ts'
import { createModelFacts } from './ai/models/modelFacts.ts'
import { pinnedFetch } from './ai/models/pinnedFetch.ts'
import { createModelCatalogue } from './ai/pricing/catalogue.ts'
import { createSessions } from './ai/sessions/sessions.ts'
import { createSiteScope } from './ai/siteScope.ts'
import { createBudgets } from './ai/usage/budgets.ts'
import { createMeters } from './ai/usage/meters.ts'
import { createUsage } from './ai/usage/usage.ts'
import { createIdentities } from './auth/identity.ts'
import { createKeys } from './auth/keys.ts'
import { createAuthLibrary } from './auth/library.ts'
import { createSecrets, masterSecret } from './auth/secrets.ts'
import { createSetup, type Setup } from './auth/setup.ts'
import { createSignInLimit } from './auth/signInLimit.ts'
import { createCodeBuilder } from './code/bundle.ts'
import { createCodeChecker } from './code/check.ts'
import { createPackages } from './code/packages.ts'
import { openSync } from './compose/sync.ts'
import type { Config } from './config/config.ts'
import { faultPoint } from './config/fault.ts'
import { StartTrouble } from './config/startTrouble.ts'
import { type OpenDatabase, openDatabase } from './database/open.ts'
import type { Tables } from './database/tables.ts'
import { createFontInstaller } from './fonts/installer.ts'
import { createThreads } from './heavy/threads.ts'
import { createGuard } from './http/guard.ts'
import type { Log } from './log/log.ts'
import { createMaintenance } from './maintenance/maintenance.ts'
import { createMediaSweep } from './maintenance/media.ts'
import { findTroubles } from './maintenance/troubles.ts'
import { createMediaFiles } from './media/files.ts'
import { createVariants } from './media/variants.ts'
import { createConnections } from './people/connections.ts'
import { createInvitations } from './people/invitations.ts'
import { createPeople } from './people/people.ts'
import { createPreviews } from './preview/previews.ts'
import { createProjects, type Projects } from './projects/projects.ts'
import { createReleaseServices } from './projects/releaseServices.ts'
import { createSiteServices } from './projects/siteServices.ts'
import { createDomains, type DomainTables } from './publish/domains.ts'
import { createReleaseFolder } from './publish/folder.ts'
import { gateFindings } from './publish/gate.ts'
import { loadSite } from './publish/load.ts'
import { createPublisher } from './publish/publisher.ts'
import { createSiteServer } from './publish/sites.ts'
import type { Services } from './services.ts'
import { createTracing } from './tracing/tracing.ts'
import { createVersionStore } from './versions/store.ts'
import { createVersions } from './versions/versions.ts'
import { createWorkspaces } from './workspaces/workspaces.ts'

export interface Wiring {
  config: Config
  log: Log
  version: string
  /** The ports that the studio and the published sites really listen on. */
  port: number
  sitesPort: number
  studioDir?: string
  now?(): number
}

export interface Wired {
  services: Services
  database: Database
  /** The set-up link's token where there is no owner yet. */
  setupToken: string | undefined
  /** Published sites. */
  sites: Hono
  /** Takes an upgrade request of the studio's port. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Hands runs back, closes sockets, stores what is only in memory. */
  close(): Promise<void>
}

/**
 * Opens the database and makes every service over it.
 * @throws where the data folder is in use by another process, or the database cannot be opened
 */
export async function wire(wiring: Wiring): Promise<Wired> {
  const { config } = wiring
  const { dataDir, databaseUrl, accept } = config
  const opened = await openDatabase({ dataDir, databaseUrl, accept })
  try {
    return await wireOver(opened, wiring)
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function wireOver(opened: OpenDatabase, wiring: Wiring): Promise<Wired> {
  const { config, log, version, port, sitesPort, studioDir, now = Date.now } = wiring
  const { database } = opened
  const kysely = opened.kysely.withTables<Tables>()
  const newId = uuidv7
  const stopping = new AbortController()
  const troubles = await findTroubles({ dataDir: config.dataDir, secret: config.secret, kysely })
  if (troubles.length > 0 && !config.accept) throw new StartTrouble(troubles)
  for (const trouble of troubles) log.warn(trouble)
  const secrets = createSecrets(masterSecret(config.secret, config.dataDir))
  const guard = createGuard(config, port)
  const library = createAuthLibrary({
    database,
    kysely: opened.kysely,
    baseUrl: config.origin ?? `http://localhost:${port}`,
    origins: guard.origins,
    secret: secrets.cookies,
    newId,
  })
  const identities = createIdentities(kysely, library)
  const workspaces = createWorkspaces(kysely)

  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what)
  const connections = createConnections({
    database,
    identities,
    workspaces,
    onError: failed('open connections could not be checked'),
  })
  const streams = createStreamStore(database, { now, newId })
  const documents = createDocuments({
    database,
    streams,
    now,
    newId,
    types: siteDocumentTypes,
    onError: failed('work on documents in the background failed'),
  })
  const projects = createProjects({ database, kysely, documents, now, newId })
  const versions = createVersions({
    store: createVersionStore({ database, documents, now, newId }),
    database,
    documents,
    newId,
  })
  const domains = createDomains(opened.kysely.withTables<DomainTables>(), now)
  const releases = createReleaseFolder(config.dataDir)
  const projectOf = (id: string) => kysely.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
  const mediaFiles = createMediaFiles(config.dataDir)
  const variants = createVariants({ dataDir: config.dataDir, files: mediaFiles, log })
  const packages = createPackages({ dataDir: config.dataDir })
  const codeBuilder = createCodeBuilder({ packages })
  const loadWhole = async (projectId: string) => {
    const project = await projectOf(projectId)
    if (!project) throw new Error(`There is no project ${projectId}`)
    const [domain] = await domains.list(projectId)
    const loaded = await loadSite(documents, project)
    const view = viewOfFields(loaded.site)
    const [code, pictures] = await Promise.all([
      codeBuilder.build(projectId, view),
      variants.of(projectId, mediaEntries(view)),
    ])
    return {
      ...loaded,
      code,
      variants: pictures.files,
      address: siteUrl(config, sitesPort)(project.slug),
      ...(domain ? { baseUrl: `https://${domain.host}` } : {}),
    }
  }
  const publisher = createPublisher({
    database,
    folder: releases,
    now,
    newId,
    load: loadWhole,
    async gate(projectId) {
      const project = await projectOf(projectId)
      return project ? gateFindings(documents, project) : []
    },
    async before(projectId, userId, within) {
      const project = await projectOf(projectId)
      if (project) await versions.save(project, { name: 'Published', kind: 'publish', userId, within })
    },
    removed: versions.removeAll,
    renderer: version,
    onError: failed('what follows a publication failed'),
  })

  const request = pinnedFetch()
  const fonts = createFontInstaller({ url: config.fontsUrl, fetch: request, now })
  const threads = createThreads(2)
  const importThreads = createThreads(1)
  const siteServices = createSiteServices({
    kysely,
    documents,
    mediaFiles,
    fonts,
    releases: createReleaseServices({ kysely, publisher, versions, siteUrl: siteUrl(config, sitesPort) }),
    code: createCodeChecker(),
  })
  const confirmations = createConfirmations({ kysely, now })
  const policies = createPolicies(kysely)
  const approvals = createApprovals({ kysely, policies, now, lastsMs: config.approvalLastsMs })
  const credentials = createCredentials(kysely, secrets, now, newId)
  const defaults = createDefaults(kysely)
  const audit = createAudit({ kysely, now, newId, log })
  const catalogue = createModelCatalogue({ database, url: config.catalogueUrl, fetch: request, now, log })
  const modelFacts = createModelFacts({ catalogue, fetch: request, now })
  const meters = createMeters({ database, now, newId })
  const chromium = findChromium(config.chromiumPath)
  const bridge = createBridge({
    database,
    streams,
    now,
    newId,
    log,
    timeoutMs: config.bridgeTimeoutMs,
    headless: chromium ? createRender({ documents, files: mediaFiles, now, path: chromium }) : undefined,
  })
  const blobs = createBlobs({ database, now })
  const site = createSiteScope({
    kysely,
    documents,
    siteServices,
    threads,
    identities,
    workspaces,
    approvals,
    confirmations,
    bridge,
    blobs,
    credentials,
    defaults,
    modelFacts,
    meters,
    fetch: request,
    rehearsalPaceMs: config.rehearsalPaceMs ?? 18,
    providerIdleMs: config.providerIdleMs,
    now,
    log,
  })
  const tracing = await createTracing(config.tracing, { version })
  const runner = createRunner({
    database,
    tracer: tracing.tracer,
    streams,
    now,
    newId,
    ...instance(config),
    scopes: { site },
    ended: (row, run) => [...meters.ended(run.id), runEndedRow(database, run, row.session_id, newId(), now())],
    onBug: failed('the runtime failed'),
    onCacheBreak: (broken) =>
      log.info(broken, 'a provider read nothing of a prompt that it should have had in its cache'),
    ...(config.fault ? { step: faultPoint(config.fault) } : {}),
    ...(config.leaseMs === undefined ? {} : { leaseMs: config.leaseMs }),
  })

  const maintenance = createMaintenance({
    database,
    streams,
    removeDocument: documents.remove,
    removeReleases: publisher.remove,
    sweepBlobs: blobs.sweep,
    media: createMediaSweep({ database, dataDir: config.dataDir, files: mediaFiles, variants, packages }),
    now,
    log,
  })
  const setup = createSetup({ database, now, newId })
  await firstStart({ config, setup, projects, kysely })
  const services: Services = {
    config,
    version,
    log,
    guard,
    now,
    newId,
    stopping: stopping.signal,
    kysely,
    streams,
    documents,
    runner,
    library,
    identities,
    signInLimit: createSignInLimit(database, now),
    setup,
    keys: createKeys(kysely, now, newId),
    workspaces,
    people: createPeople({ database, kysely, now }),
    invitations: createInvitations({ database, kysely, now, newId }),
    connections,
    projects,
    publisher,
    versions,
    domains,
    mediaFiles,
    variants,
    code: codeBuilder,
    previews: createPreviews({ load: loadWhole, secrets, identities, now }),
    siteServices,
    threads,
    importThreads,
    sessions: createSessions({ kysely, database, streams, now, newId }),
    maintenance,
    confirmations,
    policies,
    decide: createDecide({ kysely, streams, policies, audit, now }),
    bridge,
    blobs,
    credentials,
    defaults,
    audit,
    catalogue,
    modelFacts,
    budgets: createBudgets(kysely, now),
    usage: createUsage({ database, kysely, now }),
    providerFetch: request,
    siteUrl: siteUrl(config, sitesPort),
    studioDir,
  }
  const sync = openSync(services)
  runner.start()
  maintenance.start()
  return {
    services,
    database,
    setupToken: (await setup.needed()) ? await setup.issueToken() : undefined,
    sites: createSiteServer({
      folder: releases,
      projectByHost: domains.projectOf,
      projectBySlug: async (slug) =>
        (await kysely.selectFrom('projects').select('id').where('slug', '=', slug).executeTakeFirst())?.id,
    }),
    upgrade(request, socket, head) {
      if (new URL(request.url ?? '/', 'http://localhost').pathname === '/sync') {
        sync.handleUpgrade(request, socket, head).catch((error) => {
          log.error({ err: error }, 'an upgrade failed')
          socket.destroy()
        })
      } else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
    },
    async close() {
      stopping.abort()
      connections.close()
      await Promise.all([runner.stop(), sync.close(), maintenance.stop(), catalogue.stop(), variants.stop()])
      await bridge.close()
      await Promise.all([threads.close(), importThreads.close()])
      await publisher.settled()
      await tracing.stop()
      await documents.close()
      await opened.close()
    },
  }
}

/**
 * On SQLite one process holds the data folder, so that a restart goes on at once with the runs of the one before. On
 * Postgres each process has a name of its own and takes over runs whose lease has run out.
 */
function instance(config: Config): { instanceId: string; adopt: boolean } {
  if (config.databaseUrl) return { instanceId: uuidv7(), adopt: false }
  const file = join(config.dataDir, 'instance')
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  const instanceId = known || uuidv7()
  // Missing at the first start in this folder; empty where the disk was full then.
  if (known === '') writeFileSync(file, instanceId, { mode: 0o600 })
  return { instanceId, adopt: true }
}

/** The workspace, the environment's owner, and one project with the starter site, once. */
async function firstStart({
  config,
  setup,
  projects,
  kysely,
}: {
  config: Config
  setup: Setup
  projects: Projects
  kysely: Kysely<Tables>
}): Promise<void> {
  const workspaceId = await setup.workspace()
  if (config.firstOwner) {
    await setup.create({ name: config.firstOwner.email.split('@')[0] ?? 'Owner', ...config.firstOwner })
  }
  const done = await kysely
    .insertInto('server_settings')
    .values({ key: 'first_project', value: 'made' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (done.numInsertedOrUpdatedRows === 0n) return
  try {
    await projects.create({ workspaceId, userId: 'system', name: 'My site' })
  } catch (error) {
    await kysely.deleteFrom('server_settings').where('key', '=', 'first_project').execute()
    throw error
  }
}

/** A site's own host where one's browser resolves `*.localhost` by itself, otherwise the path form. */
function siteUrl(config: Config, sitesPort: number): (slug: string) => string {
  if (!config.production) return (slug) => `http://${slug}.localhost:${sitesPort}/`
  const host = config.origin ? new URL(config.origin).hostname : config.host
  return (slug) => `http://${host === '0.0.0.0' ? 'localhost' : host}:${sitesPort}/${slug}/`
}
