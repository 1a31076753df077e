import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Audit } from '../ai/audit/audit.ts'
import { Email, Password, PersonName } from '../auth/account.ts'
import { type Environment, signedIn } from '../auth/environment.ts'
import { forwarded, signInAnswer, signInRequest } from '../auth/forward.ts'
import type { Identities } from '../auth/identity.ts'
import type { Keys } from '../auth/keys.ts'
import type { AuthLibrary } from '../auth/library.ts'
import { MemberRole, ProjectRole } from '../auth/roles.ts'
import type { Setup } from '../auth/setup.ts'
import type { SignInLimit } from '../auth/signInLimit.ts'
import type { Tables } from '../database/tables.ts'
import { readInput, readJson } from '../http/input.ts'
import { forbidden, notFound, Refusal } from '../http/refusal.ts'
import { requireAdmin } from '../workspaces/access.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'

interface AccountServices {
  setup: Setup
  library: AuthLibrary
  keys: Keys
  signInLimit: SignInLimit
  audit: Audit
  kysely: Kysely<Tables>
  workspaces: Workspaces
  identities: Identities
}

const NewOwner = Type.Object({ token: Type.String(), name: PersonName, email: Email, password: Password })
const SignIn = Type.Object({ email: Type.String(), password: Type.String() })
const SessionId = Type.Object({ id: Type.String() })
const NewKey = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  role: Type.Optional(ProjectRole),
  projectIds: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 1000 })),
})
const LibraryError = Type.Object({ message: Type.Optional(Type.String()), code: Type.Optional(Type.String()) })

/** The auth library's endpoints that are open, beside those that this file answers itself. */
const libraryPaths = new Set(['sign-out', 'get-session', 'list-sessions', 'revoke-other-sessions'])

/** Set-up, sign-in, the account and its API keys. */
export function authRoutes(services: AccountServices): Hono<Environment> {
  const { setup, library, keys, signInLimit, audit, kysely, workspaces } = services
  const routes = new Hono<Environment>()

  routes.get('/setup', async (context) => context.json({ needed: await setup.needed() }))

  routes.post('/setup', async (context) => {
    const { token, ...owner } = await readInput(context, NewOwner)
    if (!(await setup.redeem(token, owner))) {
      throw (await setup.needed())
        ? forbidden(
            'This set-up link is not valid.',
            'Use the link that the server printed at its latest start, or restart it for a new one.',
          )
        : forbidden('This server has an owner already.', 'Sign in instead.')
    }
    return signInAnswer(library, context, owner)
  })

  routes.post('/auth/sign-in/email', async (context) => {
    const { email, password } = await readInput(context, SignIn)
    const look = () => library.handle(signInRequest(context, email, password))
    const answer = await signInLimit.attempt(email, context.get('address'), look, ({ ok }) => ok)
    if (answer.ok) return answer
    if (answer.status >= 500) throw new Error(`The auth library answered ${answer.status}`)
    throw new Refusal(401, 'unauthenticated', 'The e-mail address or the password is wrong.')
  })

  routes.use('/auth/revoke-session', signedIn(services))
  routes.post('/auth/revoke-session', async (context) => {
    const { key, userId } = context.get('identity')
    if (key) throw forbidden('A key cannot end sessions.', 'Sign in with your password.')
    const { id } = await readInput(context, SessionId)
    const ended = kysely.deleteFrom('auth_sessions').where('id', '=', id).where('userId', '=', userId)
    if ((await ended.executeTakeFirst()).numDeletedRows === 0n) throw notFound('session')
    return context.json({ status: true })
  })

  routes.all('/auth/*', async (context) => {
    const path = context.req.path.replace(/^\/api\/auth\//, '')
    if (!libraryPaths.has(path)) throw notFound('route')
    const body = context.req.method === 'POST' ? JSON.stringify(await readJson(context)) : undefined
    const answer = await library.handle(forwarded(context, context.req.url, body))
    if (answer.ok || answer.status < 400)
      return /^(?:get-session|list-sessions)$/.test(path) ? withoutTokens(answer) : answer
    const { message, code } = Value.Check(
      LibraryError,
      await answer
        .clone()
        .json()
        .catch(() => undefined),
    )
      ? Value.Parse(LibraryError, await answer.json())
      : {}
    if (answer.status === 401) throw new Refusal(401, 'unauthenticated', message ?? 'You are not signed in.')
    throw new Refusal(400, (code ?? 'invalid_input').toLowerCase(), message ?? 'The request was refused.')
  })

  for (const path of ['/me', '/keys', '/keys/*']) routes.use(path, signedIn(services))

  routes.get('/me', (context) => {
    const { userId, name, email, workspaceId, workspaceName, role } = context.get('identity')
    return context.json({
      user: { id: userId, name, email },
      workspace: { id: workspaceId, name: workspaceName, role },
      features: { rehearsal: true },
    })
  })

  routes.get('/keys', async (context) => context.json({ keys: await keys.list(context.get('identity')) }))

  routes.post('/keys', async (context) => {
    const identity = context.get('identity')
    const input = await readInput(context, NewKey)
    if (identity.key) throw forbidden('A key cannot make further keys.', 'Sign in with your password.')
    const own: ProjectRole = identity.role === 'member' ? 'editor' : identity.role
    if (input.role && !Value.Check(MemberRole, input.role)) requireAdmin(services, identity)
    const mine = new Set((await workspaces.all(identity)).map(({ project }) => project.id))
    const foreign = input.projectIds?.findIndex((id) => !mine.has(id)) ?? -1
    if (foreign >= 0) {
      throw new Refusal(400, 'invalid_input', 'You have no such project in this workspace.', {
        path: `/projectIds/${foreign}`,
        received: `the string "${input.projectIds?.[foreign]?.slice(0, 60)}"`,
        hint: 'GET /api/projects lists those that a key can be made for.',
      })
    }
    const made = await keys.create(identity, { ...input, role: input.role ?? own })
    const { workspaceId, userId } = identity
    const detail = { name: made.name, role: made.role }
    await audit.record({ workspaceId, userId, kind: 'key.created', subject: made.id, detail })
    return context.json(made, 201)
  })

  routes.delete('/keys/:id', async (context) => {
    if (context.get('identity').key) throw forbidden('A key cannot take keys away.', 'Sign in with your password.')
    if (!(await keys.remove(context.get('identity'), context.req.param('id')))) throw notFound('key')
    const { workspaceId, userId } = context.get('identity')
    await audit.record({ workspaceId, userId, kind: 'key.deleted', subject: context.req.param('id') })
    return context.body(null, 204)
  })

  return routes
}

/** What the library says of sessions, without the tokens that would let somebody else go on with them. */
async function withoutTokens(answer: Response): Promise<Response> {
  const said = JSON.stringify(await answer.json(), (name, value) => (name === 'token' ? undefined : value))
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return new Response(said, { status: answer.status, headers })
}
