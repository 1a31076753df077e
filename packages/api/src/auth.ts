import { type Static, Type } from 'typebox'
import { Done } from './common.ts'
import { Email, Password, PersonName, ProjectRole, WorkspaceRole } from './people.ts'
import { route } from './route.ts'

export const readSetup = route({
  method: 'GET',
  path: '/api/setup',
  summary: 'Whether the server has no owner yet',
  who: 'everyone',
  response: Type.Object({ needed: Type.Boolean() }),
})

export const createOwner = route({
  method: 'POST',
  path: '/api/setup',
  summary: 'Makes the owner of the server and sets their session cookie',
  who: 'everyone',
  request: { body: Type.Object({ token: Type.String(), name: PersonName, email: Email, password: Password }) },
  response: Done,
})

export const signIn = route({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  summary: 'Signs in and sets the session cookie',
  who: 'everyone',
  request: { body: Type.Object({ email: Type.String(), password: Type.String() }) },
  response: Type.Unknown(),
})

export const revokeSession = route({
  method: 'POST',
  path: '/api/auth/revoke-session',
  summary: 'Ends one of your sessions',
  who: 'person',
  request: { body: Type.Object({ id: Type.String() }) },
  response: Type.Object({ status: Type.Boolean() }),
})

export const signOut = route({
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'Ends the session of the cookie',
  who: 'everyone',
  request: { body: Type.Object({}) },
  response: Type.Unknown(),
  protocol: 'auth',
})

export const getSession = route({
  method: 'GET',
  path: '/api/auth/get-session',
  summary: 'The session of the cookie and its user, without its token; `null` if no user is signed in',
  who: 'everyone',
  response: Type.Unknown(),
  protocol: 'auth',
})

export const listSignIns = route({
  method: 'GET',
  path: '/api/auth/list-sessions',
  summary: 'Your sessions, without their tokens',
  who: 'person',
  response: Type.Unknown(),
  protocol: 'auth',
})

export const revokeOtherSessions = route({
  method: 'POST',
  path: '/api/auth/revoke-other-sessions',
  summary: 'Ends your other sessions',
  who: 'person',
  response: Type.Object({ status: Type.Boolean() }),
})

/** Who is signed in, and to which workspace. */
export const Me = Type.Object({
  user: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
  workspace: Type.Object({ id: Type.String(), name: Type.String(), role: WorkspaceRole }),
  features: Type.Object({ rehearsal: Type.Boolean() }),
})
export type Me = Static<typeof Me>

export const readMe = route({
  method: 'GET',
  path: '/api/me',
  summary: 'Who you are, and the workspace that you act in',
  who: 'user',
  response: Me,
})

const apiKey = {
  id: Type.String(),
  name: Type.String(),
  role: Type.String(),
  /** Its last four characters. */
  hint: Type.String(),
  createdAt: Type.Number(),
}
export const ApiKey = Type.Object(apiKey)
export type ApiKey = Static<typeof ApiKey>

export const listKeys = route({
  method: 'GET',
  path: '/api/keys',
  summary: 'Your API keys',
  who: 'user',
  response: Type.Object({ keys: Type.Array(ApiKey) }),
})

export const createKey = route({
  method: 'POST',
  path: '/api/keys',
  summary: 'Makes an API key; `key` is shown once',
  who: 'person',
  request: {
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100 }),
      role: Type.Optional(ProjectRole),
      projectIds: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 1000 })),
    }),
  },
  response: Type.Object({ ...apiKey, key: Type.String() }),
  status: 201,
})

export const deleteKey = route({
  method: 'DELETE',
  path: '/api/keys/:id',
  summary: 'Deletes one of your API keys',
  who: 'person',
})
