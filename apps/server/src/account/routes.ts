import {
  createKey,
  createOwner,
  deleteKey,
  listKeys,
  MemberRole,
  type ProjectRole,
  readMe,
  readSetup,
  revokeOtherSessions,
  revokeSession,
  signIn,
} from '@atelier/api'
import { affectedBy, type Database, queryBuilder, type Script } from '@atelier/streams'
import { Hono } from 'hono'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Audit } from '../ai/audit/audit.ts'
import { type Environment, signedIn } from '../auth/environment.ts'
import { forwarded, signInAnswer, signInRequest } from '../auth/forward.ts'
import type { Keys } from '../auth/keys.ts'
import type { KnownBrowsers } from '../auth/knownBrowsers.ts'
import type { AuthLibrary } from '../auth/library.ts'
import { peopleTopic } from '../auth/peopleTopic.ts'
import type { Setup } from '../auth/setup.ts'
import type { SignInLimit } from '../auth/signInLimit.ts'
import type { Config } from '../config/config.ts'
import type { ServerTables } from '../database/tables.ts'
import { readJson } from '../http/input.ts'
import { forbidden, notFound, Refusal, unauthenticated } from '../http/refusal.ts'
import { requireAdmin } from '../workspaces/access.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'

interface AccountServices extends MountServices {
  setup: Setup
  library: AuthLibrary
  keys: Keys
  signInLimit: SignInLimit
  knownBrowsers: KnownBrowsers
  audit: Audit
  database: Database
  config: Pick<Config, 'rehearsals'>
}

const LibraryError = Type.Object({ message: Type.Optional(Type.String()), code: Type.Optional(Type.String()) })

/** The auth library's endpoints that are open, beside those that this file answers itself. */
const libraryPaths = new Set(['sign-out', 'get-session', 'list-sessions'])

/** Set-up, sign-in, the account and its API keys. */
export function authRoutes(services: AccountServices): Hono<Environment> {
  const { setup, library, keys, signInLimit, knownBrowsers, audit, database, workspaces } = services
  const db = queryBuilder<ServerTables>(database.dialect)
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  mount(routes, readSetup, async () => ({ needed: await setup.needed() }))

  mount(routes, createOwner, async ({ body: { token, ...owner }, context }) => {
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

  mount(routes, signIn, async ({ body: { email, password }, context }) => {
    const look = () => library.handle(signInRequest(context, email, password))
    const isKnown = knownBrowsers.isKnown(context.req.raw.headers, email)
    const answer = await signInLimit.attempt(email, context.get('address'), look, ({ ok }) => ok, isKnown)
    if (answer.ok) return answer
    if (answer.status >= 500) throw new Error(`The auth library answered ${answer.status}`)
    throw new Refusal(401, 'unauthenticated', 'The e-mail address or the password is wrong.')
  })

  /** Deletes sessions of a user, and ends what they have open. @returns how many there were */
  const endSessions = (userId: string, which: { id: string } | { otherThan: string }) => {
    const own = db.deleteFrom('auth_sessions').where('userId', '=', userId)
    const query = 'id' in which ? own.where('id', '=', which.id) : own.where('id', '!=', which.otherThan)
    return database.transact(
      function* (): Script<number> {
        return yield* affectedBy(query)
      },
      () => [peopleTopic],
    )
  }

  mount(routes, revokeSession, async ({ identity: { userId }, body: { id } }) => {
    if ((await endSessions(userId, { id })) === 0) throw notFound('session')
    return { status: true }
  })

  // The library looks other sessions up by their tokens, of which it sees only the digests.
  mount(routes, revokeOtherSessions, async ({ context }) => {
    const session = await library.session(context.req.raw.headers)
    if (!session) throw unauthenticated()
    await endSessions(session.userId, { otherThan: session.sessionId })
    return { status: true }
  })

  routes.all('/api/auth/*', async (context) => {
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

  for (const path of ['/api/me', '/api/keys', '/api/keys/*']) routes.use(path, signedIn(services))

  // The studio asks for it whenever it opens, however its user has signed in.
  mount(routes, readMe, ({ identity, context }) => {
    const { userId, name, email, workspaceId, workspaceName, role } = identity
    if (!identity.key && !knownBrowsers.isKnown(context.req.raw.headers, email))
      context.header('Set-Cookie', knownBrowsers.cookie(email))
    return {
      user: { id: userId, name, email },
      workspace: { id: workspaceId, name: workspaceName, role },
      features: { rehearsal: services.config.rehearsals },
    }
  })

  mount(routes, listKeys, async ({ identity }) => ({ keys: await keys.list(identity) }))

  mount(routes, createKey, async ({ identity, body }) => {
    const own: ProjectRole = identity.role === 'member' ? 'editor' : identity.role
    if (body.role && !Value.Check(MemberRole, body.role)) requireAdmin(services, identity)
    const mine = new Set((await workspaces.all(identity)).map(({ project }) => project.id))
    const foreign = body.projectIds?.findIndex((id) => !mine.has(id)) ?? -1
    if (foreign >= 0) {
      throw new Refusal(400, 'invalid_input', 'You have no such project in this workspace.', {
        path: `/projectIds/${foreign}`,
        received: `the string "${body.projectIds?.[foreign]?.slice(0, 60)}"`,
        hint: 'GET /api/projects lists those that a key can be made for.',
      })
    }
    const made = await keys.create(identity, { ...body, role: body.role ?? own })
    const { workspaceId, userId } = identity
    const detail = { name: made.name, role: made.role }
    await audit.record({ workspaceId, userId, kind: 'key.created', subject: made.id, detail })
    return made
  })

  mount(routes, deleteKey, async ({ identity, params: { id } }) => {
    if (!(await keys.remove(identity, id))) throw notFound('key')
    const { workspaceId, userId } = identity
    await audit.record({ workspaceId, userId, kind: 'key.deleted', subject: id })
  })

  return routes
}

/** The library's session data without the tokens, since a token is enough to sign in as its holder. */
async function withoutTokens(answer: Response): Promise<Response> {
  const said = JSON.stringify(await answer.json(), (name, value) => (name === 'token' ? undefined : value))
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return new Response(said, { status: answer.status, headers })
}
