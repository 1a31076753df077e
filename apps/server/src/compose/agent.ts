import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createRunner } from '@atelier/agent'
import { createIconSearch, createImageFinder, createInstallFonts, createResearch, createTidy } from '@atelier/generate'
import type { Actor } from '@atelier/operation'
import { createRepositories, type Repositories } from '@atelier/repository'
import { uuidv7 } from 'uuidv7'
import { createAgentScope } from '../ai/agentScope.ts'
import { createApprovals } from '../ai/approvals/approvals.ts'
import { createConfirmations } from '../ai/approvals/confirmations.ts'
import { createDecide } from '../ai/approvals/decide.ts'
import { createPolicies } from '../ai/approvals/policies.ts'
import { createAudit } from '../ai/audit/audit.ts'
import { runEndedRow } from '../ai/audit/runEnded.ts'
import { createBlobs } from '../ai/blobs/blobs.ts'
import { createBridge } from '../ai/bridge/bridge.ts'
import { findChromium } from '../ai/bridge/headless/find.ts'
import { createRender } from '../ai/bridge/headless/render.ts'
import { createTabExecutor } from '../ai/bridge/tabExecutor.ts'
import { createCredentials } from '../ai/models/credentials.ts'
import { createDefaults } from '../ai/models/defaults.ts'
import { createModelChoices, missingModel } from '../ai/models/modelChoice.ts'
import { createModelFacts } from '../ai/models/modelFacts.ts'
import { pinnedFetch } from '../ai/models/pinnedFetch.ts'
import { createWindowNotes } from '../ai/models/windowNotes.ts'
import { createModelCatalogue } from '../ai/pricing/catalogue.ts'
import { createPictureChoices } from '../ai/services/pictureChoices.ts'
import { createServiceKeys } from '../ai/services/serviceKeys.ts'
import { createSessions } from '../ai/sessions/sessions.ts'
import { createBudgets } from '../ai/usage/budgets.ts'
import { createMeters } from '../ai/usage/meters.ts'
import { createPictureBudgets } from '../ai/usage/pictureBudget.ts'
import { createUsage } from '../ai/usage/usage.ts'
import { capabilitiesOf } from '../auth/roles.ts'
import { createCodeChecker } from '../code/check.ts'
import type { Config } from '../config/config.ts'
import { faultPoint } from '../config/fault.ts'
import { createContentStore } from '../content/contentStore.ts'
import { createSettleAgain } from '../content/entries/settleAgain.ts'
import { createFormDeliveries } from '../content/forms/deliveries.ts'
import { createMailer } from '../content/forms/mail.ts'
import { createSubmissions } from '../content/forms/submissions.ts'
import { createFormTargets } from '../content/forms/targets.ts'
import { createAssets } from '../content/library/assets.ts'
import { createContentChanges } from '../content/projects/changes.ts'
import { createContentProjects } from '../content/projects/contentProjects.ts'
import { findGit } from '../content/repository/findGit.ts'
import { readInThreads } from '../content/repository/readInThreads.ts'
import { createRemotePolicy } from '../content/repository/remotePolicy.ts'
import { createRemoteStore } from '../content/repository/remotes.ts'
import { createScheduler } from '../content/schedule/scheduler.ts'
import { createConversationKeys } from '../conversation/keys.ts'
import { createConversationTasks } from '../conversation/task.ts'
import { createFontInstaller } from '../fonts/installer.ts'
import { createFontSamples } from '../fonts/samples.ts'
import { createSiteFiles } from '../generations/files.ts'
import { createGenerations, type Generations } from '../generations/generations.ts'
import { createGenerationService } from '../generations/service.ts'
import { createGenerationStore } from '../generations/store.ts'
import { createTasks } from '../generations/tasks.ts'
import { createThreads } from '../heavy/threads.ts'
import { createExecutors } from '../operations/executors.ts'
import { createScopes } from '../operations/scopes.ts'
import { createReleaseServices } from '../scopes/site/releaseServices.ts'
import { createTracing } from '../tracing/tracing.ts'
import { systemResolve } from '../web/address.ts'
import { asFetch } from '../web/asFetch.ts'
import { systemConnect } from '../web/connect.ts'
import { createGuardedFetch, noFetch } from '../web/guardedFetch.ts'
import type { Base, Extensions } from './base.ts'
import type { composePeople } from './people.ts'
import type { composeSites } from './sites.ts'

type Parts = ReturnType<typeof composePeople> & ReturnType<typeof composeSites>

/** Models, conversations and the runs of the agent, with what its operations may ask of the server. */
export async function composeAgent(
  base: Base,
  {
    identities,
    workspaces,
    mediaFiles,
    variants,
    publisher,
    versions,
    contentProjects,
    contentEntries,
    siteContent,
  }: Parts,
  {
    executors: extraExecutors,
    web = { resolve: systemResolve, connect: systemConnect },
    threadProgram,
    git,
  }: Extensions,
) {
  const { config, version, log, now, newId, database, streams, documents, secrets, siteUrl, failed } = base
  const providerFetch = pinnedFetch()
  const threads = createThreads(2, threadProgram)
  const serviceKeys = createServiceKeys(database, secrets, now)
  const pictureChoices = createPictureChoices(database)
  const pictureBudget = createPictureBudgets({ database, now, newId })
  const webFetch = config.web ? createGuardedFetch(web) : noFetch
  const findImages = createImageFinder({ fetch: asFetch(webFetch), now })
  const fonts = createFontInstaller({ url: config.fontsUrl, fetch: providerFetch, now })
  const assets = createAssets({ mediaFiles, fetch: webFetch })
  const formTargets = createFormTargets(database, secrets)
  const submissions = createSubmissions({ database, now })
  const content = createContentStore({
    database,
    projects: contentProjects,
    entries: contentEntries,
    onError: failed('what a conversation has read was not kept'),
    services: (call) => ({
      assets: assets(call),
      submissions: submissions(call.project.id, call.actor.userId),
      repository: {
        check: async () => repositories.check(call.project.id),
        unreadable: async () => repositories.unreadable(call.project.id),
      },
    }),
  })
  const scopeOptions = {
    content,
    database,
    documents,
    mediaFiles,
    fonts,
    siteContent,
    releases: createReleaseServices({ database, publisher, versions, siteUrl }),
    code: createCodeChecker(),
    serviceKeys,
    webFetch,
    icons: createIconSearch({ read: readInPieces, rest: setImmediate }),
    // Where the web is switched off no service is asked, whichever key there is.
    images: (projectId: string, actor: Actor) => {
      const keys = serviceKeys.ofProject(projectId)
      const choice = () => pictureChoices.ofProject(projectId)
      const budget = pictureBudget(projectId, actor)
      return findImages({ projectId, choice, budget, key: async (name) => (config.web ? keys.get(name) : undefined) })
    },
  }
  // Made below, since its runs call the operations of these scopes.
  let generations: Generations | undefined
  const generationsOf = createGenerationService({
    database,
    identities,
    workspaces,
    generations: () => generations,
  })
  const scopes = createScopes(
    base.registrations.map(({ create }) => create({ ...scopeOptions, generations: generationsOf })),
  )
  const confirmations = createConfirmations({ database, now })
  const policies = createPolicies(database)
  const approvals = createApprovals({ database, policies, now, lastsMs: config.approvalLastsMs })
  const credentials = createCredentials(database, secrets, now, newId)
  const defaults = createDefaults(database)
  const choices = createModelChoices(database, { rehearsals: config.rehearsals })
  const audit = createAudit({ database, now, newId, log })
  const catalogue = createModelCatalogue({ database, url: config.catalogueUrl, fetch: providerFetch, now, log })
  const modelFacts = createModelFacts({ catalogue, fetch: providerFetch, now })
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
  const tabs = createTabExecutor({ bridge, blobs })
  const executors = createExecutors({ documents, threads, now, log }, { view: tabs, kernel: tabs, ...extraExecutors })
  const sessions = createSessions({ database, streams, choices, now, newId })
  const store = createGenerationStore(database)
  const files = createSiteFiles({ scopes, executors })
  const conversationKeys = createConversationKeys({ database, identities, now, newId })
  const agentScope = {
    tasks: {
      generate: createTasks({ documents, store, sessions, files }),
      content: createConversationTasks(conversationKeys),
    },
    conversationKeys,
    database,
    documents,
    scopes,
    executors,
    threads,
    identities,
    workspaces,
    approvals,
    confirmations,
    blobs,
    fitPicture: variants.fit,
    sessions,
    credentials,
    choices,
    modelFacts,
    meters,
    fetch: providerFetch,
    rehearsalPaceMs: config.rehearsalPaceMs ?? 18,
    providerIdleMs: config.providerIdleMs,
    now,
    log,
  }
  const tracing = await createTracing(config.tracing, { version })
  const foundGit = git ?? (await findGit())
  if (foundGit.ok && !foundGit.git.capped)
    log.info('the memory of git is not capped on this system, so connect remotes only that you trust')
  /** What writes content to git, behind the database. */
  const repositories: Repositories = createRepositories({
    git: foundGit,
    dataDir: config.dataDir,
    database,
    documents,
    projects: createContentProjects(database),
    entries: contentEntries,
    owner: newId(),
    newId,
    reading: readInThreads(threads),
    remotes: {
      store: createRemoteStore(database, secrets, config.openRemotes),
      policy: createRemotePolicy(config.openRemotes, web.resolve),
    },
    now,
    failed: failed('repositories could not be looked for'),
  })
  const runner = createRunner({
    database,
    tracer: tracing.tracer,
    streams,
    now,
    newId,
    ...instance(config),
    async missingModel(sessionId) {
      const session = await sessions.row(sessionId)
      return missingModel(session && (await choices.in(session.workspace_id))(session))
    },
    scopes: Object.fromEntries(scopes.all.map((scope) => [scope.id, createAgentScope(agentScope, scope)])),
    left: ({ id, scope }) => {
      if (scope === 'generate') void generations?.left(id)
      repositories.look()
    },
    ended: (row, run) => [...meters.ended(run.id), runEndedRow(database, run, row.session_id, newId(), now())],
    onBug: failed('the runtime failed'),
    onCacheBreak: (broken) =>
      log.info(broken, 'a provider read nothing of a prompt that it should have had in its cache'),
    ...(config.fault ? { step: faultPoint(config.fault) } : {}),
    ...(config.leaseMs === undefined ? {} : { leaseMs: config.leaseMs }),
  })
  generations = createGenerations({
    store,
    documents,
    streams,
    sessions,
    runner,
    identities,
    workspaces,
    files,
    research: createResearch({ documents, files, web: config.web }),
    installFonts: createInstallFonts({ documents, files, web: config.web }),
    tidy: createTidy({ documents, files }),
    now,
    newId,
    choices,
    async priceOf(session) {
      const chosen = (await choices.in(session.workspace_id))(session)
      if (chosen.kind !== 'model') return undefined
      const opened = await credentials.open(session.workspace_id, chosen.credentialId)
      return opened.ok ? (await modelFacts.of(chosen.credentialId, opened.credential, chosen.modelId)).price : undefined
    },
    failed: failed('a generation could not be brought on'),
  })
  return {
    runner,
    generations,
    turns: generations.turns,
    contentChanges: createContentChanges({ database, stopping: base.stopping }),
    content,
    formTargets,
    formDeliveries: createFormDeliveries({
      database,
      targets: formTargets,
      fetch: webFetch,
      mailer: config.smtpUrl === undefined ? undefined : createMailer(config.smtpUrl),
      now,
      failed: failed('nobody could be told what was sent through a form'),
    }),
    repositories,
    contentScheduler: createScheduler({
      database,
      documents,
      scopes,
      executors,
      capabilities: capabilitiesOf('owner'),
      reviewing: capabilitiesOf('reviewer'),
      now,
      failed: failed('a branch could not be merged at its time'),
    }),
    settleAgain: createSettleAgain({
      database,
      streams,
      documents,
      projects: createContentProjects(database),
      now,
      failed: failed('entries could not be looked at again'),
    }),
    /** Fonts to look at before a site keeps them. */
    fontSamples: createFontSamples(config.web ? fonts : undefined),
    tracing,
    scopes,
    executors,
    /** Where calls with much text are run. */
    threads,
    /** Where imports are run, so that a long one holds up no call. */
    importThreads: createThreads(1, threadProgram),
    sessions,
    /** Keys for the Conversation API and the read API. */
    conversationKeys,
    confirmations,
    policies,
    /** Decides on a call that waits for a person. */
    decide: createDecide({ database, streams, policies, audit, now }),
    bridge,
    blobs,
    credentials,
    choices,
    /** Keys of services beside models: pictures and web search. */
    serviceKeys,
    pictureChoices,
    defaults,
    audit,
    catalogue,
    modelFacts,
    windowNotes: createWindowNotes({ scopes, modelFacts }),
    budgets: createBudgets(database, now),
    usage: createUsage({ database, now }),
    /** `fetch` for requests to providers: to checked addresses alone, without redirects (`ai/models/pinnedFetch.ts`). */
    providerFetch,
    /** Requests of URLs that strangers wrote, and of services of the public web (`web/guardedFetch.ts`). */
    webFetch,
  }
}

/**
 * On SQLite one process holds the data folder, so that a restart resumes the runs of the process before it at once. On
 * Postgres each process has a name of its own and takes over runs whose lease has run out.
 */
function instance(config: Config): { instanceId: string; adopt: boolean } {
  if (config.databaseUrl) return { instanceId: uuidv7(), adopt: false }
  const file = join(config.dataDir, 'instance')
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  const instanceId = known || uuidv7()
  // Missing at the first start in this folder; empty if the disk was full then.
  if (known === '') writeFileSync(file, instanceId, { mode: 0o600 })
  return { instanceId, adopt: true }
}

/** A file of an installed package, in pieces between which other requests have their turn. */
const readInPieces = (url: string) => createReadStream(new URL(url), { highWaterMark: 128 * 1024 })
