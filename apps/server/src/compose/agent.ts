import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRunner } from '@atelier/agent'
import { uuidv7 } from 'uuidv7'
import { createAgentScope } from '../ai/agentScope.ts'
import { createApprovals } from '../ai/approvals/approvals.ts'
import { createConfirmations } from '../ai/approvals/confirmations.ts'
import { createDecide } from '../ai/approvals/decide.ts'
import { createDecideByWords } from '../ai/approvals/decideByWords.ts'
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
import { createUsage } from '../ai/usage/usage.ts'
import { createBrandReader } from '../brand/brandReader.ts'
import { createKernelExecutor } from '../cad/kernelExecutor.ts'
import type { Config } from '../config/config.ts'
import { faultPoint } from '../config/fault.ts'
import { createThreads } from '../heavy/threads.ts'
import { createUtilityCompiler } from '../heavy/utilities.ts'
import { createExecutors } from '../operations/executors.ts'
import { createScopes } from '../operations/scopes.ts'
import { createTracing } from '../tracing/tracing.ts'
import { systemResolve } from '../web/address.ts'
import { systemConnect } from '../web/connect.ts'
import { createGuardedFetch, noFetch } from '../web/guardedFetch.ts'
import type { Base, Extensions } from './base.ts'
import { composeContent } from './content.ts'
import { composeGenerate } from './generate.ts'
import { composePart } from './part.ts'
import type { composePeople } from './people.ts'
import { composeSite } from './site.ts'
import type { composeSites } from './sites.ts'

type Parts = ReturnType<typeof composePeople> & ReturnType<typeof composeSites>

/** Models, conversations and the runs of the agent, with what its operations may ask of the server. */
export async function composeAgent(
  base: Base,
  parts: Parts,
  {
    executors: extraExecutors,
    web = { resolve: systemResolve, connect: systemConnect },
    threadProgram,
    git,
  }: Extensions,
) {
  const { config, version, log, now, newId, database, streams, documents, secrets, failed } = base
  const { identities, workspaces, mediaFiles, variants } = parts
  const providerFetch = pinnedFetch()
  const threads = createThreads(2, threadProgram)
  const serviceKeys = createServiceKeys(database, secrets, now)
  const pictureChoices = createPictureChoices(database)
  const webFetch = config.web ? createGuardedFetch(web) : noFetch
  const site = composeSite(base, parts, { providerFetch, webFetch, serviceKeys, pictureChoices })
  const content = await composeContent(base, parts, { threads, webFetch, resolve: web.resolve, git })
  const generate = composeGenerate(base, parts, createUtilityCompiler(threads), (projectId) =>
    createBrandReader({ mediaFiles, variants, fetch: webFetch }, projectId),
  )
  const part = composePart(parts)
  const choices = createModelChoices(database, { rehearsals: config.rehearsals })
  const sessions = createSessions({ database, streams, choices, now, newId })
  const scopeOptions = {
    site: site.options,
    content: content.options,
    generate: generate.options,
    part: part.options,
    cms: {
      now,
      database,
      documents,
      sessions,
      content: content.options.store,
      readings: site.options.readings,
      publisher: parts.publisher,
      versions: parts.versions,
      siteContent: parts.siteContent,
      studioUrl: base.studioUrl,
    },
  }
  const scopes = createScopes(base.registrations.map(({ create }) => create(scopeOptions)))
  const confirmations = createConfirmations({ database, now })
  const policies = createPolicies(database)
  const approvals = createApprovals({ database, policies, now, lastsMs: config.approvalLastsMs })
  const credentials = createCredentials(database, secrets, now, newId)
  const defaults = createDefaults(database)
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
    headless: chromium
      ? createRender({
          documents,
          files: mediaFiles,
          compileUtilities: createUtilityCompiler(threads),
          now,
          path: chromium,
        })
      : undefined,
  })
  const blobs = createBlobs({ database, now })
  const tabs = createTabExecutor({ bridge, blobs })
  const operationServices = { documents, threads, now, log }
  const kernel = createKernelExecutor({
    services: operationServices,
    answers: parts.partAnswers,
    blobs,
    scopes: new Set(['part']),
    otherwise: tabs,
  })
  const executors = createExecutors(operationServices, { view: tabs, kernel, ...extraExecutors })
  const agentScope = {
    conversationKeys: content.services.conversationKeys,
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
  const step = faultPoint(config.fault)
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
    left: scopes.runLeft,
    ended: (row, run) => [...meters.ended(run.id), runEndedRow(database, run, row.session_id, newId(), now())],
    onBug: failed('the runtime failed'),
    onCacheBreak: (broken) =>
      log.info(broken, 'a provider read nothing of a prompt that it should have had in its cache'),
    ...(step ? { step } : {}),
    ...(config.leaseMs === undefined ? {} : { leaseMs: config.leaseMs }),
  })
  const generations = generate.start({ scopes, executors, sessions, runner, choices, credentials, modelFacts })
  const decide = createDecide({ database, streams, policies, audit, now })
  return {
    runner,
    generations,
    turns: generations.turns,
    ...content.services,
    contentScheduler: content.schedulerOf({ scopes, executors }),
    fontSamples: site.fontSamples,
    tracing,
    scopes,
    executors,
    /** Where calls with much text are run. */
    threads,
    /** Where imports are run, so that a long one holds up no call. */
    importThreads: createThreads(1, threadProgram),
    sessions,
    confirmations,
    policies,
    /** Decides on a call that waits for a person. */
    decide,
    /** Decides by what the person writes next. */
    decideByWords: createDecideByWords({ database, decide, ...(step ? { step } : {}) }),
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
    /** `fetch` for requests to providers: only to checked addresses, without redirects (`ai/models/pinnedFetch.ts`). */
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
