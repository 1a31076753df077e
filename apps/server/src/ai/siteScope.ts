import {
  type AgentScope,
  createProvider,
  createRehearsalProvider,
  delay,
  type PostRunCheck,
  type PreparedRun,
  type Provider,
  type StateSource,
} from '@atelier/agent'
import type { Documents, LiveDocument } from '@atelier/documents'
import { type Capability, selectToolbox, toolDefinitions } from '@atelier/operation'
import {
  type EditorContext,
  homePage,
  pages,
  siteRehearsals,
  siteState,
  siteStateText,
  siteSystemPrompt,
} from '@atelier/site'
import type { Kysely } from 'kysely'
import type { Identities } from '../auth/identity.ts'
import { rowsBy } from '../database/rowsBy.ts'
import type { Tables } from '../database/tables.ts'
import type { Threads } from '../heavy/threads.ts'
import type { Log } from '../log/log.ts'
import { modelOperations } from '../projects/scopes.ts'
import type { SiteServicesOf } from '../projects/siteServices.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'
import type { Approvals } from './approvals/approvals.ts'
import type { Confirmations } from './approvals/confirmations.ts'
import { takingToken, tokenGuard, waitingGuard } from './approvals/guard.ts'
import type { Blobs } from './blobs/blobs.ts'
import type { Bridge } from './bridge/bridge.ts'
import { createViewCalls } from './bridge/viewCalls.ts'
import { type CheckedRun, createCheckWrites } from './checkWrites.ts'
import { createExecutor } from './executor.ts'
import type { Credentials } from './models/credentials.ts'
import type { Defaults } from './models/defaults.ts'
import type { ModelFact, ModelFacts } from './models/modelFacts.ts'
import { thinkingOf } from './models/thinking.ts'
import { createChangesOf } from './sessions/changesOf.ts'
import { type RunContext, readContext } from './sessions/context.ts'
import { rehearsalChoice, type SessionRow, sessionById } from './sessions/sessions.ts'
import type { Meters } from './usage/meters.ts'

export interface SiteScopeOptions {
  kysely: Kysely<Tables>
  documents: Documents
  siteServices: SiteServicesOf
  threads: Threads
  identities: Identities
  workspaces: Workspaces
  approvals: Approvals
  confirmations: Confirmations
  credentials: Credentials
  defaults: Defaults
  modelFacts: ModelFacts
  meters: Meters
  bridge: Bridge
  blobs: Blobs
  fetch: typeof fetch
  rehearsalPaceMs: number
  /** How long a provider may say nothing, in milliseconds. */
  providerIdleMs: number
  now(): number
  log: Log
}

type Chosen = { ok: true; provider: Provider; model: string; fact?: ModelFact } | { ok: false; error: string }

/** The scope `site`: its prompt, its toolbox, its executor, and the model that the session or its scope chose. */
export function createSiteScope(options: SiteScopeOptions): AgentScope {
  const { kysely, documents, identities, workspaces, blobs, now, log } = options

  const choose = async (session: SessionRow, prompt: string, context: RunContext): Promise<Chosen> => {
    const own = session.credential_id
      ? { credentialId: session.credential_id, modelId: session.model_id ?? undefined }
      : undefined
    const choice = own ?? (await options.defaults.of(session.workspace_id, session.scope))
    if (!choice || choice.credentialId === rehearsalChoice) {
      const { documentId, selectedNodeId, activeBreakpointId } = context.editor
      const rehearsal = { rehearsals: siteRehearsals, prompt, paceMs: options.rehearsalPaceMs, delay }
      return {
        ok: true,
        provider: createRehearsalProvider({
          ...rehearsal,
          context: { documentId, selectedNodeId, activeBreakpointId },
        }),
        model: 'rehearsal',
      }
    }
    const opened = await options.credentials.open(session.workspace_id, choice.credentialId)
    if (!opened.ok) return { ok: false, error: opened.message }
    const provider = createProvider(opened.credential, { fetch: options.fetch, now, idleMs: options.providerIdleMs })
    if (!provider) return { ok: false, error: `There is no provider "${opened.credential.provider}" here.` }
    const model = choice.modelId ?? (await options.defaults.of(session.workspace_id, session.scope))?.modelId
    if (!model) return { ok: false, error: `Choose a model of "${opened.label}" for this conversation.` }
    const fact = await options.modelFacts.of(choice.credentialId, opened.credential, model)
    return { ok: true, provider, model, fact }
  }

  // A few roles have a toolbox each; the same one is also weighed, and looked for in the provider's cache, only once.
  const toolboxes = new Map<string, ReturnType<typeof makeToolbox>>()
  const toolboxOf = (capabilities: ReadonlySet<Capability>, faceless: boolean) => {
    const key = [faceless, ...capabilities].join(' ')
    const toolbox = toolboxes.get(key) ?? makeToolbox(capabilities, faceless)
    toolboxes.set(key, toolbox)
    return toolbox
  }

  return {
    async prepare(run): Promise<PreparedRun | { error: string }> {
      const [session] = await rowsBy(kysely, sessionById, { id: run.sessionId })
      if (!session?.project_id) return { error: 'This conversation belongs to no project.' }
      const context = readContext(run.context)
      const member = await identities.member(run.userId, session.workspace_id)
      const key = context.key && { ...context.key, projectIds: context.key.projectIds }
      const access = member && (await workspaces.access({ ...member, ...(key ? { key } : {}) }, session.project_id))
      if (!access) return { error: 'The project is gone, or is no longer yours.' }

      const chosen = await choose(session, run.prompt, context)
      if (!chosen.ok) return { error: chosen.error }
      const site = await documents.open(access.project.site_document_id)
      const home = site && homePage(site.view)
      if (!site || !home) return { error: 'The site of this project has no page to work on.' }
      const { documentId } = context.editor
      const listed = (id: string) => pages(site.view).some((each) => each.id === id)
      // What was asked of one page must not be done to another, nor to one that nobody sees any more.
      if (documentId && documentId !== site.id && !listed(documentId)) {
        return { error: 'The page that you asked this of is gone. Open another page, then ask again.' }
      }
      const asked = [documentId, session.document_id].find((id) => id && listed(id))
      const page = await documents.open(asked ?? home.id)
      if (!page) return { error: 'The page to work on is gone.' }

      const { fact } = chosen
      const limits = await options.meters.open({
        runId: run.id,
        sessionId: session.id,
        workspaceId: session.workspace_id,
        userId: run.userId,
        projectId: session.project_id,
        scope: session.scope,
        provider: chosen.provider.id,
        model: chosen.model,
        price: fact?.price,
      })
      const editor = { ...context.editor, documentId: page.id }
      /** Where the run stands: where the editor stood, until the run opens another document. */
      let at = editor
      const place = {
        userId: run.userId,
        workspaceId: session.workspace_id,
        projectId: session.project_id,
        sessionId: session.id,
      }
      // Where nobody sees a card, a token stands for the person's decision.
      const faceless = context.via === 'chat' || context.via === 'cli'
      const guard = faceless
        ? tokenGuard(options.confirmations, place, context.confirmations ?? [])
        : waitingGuard(options.approvals, place)
      const { toolbox, tools } = toolboxOf(access.capabilities, faceless)
      return {
        provider: chosen.provider,
        model: chosen.model,
        ...limits,
        ...(fact ? { abilities: fact.abilities } : {}),
        ...(fact?.maxOutputTokens ? { maxOutputTokens: Math.min(16_000, fact.maxOutputTokens) } : {}),
        ...thinkingOf(session),
        system: siteSystemPrompt,
        // A script reads no state.
        ...(chosen.provider.id === 'rehearsal' ? {} : { state: createState(documents, site, page, () => at) }),
        tools,
        findOperation: (name) => toolbox.find(name),
        executor: createExecutor({
          documents,
          siteServices: options.siteServices,
          threads: options.threads,
          now,
          log,
          scope: 'site',
          userId: run.userId,
          access,
          editor,
          onMove: (documentId) => {
            at = { ...at, documentId }
          },
          changeSetId: run.id,
          guard,
          view: createViewCalls({
            bridge: options.bridge,
            blobs,
            session,
            access,
            vision: fact?.abilities.vision ?? false,
          }),
        }),
        changeSetId: run.id,
        changesOf: createChangesOf(documents),
        postRunCheck: postRunCheck(chosen.provider, {
          documents,
          siteDocumentId: site.id,
          changeSetId: run.id,
          pageId: page.id,
        }),
        loadImage: async (hash) => {
          const blob = await blobs.load(session.id, hash)
          return blob && Buffer.from(blob.bytes).toString('base64')
        },
      }
    },
  }
}

/** The state of a run's site, as it is when it is asked for. */
function createState(
  documents: Documents,
  site: LiveDocument,
  page: LiveDocument,
  where: () => EditorContext & { documentId: string },
): StateSource {
  return {
    async lines() {
      const editor = where()
      // If something is removed meanwhile, the calls that need it report that.
      const [siteNow = site, pageNow = page] = await Promise.all([
        documents.open(site.id),
        documents.open(editor.documentId),
      ])
      return siteState(siteNow.view, pageNow.view, editor)
    },
    text: siteStateText,
  }
}

/** A script has nothing to answer to what its changes raised; the person is shown it all the same. */
function postRunCheck({ id }: Provider, run: CheckedRun): PostRunCheck {
  const check = createCheckWrites(run)
  if (id !== 'rehearsal') return check
  return async () => {
    const checked = await check()
    return checked && { findings: checked.findings }
  }
}

/** What a run may call, and as its model reads it. */
function makeToolbox(capabilities: ReadonlySet<Capability>, faceless: boolean) {
  const offered = faceless ? modelOperations.map(takingToken) : modelOperations
  const toolbox = selectToolbox(offered, { scope: 'site', capabilities })
  return { toolbox, tools: toolDefinitions(toolbox) }
}
