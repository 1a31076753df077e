import { type MessageRecord, promptTokens, type Runner, type RunRecord, sessionStream } from '@atelier/agent'
import { type AnswerOf, readConversation, sendMessage } from '@atelier/api'
import type { StreamStore } from '@atelier/streams'
import { Hono } from 'hono'
import type { ModelChoices } from '../ai/models/modelChoice.ts'
import { endOfRun } from '../ai/runs/endOfRun.ts'
import { contextOf } from '../ai/sessions/context.ts'
import type { SessionRow, Sessions } from '../ai/sessions/sessions.ts'
import type { Environment } from '../auth/environment.ts'
import type { Identity } from '../auth/identity.ts'
import { conflict, forbidden, notFound, Refusal, unauthenticated } from '../http/refusal.ts'
import { projectAccess } from '../workspaces/access.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import { crossOrigin } from './crossOrigin.ts'
import type { ConversationKeys } from './keys.ts'

interface ConversationServices extends MountServices {
  conversationKeys: ConversationKeys
  sessions: Sessions
  choices: Pick<ModelChoices, 'demand'>
  runner: Pick<Runner, 'enqueue'>
  streams: StreamStore
  stopping: AbortSignal
}

/** Where programs and pages talk with the agent of a project's content, by a key. */
export const CONVERSATION_PATHS = '/api/conversation/v1/*'

/** The Conversation API: one run of the agent for each message. */
export function conversationRoutes(services: ConversationServices): Hono<Environment> {
  const { conversationKeys: keys, sessions, runner, streams } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)
  routes.use(CONVERSATION_PATHS, crossOrigin(keys, { methods: 'GET, POST', allows: keys.hasOrigin }))

  /**
   * The key, if it is one of the project and its owner may still talk to the agent there.
   * @throws Refusal 403 for another project, 404 if the owner has no part in it any more
   */
  async function keyFor(identity: Identity, projectId: string) {
    const { key } = identity
    if (!key?.conversation) throw unauthenticated()
    if (key.conversation.projectId !== projectId)
      throw forbidden('This key is one of another project.', 'Use the id of the project that it was made in.')
    await projectAccess(services, identity, projectId, 'ai.chat')
    return { id: key.id, ...key.conversation }
  }

  /** A conversation of this key; those of other keys, and of people, are not found. */
  async function conversation(identity: Identity, keyId: string, id: string): Promise<SessionRow> {
    const row = await sessions.find(identity, id)
    if (row?.conversation_key_id !== keyId) throw notFound('conversation')
    return row
  }

  mount(routes, sendMessage, async ({ identity, params: { projectId }, body, context }) => {
    const key = await keyFor(identity, projectId)
    if (body.message.trim() === '')
      throw new Refusal(400, 'invalid_input', '/message should say something.', { path: '/message' })
    if (body.conversationId !== undefined) await conversation(identity, key.id, body.conversationId)
    await services.choices.demand(identity.workspaceId, {
      scope: 'content',
      credential_id: key.credentialId ?? null,
      model_id: key.modelId ?? null,
    })
    const taken = await keys.take(key.id)
    if (!taken.ok)
      throw new Refusal(
        429,
        'rate_limited',
        `This key may send no more messages this ${taken.limit}.`,
        { hint: `Try again in ${taken.retryAfterSeconds} seconds.` },
        { 'Retry-After': String(taken.retryAfterSeconds) },
      )
    const conversationId =
      body.conversationId ??
      (await sessions.create(identity, {
        scope: 'content',
        projectId,
        credentialId: key.credentialId,
        modelId: key.modelId,
        conversationKeyId: key.id,
      }))
    if (body.conversationId !== undefined)
      await sessions.update(conversationId, { credentialId: key.credentialId ?? null, modelId: key.modelId ?? null })
    const { context: asked } = contextOf(identity, openPlace(body.context), ['modelId', 'entryId', 'locale'], {
      via: 'chat',
    })
    const offset = (await streams.info(sessionStream(conversationId), 'committed'))?.tailOffset ?? '-1'
    const { userId } = identity
    const enqueued = await runner.enqueue({ sessionId: conversationId, userId, prompt: body.message, context: asked })
    if (!enqueued.ok) {
      if (enqueued.code === 'session_not_found') throw notFound('conversation')
      throw conflict(enqueued.code, enqueued.message)
    }
    const { runId } = enqueued
    const signal = AbortSignal.any([context.req.raw.signal, services.stopping])
    await endOfRun(streams, sessionStream(conversationId), { runId, offset, signal })
    const read = await sessions.read(conversationId)
    const run = read?.runs.find(({ id }) => id === runId)
    if (!read || !run) throw notFound('conversation')
    return answerOf(
      conversationId,
      run,
      read.messages.filter((each) => each.runId === runId),
    )
  })

  mount(
    routes,
    readConversation,
    async ({ identity, params: { projectId }, query: { conversationId, limit = '50' } }) => {
      const key = await keyFor(identity, projectId)
      const { id } = await conversation(identity, key.id, conversationId)
      const read = await sessions.read(id)
      if (!read) throw notFound('conversation')
      const said = read.messages.flatMap(({ id: message, role, content = '', createdAt }) =>
        (role === 'user' || role === 'assistant') && content !== ''
          ? [{ id: message, role, content, createdAt: new Date(createdAt).toISOString() }]
          : [],
      )
      return { conversationId: id, messages: said.slice(-Math.min(Number(limit), 100)) }
    },
  )

  return routes
}

/**
 * The document and selection that the user sees, by the names of Atelier's focus or by those of the reference:
 * `activeModelId`, `activeEntryId`, `activeLocale`.
 */
function openPlace(context: unknown): unknown {
  if (typeof context !== 'object' || context === null) return undefined
  const given = new Map<string, unknown>(Object.entries(context))
  return {
    modelId: given.get('modelId') ?? given.get('activeModelId') ?? null,
    entryId: given.get('entryId') ?? given.get('activeEntryId') ?? null,
    locale: given.get('locale') ?? given.get('activeLocale') ?? null,
  }
}

/** @throws Refusal 502 if the run failed or was stopped, 503 if it has not ended because the server stops */
function answerOf(
  conversationId: string,
  run: RunRecord,
  messages: readonly MessageRecord[],
): AnswerOf<typeof sendMessage> {
  if (run.status === 'error' || run.status === 'aborted')
    throw new Refusal(502, 'run_failed', 'error' in run && run.error ? run.error : 'The answer was stopped.', {
      hint: `The conversation is ${conversationId}.`,
    })
  if (run.status !== 'complete')
    throw new Refusal(503, 'not_complete', 'The answer is not complete yet.', {
      hint: `Read the history of the conversation ${conversationId} later.`,
    })
  const texts = messages.flatMap(({ role, content = '' }) => (role === 'assistant' && content !== '' ? [content] : []))
  const results = messages.flatMap((message) =>
    message.role === 'tool_result'
      ? [{ id: message.toolCallId, name: message.toolName ?? '', result: message.toolResult ?? null }]
      : [],
  )
  const { usage } = run
  return {
    conversationId,
    message: texts.join('\n\n'),
    ...(results.length === 0 ? {} : { toolResults: results }),
    usage: {
      inputTokens: usage ? promptTokens(run.provider, usage) : 0,
      outputTokens: usage?.output ?? 0,
    },
  }
}
