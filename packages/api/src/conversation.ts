import { type Static, Type } from 'typebox'
import { route } from './route.ts'

/** Ids of models, names of tools or locales that a key is limited to; `null` for all. */
const Limited = Type.Union([Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 200 }), Type.Null()])

const limits = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  /** It can do what both this role and the person whose key it is allow. */
  role: Type.Enum(['viewer', 'editor', 'admin']),
  models: Limited,
  /** Names of operations of content, such as `get_content`. */
  tools: Limited,
  locales: Limited,
  /** Origins whose pages may use it in a browser, such as `https://example.com`. */
  origins: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 20 }),
  /** Instructions to the agent in the name of the key's owner. */
  instructions: Type.String({ maxLength: 2000 }),
  /** A provider's key of the workspace and its model; `null` for the default of content. */
  credentialId: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
  modelId: Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
  /** Messages that it may send. */
  perMinute: Type.Integer({ minimum: 1, maximum: 60 }),
  perMonth: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
}

/** A key for the Conversation API and the read API of one project. */
export const ConversationKey = Type.Object({
  id: Type.String(),
  ...limits,
  /** The first characters of the key. */
  prefix: Type.String(),
  /** Whose key it is. */
  owner: Type.String(),
  /** Messages of this month, in UTC. */
  usedThisMonth: Type.Integer(),
  /** Epoch milliseconds. */
  createdAt: Type.Number(),
  lastUsedAt: Type.Optional(Type.Number()),
})
export type ConversationKey = Static<typeof ConversationKey>

const { name, role } = limits

/** Fields to which the API gives a value of its own if a request has none. */
const further = {
  models: Type.Optional(limits.models),
  tools: Type.Optional(limits.tools),
  locales: Type.Optional(limits.locales),
  origins: Type.Optional(limits.origins),
  instructions: Type.Optional(limits.instructions),
  credentialId: Type.Optional(limits.credentialId),
  modelId: Type.Optional(limits.modelId),
  perMinute: Type.Optional(limits.perMinute),
  perMonth: Type.Optional(limits.perMonth),
}

export const listConversationKeys = route({
  method: 'GET',
  path: '/api/projects/:id/content/keys',
  summary: 'Lists the keys for the Conversation API and the read API',
  who: { project: 'content.model' },
  response: Type.Object({ keys: Type.Array(ConversationKey) }),
})

export const createConversationKey = route({
  method: 'POST',
  path: '/api/projects/:id/content/keys',
  summary: 'Makes a key for the Conversation API and the read API, and returns it this once',
  who: { project: 'content.model' },
  request: { body: Type.Object({ name, role, ...further }) },
  response: Type.Object({ ...ConversationKey.properties, key: Type.String() }),
  status: 201,
})

export const updateConversationKey = route({
  method: 'PATCH',
  path: '/api/projects/:id/content/keys/:key',
  summary: 'Changes what a key may do; runs that it began are stopped',
  who: { project: 'content.model' },
  request: { body: Type.Object({ name: Type.Optional(name), role: Type.Optional(role), ...further }) },
  response: ConversationKey,
})

export const deleteConversationKey = route({
  method: 'DELETE',
  path: '/api/projects/:id/content/keys/:key',
  summary: 'Revokes a key, and stops the runs that it began',
  who: { project: 'content.model' },
})

export const sendMessage = route({
  method: 'POST',
  path: '/api/conversation/v1/:projectId/message',
  summary: 'Sends the agent of the content a message and returns its answer, once it is complete',
  who: 'conversation',
  request: {
    body: Type.Object({
      message: Type.String({ minLength: 1, maxLength: 10_000 }),
      /** A new conversation is begun when it is absent. */
      conversationId: Type.Optional(Type.String({ maxLength: 100 })),
      /**
       * The document and selection that the user sees: `modelId`, `entryId` and `locale`, each also with `active` before it
       * as `activeModelId`.
       */
      context: Type.Optional(Type.Unknown()),
    }),
    maxBytes: 64 * 1024,
  },
  response: Type.Object({
    conversationId: Type.String(),
    message: Type.String(),
    /** The agent's calls, in order. */
    toolResults: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), name: Type.String(), result: Type.Unknown() })),
    ),
    usage: Type.Object({ inputTokens: Type.Number(), outputTokens: Type.Number() }),
  }),
})

export const readConversation = route({
  method: 'GET',
  path: '/api/conversation/v1/:projectId/history',
  summary: 'Returns the last messages of a conversation of the key, the oldest first',
  who: 'conversation',
  request: {
    query: Type.Object({
      conversationId: Type.String({ minLength: 1, maxLength: 100 }),
      /** How many; 50 when absent, at most 100. */
      limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,5}$' })),
    }),
  },
  response: Type.Object({
    conversationId: Type.String(),
    messages: Type.Array(
      Type.Object({
        id: Type.String(),
        role: Type.Enum(['user', 'assistant']),
        content: Type.String(),
        /** ISO 8601, in UTC. */
        createdAt: Type.String(),
      }),
    ),
  }),
})
