import { Type } from 'typebox'
import { route } from './route.ts'

export const registerExecutor = route({
  method: 'POST',
  path: '/api/ai/sessions/:id/executors',
  summary: 'Registers an editor tab that can render pages for a session; repeat it within `leaseMs`',
  who: { session: 'ai.tools.write' },
  request: {
    body: Type.Object({
      executorId: Type.String({ minLength: 8, maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' }),
      kind: Type.Literal('view'),
      /** The executors and scopes that the tab serves; `view:site` if absent. */
      serves: Type.Optional(
        Type.Array(Type.String({ maxLength: 60, pattern: '^(view|kernel):[a-z]+$' }), { minItems: 1, maxItems: 20 }),
      ),
    }),
  },
  response: Type.Object({ holds: Type.Boolean(), leaseMs: Type.Number() }),
})

export const removeExecutor = route({
  method: 'DELETE',
  path: '/api/ai/sessions/:id/executors/:executorId',
  summary: 'Hands the calls of a session to the next tab',
  who: { session: 'ai.chat' },
})

export const postToolResult = route({
  method: 'POST',
  path: '/api/ai/tool-result',
  summary: 'Answers a call that a tab carries out, with the capability ai.tools.write in its project',
  who: 'user',
  request: {
    body: Type.Object({
      bridgeId: Type.String({ maxLength: 200 }),
      requestId: Type.String({ maxLength: 200 }),
      result: Type.Unknown(),
    }),
    maxBytes: 8 * 1024 * 1024,
  },
  response: Type.Object({ accepted: Type.Boolean() }),
})

export const readPicture = route({
  method: 'GET',
  path: '/api/ai/sessions/:id/images/:hash',
  summary: 'A picture that a message or a result of a session names',
  who: { session: 'ai.chat' },
  bytes: 'image/*',
})
