import type { Runner } from '@atelier/agent'
import {
  carriedSummary,
  createNdjsonProjection,
  encodeRecords,
  type RunRequest,
  type SendOutcome,
  sessionStream,
} from '@atelier/agent'
import type { Documents } from '@atelier/documents'
import type { StreamStore } from '@atelier/streams'
import { createStreamHandler } from '@atelier/streams'
import { Hono } from 'hono'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Environment, RequestContext } from '../../auth/environment.ts'
import type { Identity } from '../../auth/identity.ts'
import { readInput } from '../../http/input.ts'
import { conflict, notFound, Refusal } from '../../http/refusal.ts'
import type { Scopes } from '../../operations/scopes.ts'
import type { Projects } from '../../projects/projects.ts'
import { projectAccess } from '../../workspaces/access.ts'
import type { Workspaces } from '../../workspaces/workspaces.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { maxPromptBytes, PromptPictures, promptPictures } from '../blobs/promptPictures.ts'
import type { Credentials } from '../models/credentials.ts'
import { ThinkingChoice } from '../models/thinking.ts'
import { createChangesOf } from '../sessions/changesOf.ts'
import { contextOf } from '../sessions/context.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { rehearsalChoice, type SessionRow } from '../sessions/sessions.ts'
import { followRun } from './chat.ts'

interface SessionServices {
  sessions: Sessions
  runner: Runner
  streams: StreamStore
  documents: Documents
  scopes: Scopes
  credentials: Credentials
  projects: Projects
  workspaces: Workspaces
  blobs: Blobs
  newId(): string
  now(): number
  stopping: AbortSignal
}

const Maybe = Type.Optional(Type.Union([Type.String({ maxLength: 300 }), Type.Null()]))
const MaybeThinking = Type.Optional(Type.Union([ThinkingChoice, Type.Null()]))
const newSession = ({ Name }: Scopes) =>
  Type.Object({
    projectId: Type.Optional(Type.String()),
    scope: Name,
    documentId: Maybe,
    credentialId: Maybe,
    modelId: Maybe,
    thinking: MaybeThinking,
  })
const SessionChange = Type.Object({
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  credentialId: Maybe,
  modelId: Maybe,
  thinking: MaybeThinking,
})
const Prompt = Type.String({ minLength: 1, maxLength: 100_000, pattern: '\\S' })
const RunId = Type.Optional(Type.String({ minLength: 8, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' }))
const WhenBusy = Type.Optional(Type.Union([Type.Literal('reject'), Type.Literal('steer'), Type.Literal('followUp')]))
/** May be blank beside pictures; `checkSaid` checks that. */
const PromptOrPictures = Type.String({ maxLength: 100_000 })
const NewRun = Type.Object({
  runId: RunId,
  prompt: PromptOrPictures,
  images: Type.Optional(PromptPictures),
  context: Type.Optional(Type.Unknown()),
  whenBusy: WhenBusy,
  startAt: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.String({ maxLength: 40 })])),
})
const WaitingChange = Type.Object({ prompt: Prompt })
const Chat = Type.Object({
  conversationId: Type.Optional(Type.String()),
  projectId: Type.Optional(Type.String()),
  runId: RunId,
  prompt: PromptOrPictures,
  images: Type.Optional(PromptPictures),
  context: Type.Optional(Type.Unknown()),
  whenBusy: WhenBusy,
  /** Tokens of what a person has confirmed. */
  confirmations: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 })),
  /** The command line says so. */
  via: Type.Optional(Type.Literal('cli')),
})

/** Conversations, their runs, and what the runs changed. */
export function sessionRoutes(services: SessionServices): Hono<Environment> {
  const { sessions, runner, streams, documents, credentials, scopes } = services
  const routes = new Hono<Environment>()

  const own = async (context: RequestContext): Promise<SessionRow> => {
    const identity = context.get('identity')
    const row = await sessions.find(identity, context.req.param('id') ?? '')
    if (!row) throw notFound('session')
    if (row.project_id)
      await projectAccess(services, identity, row.project_id, 'ai.chat').catch(() => {
        throw notFound('session')
      })
    return row
  }

  /** The run of the path, if it belongs to the session. */
  const ownRun = async (context: RequestContext): Promise<{ row: SessionRow; runId: string }> => {
    const row = await own(context)
    const runId = context.req.param('runId') ?? ''
    if (!(await sessions.hasRun(row.id, runId))) throw notFound('run')
    return { row, runId }
  }

  const checkChoice = async (identity: Identity, credentialId: string | null | undefined) => {
    if (!credentialId || credentialId === rehearsalChoice) return
    if (await credentials.find(identity.workspaceId, credentialId)) return
    throw new Refusal(400, 'invalid_input', 'There is no such credential.', { path: '/credentialId' })
  }

  const open = async (identity: Identity, input: Static<ReturnType<typeof newSession>>) => {
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
    await checkChoice(identity, input.credentialId)
    return sessions.create(identity, {
      scope: input.scope,
      projectId: project.id,
      documentId: input.documentId ?? undefined,
      credentialId: input.credentialId ?? undefined,
      modelId: input.modelId ?? undefined,
      thinking: input.thinking ?? undefined,
    })
  }

  /** Enqueues a run; while another is at work it waits, or is refused. */
  const begin = async (
    identity: Identity,
    row: SessionRow,
    input: Omit<RunRequest, 'sessionId' | 'userId' | 'context'> & { context?: unknown },
    asked: Parameters<typeof contextOf>[2] = {},
  ) => {
    const { context, warnings } = contextOf(identity, input.context, asked)
    const outcome = await runner.enqueue({ ...input, sessionId: row.id, userId: identity.userId, context })
    if (!outcome.ok) {
      if (outcome.code === 'session_not_found') throw notFound('session')
      throw conflict(outcome.code, outcome.message)
    }
    const { runId, delivery, startAt } = outcome
    return {
      runId,
      ...(delivery ? { delivery } : {}),
      ...(startAt === undefined ? {} : { startAt }),
      ...(warnings.length > 0 ? { warnings } : {}),
    }
  }

  const keptPictures = (row: SessionRow, images: Static<typeof PromptPictures> = []) =>
    services.blobs.keep({ workspaceId: row.workspace_id, sessionId: row.id }, promptPictures(images))

  routes.post('/sessions', async (context) => {
    return context.json({ id: await open(context.get('identity'), await readInput(context, newSession(scopes))) }, 201)
  })

  routes.get('/sessions', async (context) => {
    const identity = context.get('identity')
    const { projectId, scope } = context.req.query()
    if (projectId !== undefined) await projectAccess(services, identity, projectId)
    const reachable = new Set((await services.workspaces.all(identity)).map(({ project }) => project.id))
    const own = await sessions.list(identity, { projectId, scope })
    return context.json({ sessions: own.filter((each) => !each.projectId || reachable.has(each.projectId)) })
  })

  /** A new chat of the same kind, which begins with the summary of this one. */
  routes.post('/sessions/:id/continue', async (context) => {
    const row = await own(context)
    const read = await sessions.read(row.id)
    if (!read) throw notFound('session')
    const changes = await createChangesOf(documents)(read.runs.map(({ id }) => id))
    const id = await sessions.create(context.get('identity'), {
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
    return context.json({ id }, 201)
  })

  routes.get('/sessions/:id', async (context) => {
    const row = await own(context)
    // In this order, since a run that is not at work any more has its end in what is read after that.
    const info = await sessions.info(row)
    const read = await sessions.read(row.id)
    if (!read) throw notFound('session')
    return context.json({ ...info, ...read })
  })

  routes.patch('/sessions/:id', async (context) => {
    const row = await own(context)
    const change = await readInput(context, SessionChange)
    await checkChoice(context.get('identity'), change.credentialId)
    await sessions.update(row.id, change)
    return context.json(await sessions.info(await own(context)))
  })

  routes.delete('/sessions/:id', async (context) => {
    const row = await own(context)
    const { activeRunId } = await sessions.info(row)
    if (activeRunId) await runner.abort(activeRunId)
    await sessions.remove(row.id)
    return context.body(null, 204)
  })

  routes.post('/sessions/:id/runs', async (context) => {
    const row = await own(context)
    const input = await readInput(context, NewRun, maxPromptBytes)
    checkSaid(input)
    const images = await keptPictures(row, input.images)
    const { runId, prompt, whenBusy } = input
    const startAt = startOf(input.startAt, services.now())
    const request = {
      runId,
      prompt,
      images,
      context: input.context,
      whenBusy,
      ...(startAt === undefined ? {} : { startAt }),
    }
    return context.json(await begin(context.get('identity'), row, request), 202)
  })

  routes.post('/sessions/:id/runs/:runId/abort', async (context) => {
    const { runId } = await ownRun(context)
    return context.json({ runId, stopping: await runner.abort(runId) }, 202)
  })

  /** Messages that wait: sent now, given other words, taken back. */
  const waiting = async (context: RequestContext, outcome: (runId: string) => Promise<SendOutcome>) => {
    const { runId } = await ownRun(context)
    const done = await outcome(runId)
    if (done.ok) return { runId, ...(done.delivery ? { delivery: done.delivery } : {}) }
    if (done.code === 'session_not_found') throw notFound('session')
    throw conflict(done.code, done.message)
  }
  routes.post('/sessions/:id/queue/:runId/send', async (context) => {
    return context.json(await waiting(context, runner.queue.send), 202)
  })
  routes.patch('/sessions/:id/queue/:runId', async (context) => {
    await own(context)
    const { prompt } = await readInput(context, WaitingChange)
    return context.json(await waiting(context, (runId) => runner.queue.edit(runId, prompt)))
  })
  routes.delete('/sessions/:id/queue/:runId', async (context) => {
    await waiting(context, runner.queue.remove)
    return context.body(null, 204)
  })

  routes.get('/sessions/:id/runs/:runId/changes', async (context) => {
    const { runId } = await ownRun(context)
    const changes = await documents.changes(runId)
    if (!changes) return context.json({ changeSetId: null, state: 'applied', documents: [] })
    return context.json({
      changeSetId: changes.id,
      state: changes.state,
      documents: documents.describe(changes.documents),
    })
  })

  for (const verb of ['undo', 'redo'] as const) {
    routes.post(`/sessions/:id/runs/:runId/${verb}`, async (context) => {
      const { row, runId } = await ownRun(context)
      const identity = context.get('identity')
      if (row.project_id) await projectAccess(services, identity, row.project_id, 'document.write')
      if ((await sessions.info(row)).activeRunId === runId) {
        throw conflict('run_in_progress', `The run is still at work. Stop it before you ${verb} it.`)
      }
      const outcome = await documents[verb](runId, { kind: 'hand', userId: identity.userId })
      if (outcome.ok) return context.json({ state: outcome.state, applied: outcome.applied, kept: outcome.kept })
      if (outcome.refused === 'change_set_not_found') throw conflict('nothing_to_undo', 'This run changed nothing.')
      throw conflict(outcome.refused, outcome.message)
    })
  }

  const stream = createStreamHandler({
    store: streams,
    now: services.now,
    readOnly: true,
    path: (url) => sessionStream(url.pathname.split('/').at(-2) ?? ''),
    signal: services.stopping,
  })
  routes.on(['GET', 'HEAD'], '/sessions/:id/stream', async (context) => {
    await own(context)
    return stream(context.req.raw)
  })

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

  routes.get('/sessions/:id/runs/:runId/events', async (context) => {
    const { row, runId } = await ownRun(context)
    return ndjson(context, row.id, runId, '-1')
  })

  routes.post('/chat/:scope', async (context) => {
    const identity = context.get('identity')
    const scope = context.req.param('scope')
    if (!Value.Check(scopes.Name, scope)) throw notFound('scope')
    const { confirmations, via = 'chat', ...input } = await readInput(context, Chat, maxPromptBytes)
    checkSaid(input)
    const id = input.conversationId ?? (await open(identity, { scope, projectId: input.projectId }))
    const row = await sessions.find(identity, id)
    if (!row) throw notFound('session')
    if (row.project_id) await projectAccess(services, identity, row.project_id, 'ai.chat')
    if (row.scope !== scope || (input.projectId !== undefined && input.projectId !== row.project_id))
      throw conflict(
        'other_conversation',
        `This conversation is one of another ${row.scope === scope ? 'project' : 'scope'}.`,
      )
    // A run that was requested before may have output already, or be complete.
    const offset = input.runId ? '-1' : ((await streams.info(sessionStream(id)))?.tailOffset ?? '-1')
    const prompt = { ...input, images: await keptPictures(row, input.images) }
    const asked: Parameters<typeof contextOf>[2] = { via, ...(confirmations ? { confirmations } : {}) }
    const { runId, warnings } = await begin(identity, row, prompt, asked)
    return ndjson(context, id, runId, offset, warnings)
  })

  routes.get('/rehearsals', (context) => {
    const scope = context.req.query('scope') ?? 'site'
    const rehearsals = scopes.get(scope)?.rehearsals ?? []
    return context.json({ rehearsals: rehearsals.map(({ id, title }) => ({ id, title })) })
  })

  return routes
}

/** A message says something, or shows something. */
function checkSaid({ prompt, images = [] }: Pick<Static<typeof NewRun>, 'prompt' | 'images'>) {
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
function startOf(value: number | string | undefined, now: number): number | undefined {
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
