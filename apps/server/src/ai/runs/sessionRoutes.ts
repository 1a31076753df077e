import type { Runner } from '@atelier/agent'
import {
  carriedSummary,
  createNdjsonProjection,
  encodeRecords,
  isActiveRun,
  latestPage,
  pageBefore,
  type RunRecord,
  type RunRequest,
  type SendOutcome,
  sessionStream,
} from '@atelier/agent'
import {
  abortRun,
  type BodyOf,
  chat,
  checkStream,
  continueSession,
  createSession,
  deleteSession,
  editWaiting,
  listRehearsals,
  listSessions,
  mostSummaries,
  type PromptPictures,
  type RunChanges,
  readEarlier,
  readRunChanges,
  readRunEvents,
  readRunSummaries,
  readSession,
  readStream,
  redoRun,
  removeWaiting,
  sendWaiting,
  startRun,
  ThinkingChoice,
  undoRun,
  updateSession,
} from '@atelier/api'
import type { Documents, View } from '@atelier/documents'
import { markRestored } from '@atelier/site'
import type { StreamStore } from '@atelier/streams'
import { createStreamHandler } from '@atelier/streams'
import { Hono } from 'hono'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Environment, RequestContext } from '../../auth/environment.ts'
import { handOrigin } from '../../auth/handOrigin.ts'
import type { Identity } from '../../auth/identity.ts'
import type { Config } from '../../config/config.ts'
import { checked } from '../../http/input.ts'
import { conflict, notFound, Refusal } from '../../http/refusal.ts'
import type { Scopes } from '../../operations/scopes.ts'
import { type Turns, turnRefusal } from '../../operations/turns.ts'
import type { Projects } from '../../projects/projects.ts'
import { projectAccess } from '../../workspaces/access.ts'
import { createMount, type MountServices } from '../../workspaces/mount.ts'
import type { DecideByWords } from '../approvals/decideByWords.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { promptPictures } from '../blobs/promptPictures.ts'
import type { Credentials } from '../models/credentials.ts'
import type { ModelChoices } from '../models/modelChoice.ts'
import type { WindowNotes } from '../models/windowNotes.ts'
import { createChangesOf } from '../sessions/changesOf.ts'
import { contextOf } from '../sessions/context.ts'
import { createRunSummaries } from '../sessions/runSummaries.ts'
import type { SessionRow, Sessions } from '../sessions/sessions.ts'
import { followRun } from './chat.ts'

interface SessionServices extends MountServices {
  sessions: Sessions
  runner: Runner
  streams: StreamStore
  documents: Documents
  scopes: Scopes
  choices: ModelChoices
  credentials: Pick<Credentials, 'open'>
  windowNotes: Pick<WindowNotes, 'ofChoice'>
  config: Pick<Config, 'rehearsals'>
  projects: Projects
  blobs: Blobs
  turns: Turns
  decideByWords: DecideByWords
  newId(): string
  now(): number
  stopping: AbortSignal
}

/** Conversations, their runs, and what the runs changed. */
export function sessionRoutes(services: SessionServices): Hono<Environment> {
  const { sessions, runner, streams, documents, choices, scopes } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services, services.sessions)

  /** Refuses a run that does not belong to the session. */
  const ownRun = async (session: SessionRow, runId: string): Promise<void> => {
    if (!(await sessions.hasRun(session.id, runId))) throw notFound('run')
  }

  const summarizeRuns = createRunSummaries(documents)
  /** Returns the summaries of runs that have ended; the changes of an active run are not final. */
  const summariesOf = (runs: readonly RunRecord[]) =>
    summarizeRuns(runs.flatMap((run) => (run.changeSetId === undefined || isActiveRun(run) ? [] : [run.id])))

  /** @param forRun a run follows at once, so a session that nothing would answer in is not made */
  const open = async (identity: Identity, input: BodyOf<typeof createSession>, forRun = false) => {
    if (!scopes.get(input.scope)) {
      const offered = scopes.all.map(({ id }) => `"${id}"`).join(' or ')
      throw new Refusal(400, 'invalid_input', `Conversations of the scope "${input.scope}" are not offered yet.`, {
        path: '/scope',
        expected: offered,
        received: `"${input.scope}"`,
      })
    }
    if (input.projectId === undefined) {
      throw new Refusal(400, 'invalid_input', '/projectId should be a string, got nothing.', {
        path: '/projectId',
        expected: 'a string',
        received: 'nothing',
      })
    }
    const { project } = await projectAccess(services, identity, input.projectId, 'ai.chat')
    if (input.documentId && !(await services.projects.view(project, input.documentId))) throw notFound('document')
    await choices.checkCredential(identity.workspaceId, input.credentialId)
    if (forRun) await choices.demand(identity.workspaceId, { scope: input.scope, credential_id: null, model_id: null })
    return sessions.create(identity, {
      scope: input.scope,
      projectId: project.id,
      documentId: input.documentId ?? undefined,
      credentialId: input.credentialId ?? undefined,
      modelId: input.modelId ?? undefined,
      thinking: input.thinking ?? undefined,
    })
  }

  /** Enqueues a run; while another is active it waits, or is refused. */
  const enqueue = async (
    identity: Identity,
    row: SessionRow,
    input: Omit<RunRequest, 'sessionId' | 'userId' | 'context'> & { context?: unknown },
    asked: Parameters<typeof contextOf>[3] = {},
  ) => {
    // A run writes into the change set of its id: that has to be its own.
    const owner = input.runId === undefined ? undefined : await documents.changeSetOwner(input.runId)
    if (owner && owner.runId !== input.runId)
      throw conflict('run_id_taken', 'There are other changes of this id.', 'Send the message with another runId.')
    const { context, warnings } = contextOf(identity, input.context, scopes.get(row.scope)?.focusFields ?? [], asked)
    const outcome = await runner.enqueue({ ...input, sessionId: row.id, userId: identity.userId, context })
    if (!outcome.ok) {
      if (outcome.code === 'session_not_found') throw notFound('session')
      throw conflict(outcome.code, outcome.message, outcome.code === 'no_model' ? outcome.hint : undefined)
    }
    const { runId, delivery, startAt } = outcome
    return {
      runId,
      ...(delivery ? { delivery } : {}),
      ...(startAt === undefined ? {} : { startAt }),
      ...(warnings.length > 0 ? { warnings } : {}),
    }
  }

  /**
   * The same. A message that joins a run which waits for decisions makes them. It is queued before, so that a server that
   * ends in between loses neither.
   */
  const begin: typeof enqueue = async (identity, row, input, asked) => {
    const questions = input.whenBusy === 'steer' ? await services.decideByWords.open(row.id) : []
    const begun = await enqueue(identity, row, input, asked)
    if (questions.length === 0 || begun.delivery !== 'steer') return begun
    const { userId, workspaceId } = identity
    const access = row.project_id === null ? undefined : await services.workspaces.access(identity, row.project_id)
    await services.decideByWords.decide({ userId, workspaceId, session: row }, questions, {
      text: input.prompt,
      pictures: input.images?.length ?? 0,
      mayApprove: row.project_id === null || access?.capabilities.has('ai.tools.write') === true,
    })
    return begun
  }

  /** The notes on a session's model before its next message. */
  const modelWarnings = async (row: SessionRow) => {
    const chosen = (await choices.in(row.workspace_id))(row)
    const opened = chosen.kind === 'model' && (await services.credentials.open(row.workspace_id, chosen.credentialId))
    if (chosen.kind !== 'model' || !opened || !opened.ok) return []
    return await services.windowNotes.ofChoice(chosen.credentialId, opened.credential, chosen.modelId)
  }

  const keptPictures = (row: SessionRow, images: Static<typeof PromptPictures> = []) =>
    services.blobs.keep({ workspaceId: row.workspace_id, sessionId: row.id }, promptPictures(images))

  mount(routes, createSession, async ({ identity, body }) => {
    checked(Type.Object({ scope: scopes.Name }), body)
    return { id: await open(identity, body) }
  })

  mount(routes, listSessions, async ({ identity, query: { projectId, scope } }) => {
    if (projectId !== undefined) await projectAccess(services, identity, projectId)
    const reachable = new Set((await services.workspaces.all(identity)).map(({ project }) => project.id))
    const own = await sessions.list(identity, { projectId, scope })
    return { sessions: own.filter((each) => !each.projectId || reachable.has(each.projectId)) }
  })

  /** A new chat of the same kind, which begins with the summary of this one. */
  mount(routes, continueSession, async ({ identity, session: row }) => {
    const read = await sessions.read(row.id)
    if (!read) throw notFound('session')
    const changes = await createChangesOf(documents)(read.runs.map(({ id }) => id))
    const id = await sessions.create(identity, {
      scope: row.scope,
      projectId: row.project_id ?? undefined,
      documentId: row.document_id ?? undefined,
      credentialId: row.credential_id ?? undefined,
      modelId: row.model_id ?? undefined,
      thinking: row.thinking === null ? undefined : Value.Parse(ThinkingChoice, row.thinking),
    })
    const record = carriedSummary(read.messages, changes, { id: services.newId(), createdAt: services.now() })
    if (record) {
      const appends = [{ stream: sessionStream(id), entries: encodeRecords([record]) }]
      const outcome = await streams.commit({ appends })
      if (!outcome.ok) throw new Error(`The summary could not be stored: ${outcome.message}`)
    }
    return { id }
  })

  mount(routes, readSession, async ({ session, query: { part } }) => {
    // In this order, since the records read afterwards then contain the end of a run that is no longer active.
    const info = await sessions.info(session)
    const read = await sessions.read(session.id)
    if (!read) throw notFound('session')
    const { messages, runs, approvals, offset } = read
    if (part === undefined) return { ...info, messages, runs, approvals, offset }
    const page = latestPage(read)
    return { ...info, ...page, offset, summaries: await summariesOf(page.runs) }
  })

  mount(routes, readEarlier, async ({ session, query: { before } }) => {
    const read = await sessions.read(session.id)
    const page = read && pageBefore(read, before)
    if (!page) throw notFound('message')
    return { ...page, summaries: await summariesOf(page.runs) }
  })

  mount(routes, updateSession, async ({ identity, session, body: change }) => {
    await choices.checkCredential(identity.workspaceId, change.credentialId)
    await sessions.update(session.id, change)
    const changed = await sessions.find(identity, session.id)
    if (!changed) throw notFound('session')
    const picked = change.credentialId !== undefined || change.modelId !== undefined
    const warnings = picked ? await modelWarnings(changed) : []
    return { ...(await sessions.info(changed)), ...(warnings.length > 0 ? { warnings } : {}) }
  })

  mount(routes, deleteSession, async ({ session }) => {
    const { activeRunId } = await sessions.info(session)
    if (activeRunId) await runner.abort(activeRunId)
    await sessions.remove(session.id)
  })

  mount(routes, startRun, async ({ identity, session: row, body: input }) => {
    checkSaid(input)
    const images = await keptPictures(row, input.images)
    const { runId, prompt, whenBusy } = input
    const startAt = startTime(input.startAt, services.now())
    const request = {
      runId,
      prompt,
      images,
      context: input.context,
      whenBusy,
      ...(startAt === undefined ? {} : { startAt }),
    }
    return begin(identity, row, request)
  })

  mount(routes, abortRun, async ({ session, params: { runId } }) => {
    await ownRun(session, runId)
    return { runId, stopping: await runner.abort(runId) }
  })

  /** Queued messages: sent now, edited, withdrawn. */
  const waiting = async (session: SessionRow, runId: string, outcome: (runId: string) => Promise<SendOutcome>) => {
    await ownRun(session, runId)
    const done = await outcome(runId)
    if (done.ok) return { runId, ...(done.delivery ? { delivery: done.delivery } : {}) }
    if (done.code === 'session_not_found') throw notFound('session')
    throw conflict(done.code, done.message, done.hint)
  }
  mount(routes, sendWaiting, ({ session, params: { runId } }) => waiting(session, runId, runner.queue.send))
  mount(routes, editWaiting, ({ session, params: { runId }, body: { prompt } }) =>
    waiting(session, runId, () => runner.queue.edit(runId, prompt)),
  )
  mount(routes, removeWaiting, async ({ session, params: { runId } }) => {
    await waiting(session, runId, runner.queue.remove)
  })

  mount(routes, readRunChanges, async ({ session, params: { runId } }): Promise<RunChanges> => {
    await ownRun(session, runId)
    const changes = await documents.changes(runId)
    if (!changes) return { changeSetId: null, state: 'applied', documents: [] }
    const { id, state } = changes
    const described = documents.describe(changes.documents)
    if (state === 'undone') return { changeSetId: id, state, documents: described }
    const now = new Map<string, View>()
    const views = documents.inProject(changes.projectId)
    for (const { documentId } of described) {
      const view = await views.open(documentId)
      if (view) now.set(documentId, view)
    }
    return { changeSetId: id, state, documents: markRestored(described, changes.documents, now) }
  })

  mount(routes, readRunSummaries, async ({ session, query: { runs } }) => {
    const runIds = [...new Set(runs.split(','))].slice(0, mostSummaries)
    for (const runId of runIds) await ownRun(session, runId)
    return { summaries: await summarizeRuns(runIds) }
  })

  for (const verb of ['undo', 'redo'] as const) {
    mount(routes, verb === 'undo' ? undoRun : redoRun, async ({ identity, session: row, params: { runId } }) => {
      await ownRun(row, runId)
      if ((await sessions.info(row)).activeRunId === runId) {
        throw conflict('run_in_progress', `The run is still at work. Stop it before you ${verb} it.`)
      }
      const access = row.project_id === null ? undefined : await services.workspaces.access(identity, row.project_id)
      const capabilities = access?.capabilities ?? new Set()
      const outcome = await services.turns.turn(runId, verb, { origin: handOrigin(identity), capabilities })
      if (outcome.ok) return { state: outcome.state, applied: outcome.applied, kept: outcome.kept }
      if (outcome.refused === 'change_set_not_found') throw conflict('nothing_to_undo', 'This run changed nothing.')
      throw outcome.refused === 'not_allowed' ? turnRefusal(outcome) : conflict(outcome.refused, outcome.message)
    })
  }

  const stream = createStreamHandler({
    store: streams,
    now: services.now,
    readOnly: true,
    path: (url) => sessionStream(url.pathname.split('/').at(-2) ?? ''),
    signal: services.stopping,
  })
  mount(routes, readStream, ({ context }) => stream(context.req.raw))
  mount(routes, checkStream, ({ context }) => stream(context.req.raw))

  const ndjson = (
    context: RequestContext,
    conversationId: string,
    runId: string,
    offset: string,
    warnings: readonly string[] = [],
  ) => {
    const projection = createNdjsonProjection({ conversationId, runId, warnings })
    return new Response(followRun(streams, sessionStream(conversationId), offset, projection, context.req.raw.signal), {
      headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8', 'Cache-Control': 'no-store' },
    })
  }

  mount(routes, readRunEvents, async ({ session, params: { runId }, context }) => {
    await ownRun(session, runId)
    return ndjson(context, session.id, runId, '-1')
  })

  mount(routes, chat, async ({ identity, params: { scope }, body, context }) => {
    if (!Value.Check(scopes.Name, scope)) throw notFound('scope')
    const { confirmations, via = 'chat', ...input } = body
    checkSaid(input)
    const id = input.conversationId ?? (await open(identity, { scope, projectId: input.projectId }, true))
    const row = await sessions.find(identity, id)
    if (!row) throw notFound('session')
    if (row.project_id) await projectAccess(services, identity, row.project_id, 'ai.chat')
    if (row.scope !== scope || (input.projectId !== undefined && input.projectId !== row.project_id))
      throw conflict(
        'other_conversation',
        `This conversation is one of another ${row.scope === scope ? 'project' : 'scope'}.`,
      )
    // A run that was requested before may have output already, or be complete.
    const offset = input.runId ? '-1' : ((await streams.info(sessionStream(id), 'committed'))?.tailOffset ?? '-1')
    const prompt = { ...input, images: await keptPictures(row, input.images) }
    const asked: Parameters<typeof contextOf>[3] = { via, ...(confirmations ? { confirmations } : {}) }
    const { runId, warnings } = await begin(identity, row, prompt, asked)
    return ndjson(context, id, runId, offset, warnings)
  })

  mount(routes, listRehearsals, async ({ identity, query: { scope = 'site', projectId } }) => {
    const known = scopes.get(scope)
    if (projectId !== undefined) await projectAccess(services, identity, projectId)
    const fitting = projectId === undefined ? undefined : await known?.rehearsalsFor?.(projectId)
    const rehearsals = services.config.rehearsals ? (fitting ?? known?.rehearsals ?? []) : []
    return { rehearsals: rehearsals.map(({ id, title }) => ({ id, title })) }
  })

  return routes
}

/** A message has text, or pictures. */
function checkSaid({ prompt, images = [] }: Pick<BodyOf<typeof startRun>, 'prompt' | 'images'>) {
  if (prompt.trim() !== '' || images.length > 0) return
  throw new Refusal(400, 'invalid_input', '/prompt should say something, or come with a picture.', {
    path: '/prompt',
    expected: 'a text that is not blank, or pictures in /images',
    received: JSON.stringify(prompt.slice(0, 20)),
  })
}

/** Longest that a run may be put off, so that a wrong unit is noticed. */
const longestWaitMs = 366 * 86_400_000

/** When a run is to begin, from epoch milliseconds or an ISO 8601 date with its zone. */
function startTime(value: number | string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const zoned = typeof value === 'number' || /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(value)
  const at = typeof value === 'number' ? value : Date.parse(value)
  if (zoned && Number.isFinite(at) && at - now <= longestWaitMs) return at
  throw new Refusal(400, 'invalid_input', '/startAt should be a time within the next year.', {
    path: '/startAt',
    expected: 'epoch milliseconds, or an ISO 8601 time with its zone such as 2027-01-31T08:00:00Z',
    received: JSON.stringify(value),
  })
}
