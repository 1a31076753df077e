import {
  type AgentScope,
  createProvider,
  createRehearsalProvider,
  delay,
  isGivenAddress,
  isScripted,
  type PostRunCheck,
  type PreparedRun,
  type Provider,
} from '@atelier/agent'
import type { Documents } from '@atelier/documents'
import { type Capability, type Operation, selectToolbox, toolDefinitions } from '@atelier/operation'
import { type Database, rowsOf } from '@atelier/streams'
import type { Identities, Identity } from '../auth/identity.ts'
import type { Threads } from '../heavy/threads.ts'
import type { Log } from '../log/log.ts'
import type { Executors } from '../operations/executors.ts'
import type { RunTask } from '../operations/runTask.ts'
import type { Scopes, ServerScope } from '../operations/scopes.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'
import type { Approvals } from './approvals/approvals.ts'
import {
  type ApprovalOf,
  askForToken,
  refuseUnasked,
  waitForApproval,
  withConfirmationToken,
} from './approvals/callApproval.ts'
import type { Confirmations } from './approvals/confirmations.ts'
import type { Blobs } from './blobs/blobs.ts'
import { createExecutor } from './executor.ts'
import type { Credentials } from './models/credentials.ts'
import { type ModelChoices, noModel } from './models/modelChoice.ts'
import type { ModelFact, ModelFacts } from './models/modelFacts.ts'
import { thinkingOf } from './models/thinking.ts'
import { createChangesOf } from './sessions/changesOf.ts'
import { type RunContext, readContext } from './sessions/context.ts'
import { type SessionRow, type Sessions, sessionById } from './sessions/sessions.ts'
import type { Meters } from './usage/meters.ts'

export interface AgentScopeOptions {
  database: Database
  documents: Documents
  scopes: Scopes
  executors: Executors
  threads: Threads
  identities: Identities
  workspaces: Workspaces
  /** The key of a run that the Conversation API began; undefined if it was revoked. */
  conversationKeys: { find(id: string): Promise<Identity['key']> }
  approvals: Approvals
  confirmations: Confirmations
  credentials: Credentials
  choices: Pick<ModelChoices, 'in'>
  modelFacts: ModelFacts
  meters: Meters
  blobs: Blobs
  /** A picture at most `edge` pixels at its longest edge; undefined if it cannot be made smaller. */
  fitPicture(bytes: Uint8Array, edge: number): Promise<Uint8Array | undefined>
  sessions: Pick<Sessions, 'read'>
  fetch: typeof fetch
  rehearsalPaceMs: number
  /** How long a provider may send nothing, in milliseconds. */
  providerIdleMs: number
  now(): number
  log: Log
}

type Chosen = { ok: true; provider: Provider; model: string; fact?: ModelFact } | { ok: false; error: string }

/**
 * Settings that the runs of all scopes share: the model that the session or its scope chose, what they may spend, their
 * toolbox, and the guard of calls that cannot be undone.
 */
export function createAgentScope(options: AgentScopeOptions, scope: ServerScope): AgentScope {
  const { database, documents, scopes, identities, workspaces, blobs, now, log } = options

  const choose = async (
    session: SessionRow,
    prompt: string,
    context: RunContext,
    task: RunTask | undefined,
  ): Promise<Chosen> => {
    const choice = (await options.choices.in(session.workspace_id))(session)
    if (choice.kind === 'none') return { ok: false, error: noModel[choice.lacks].message }
    if (choice.kind === 'rehearsal') {
      const rehearsals = task?.rehearsals ?? scope.rehearsals
      return {
        ok: true,
        provider: createRehearsalProvider({
          rehearsals,
          prompt,
          paceMs: options.rehearsalPaceMs,
          delay,
          context: { ...context.editor },
        }),
        model: 'rehearsal',
      }
    }
    const opened = await options.credentials.open(session.workspace_id, choice.credentialId)
    if (!opened.ok) return { ok: false, error: opened.message }
    const provider = await createProvider(opened.credential, {
      fetch: options.fetch,
      now,
      idleMs: options.providerIdleMs,
    })
    if (!provider) return { ok: false, error: `There is no provider "${opened.credential.provider}" here.` }
    const model = choice.modelId
    const fact = await options.modelFacts.of(choice.credentialId, opened.credential, model)
    return { ok: true, provider, model, fact }
  }

  // A few roles have a toolbox each; the same one is also weighed, and looked for in the provider's cache, only once.
  const toolboxes = new Map<string, ReturnType<typeof makeToolbox>>()
  const makeToolbox = (capabilities: ReadonlySet<Capability>, nonInteractive: boolean, task: RunTask | undefined) => {
    const own = task?.toolbox ?? scope.id
    const reachable = scopes.reachable(own)
    const subset = task?.tools
    // A run that is limited to a few operations reaches no others, and gets all of them at the start.
    const offered = subset
      ? reachable.filter((each) => each.scope === own && subset.includes(each.name)).map(notOnDemand)
      : reachable
    const toolbox = selectToolbox(nonInteractive ? offered.map(withConfirmationToken) : offered, {
      scope: own,
      capabilities,
    })
    return { toolbox, tools: toolDefinitions(toolbox) }
  }
  const toolboxOf = (capabilities: ReadonlySet<Capability>, nonInteractive: boolean, task: RunTask | undefined) => {
    const key = [nonInteractive, task?.toolbox, ...(task?.tools ?? ['all']), '/', ...capabilities].join(' ')
    const toolbox = toolboxes.get(key) ?? makeToolbox(capabilities, nonInteractive, task)
    toolboxes.set(key, toolbox)
    return toolbox
  }

  return {
    async prepare(run): Promise<PreparedRun | { error: string }> {
      const [session] = await database.read(rowsOf(sessionById(database.dialect, { id: run.sessionId })), 'committed')
      if (!session?.project_id) return { error: 'This conversation belongs to no project.' }
      const context = readContext(run.context)
      const member = await identities.member(run.userId, session.workspace_id)
      const key = context.key?.ofConversations
        ? await options.conversationKeys.find(context.key.id)
        : context.key && { ...context.key, projectIds: context.key.projectIds }
      if (context.key && !key) return { error: 'The key that this was asked through was revoked.' }
      const access = member && (await workspaces.access({ ...member, ...(key ? { key } : {}) }, session.project_id))
      if (!access) return { error: 'The project is gone, or is no longer yours.' }

      const task = await scope.taskOf?.(run)
      const chosen = await choose(session, run.prompt, context, task)
      if (!chosen.ok) return { error: chosen.error }
      const { project, capabilities } = access
      const scopeProject = { id: project.id, siteDocumentId: project.site_document_id }
      const suffix = await scope.suffix({
        project: scopeProject,
        focus: context.editor,
        documentId: session.document_id ?? undefined,
        documents,
        sessionId: session.id,
        prompt: run.prompt,
        actor: { kind: 'agent', userId: run.userId, runId: run.id },
        capabilities,
        role: access.role,
        ...(access.restriction ? { restriction: access.restriction } : {}),
      })
      if ('error' in suffix) return suffix

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
        ...(task?.budget ? { generation: task.budget } : {}),
      })
      let { focus } = task?.stateless ? { focus: {} } : suffix
      const owner = {
        userId: run.userId,
        workspaceId: session.workspace_id,
        projectId: session.project_id,
        sessionId: session.id,
      }
      // If no person sees a card, a token carries the person's decision.
      const nonInteractive = context.via === 'chat' || context.via === 'cli'
      const decided = nonInteractive
        ? askForToken(options.confirmations, owner, context.confirmations ?? [])
        : waitForApproval(options.approvals, owner)
      // A generation's budget was decided with its plan, and no person watches its parts.
      const approvalOf: ApprovalOf = task?.group
        ? (operation, call) =>
            operation.asks ? undefined : (operation.address ? refuseUnasked : decided)(operation, call)
        : decided
      const { toolbox, tools } = toolboxOf(capabilities, nonInteractive, task)
      return {
        provider: chosen.provider,
        model: chosen.model,
        ...limits,
        ...(task?.maxRounds ? { maxRounds: Math.min(task.maxRounds, limits.maxRounds) } : {}),
        stopWhen: [...limits.stopWhen, ...(task?.stopWhen ?? [])],
        ...(task?.answer ? { answer: task.answer } : {}),
        ...(task?.onCut ? { onCut: task.onCut } : {}),
        ...(fact ? { abilities: fact.abilities } : {}),
        ...(fact?.maxOutputTokens ? { maxOutputTokens: Math.min(16_000, fact.maxOutputTokens) } : {}),
        ...thinkingOf(session),
        system: task?.system ?? scope.prompt,
        // A script reads no state.
        ...(task?.stateless || isScripted(chosen.provider.id)
          ? {}
          : { state: { lines: () => suffix.lines(focus), text: suffix.text } }),
        tools,
        findOperation(name) {
          const operation = toolbox.find(name)
          return operation && { ...operation, name: toolbox.nameOf(operation) }
        },
        candidates: toolbox.candidates,
        executor: createExecutor({
          documents,
          scopes,
          executors: options.executors,
          threads: options.threads,
          now,
          log,
          scope: toolbox.scope,
          toolbox,
          session: { id: session.id, workspaceId: session.workspace_id },
          userId: run.userId,
          access,
          focus,
          onMove: (documentId) => {
            focus = { ...focus, documentId }
          },
          changeSetId: run.id,
          group: task?.group,
          approvalOf,
          isGivenAddress: async (runId, address) =>
            isGivenAddress((await options.sessions.read(session.id))?.messages ?? [], runId, address),
          vision: fact?.abilities.vision ?? false,
        }),
        changeSetId: run.id,
        changesOf: createChangesOf(documents),
        affected: () => scopes.affected({ project: scopeProject, scope: scope.id, changeSetId: run.id }),
        postRunCheck: postRunCheck(chosen.provider, async () => {
          const found = await scopes.afterRun({
            project: scopeProject,
            changeSetId: run.id,
            documentId: suffix.focus.documentId,
            documents,
          })
          const mend = await task?.mend?.(access)
          const hint = [found?.hint, mend].filter((each) => each !== undefined).join('\n\n')
          return found || mend ? { findings: found?.findings ?? [], ...(hint === '' ? {} : { hint }) } : undefined
        }),
        loadImage: async (hash, maxEdge) => {
          const blob = await blobs.load(session.id, hash)
          const bytes = blob && maxEdge !== undefined ? await options.fitPicture(blob.bytes, maxEdge) : blob?.bytes
          return bytes && Buffer.from(bytes).toString('base64')
        },
      }
    },
  }
}

const notOnDemand = (operation: Operation): Operation => ({ ...operation, onDemand: false })

/** A script cannot respond to the problems that its changes raised; the person still sees them. */
function postRunCheck({ id }: Provider, check: PostRunCheck): PostRunCheck {
  if (!isScripted(id)) return check
  return async () => {
    const checked = await check()
    return checked && { findings: checked.findings }
  }
}
