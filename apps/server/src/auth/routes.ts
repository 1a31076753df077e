import { Hono } from 'hono'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Environment, requireAdmin, signedIn } from '../http/environment.ts'
import { readInput, readJson } from '../http/input.ts'
import { forbidden, notFound, Refusal } from '../http/refusal.ts'
import type { Services } from '../services.ts'
import { lesserRole, ProjectRole } from '../workspaces/roles.ts'
import { Email, Password, PersonName } from './account.ts'
import { forwarded, signInAnswer, signInRequest } from './forward.ts'

const NewOwner = Type.Object({ token: Type.String(), name: PersonName, email: Email, password: Password })
const SignIn = Type.Object({ email: Type.String(), password: Type.String() })
const NewKey = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  role: Type.Optional(ProjectRole),
  projectIds: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 1000 })),
})
const LibraryError = Type.Object({ message: Type.Optional(Type.String()), code: Type.Optional(Type.String()) })

/** The auth library's endpoints that are open, beside sign-in, which has a limit of its own here. */
const libraryPaths = new Set(['sign-out', 'get-session', 'list-sessions', 'revoke-session', 'revoke-other-sessions'])

/** Set-up, sign-in, the account and its API keys. */
export function authRoutes(services: Services): Hono<Environment> {
  const { setup, library, keys, signInLimit, audit } = services
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
    const credentials = await readInput(context, SignIn)
    const address = context.get('address')
    const wait = signInLimit.wait(credentials.email, address)
    if (wait > 0) {
      const message = `Too many failed attempts. Try again in ${wait < 90 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`}.`
      throw new Refusal(429, 'rate_limited', message, {}, { 'Retry-After': String(wait) })
    }
    const answer = await library.handle(signInRequest(context, credentials.email, credentials.password))
    if (answer.ok) {
      signInLimit.succeeded(credentials.email, address)
      return answer
    }
    if (answer.status >= 500) throw new Error(`The auth library answered ${answer.status}`)
    signInLimit.failed(credentials.email, address)
    throw new Refusal(401, 'unauthenticated', 'The e-mail address or the password is wrong.')
  })

  routes.all('/auth/*', async (context) => {
    const path = context.req.path.replace(/^\/api\/auth\//, '')
    if (!libraryPaths.has(path)) throw notFound('route')
    const body = context.req.method === 'POST' ? JSON.stringify(await readJson(context)) : undefined
    const answer = await library.handle(forwarded(context, context.req.url, body))
    if (answer.ok || answer.status < 400) return answer
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
    if (input.role && lesserRole(input.role, own) !== input.role) requireAdmin(services, identity)
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
