import type { RunTables } from '@atelier/agent'
import {
  type AnswerOf,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type Route,
  type RouteCapability,
  staysOpen,
} from '@atelier/api'
import type { Hono } from 'hono'
import type { TSchema } from 'typebox'
import type { Environment, RequestContext } from '../auth/environment.ts'
import type { Identities, Identity } from '../auth/identity.ts'
import { readInput, readQuery } from '../http/input.ts'
import { forbidden, notFound, unauthenticated } from '../http/refusal.ts'
import { lacking, projectAccess, requireAdmin, requireCapability } from './access.ts'
import type { Access, Workspaces } from './workspaces.ts'

/** A request that its route allows, with its input as the route's schemas describe it. */
export interface Arrival<R extends Route> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  /** The caller; unset on a route for everyone. */
  identity: Identity
  /** The session `:id`, on a route of a session. */
  session: R['who'] extends { session: string } ? SessionRow : undefined
  /** The caller's access to the project `:id`, on a route of a project. */
  access: R['who'] extends { project: string } ? Access : undefined
  /** Aborted when the caller has gone away, or may no longer do what they could while an answer stays open. */
  signal: AbortSignal
  context: RequestContext
}

/**
 * Answers a request: with the JSON that the route declares, with nothing (204) if it declares none, or with a
 * response of its own making.
 */
export type Handler<R extends Route> = (
  arrival: Arrival<R>,
) => R extends { response: TSchema }
  ? AnswerOf<R> | Response | Promise<AnswerOf<R> | Response>
  : Response | Promise<Response> | Promise<void>

export interface MountServices {
  identities: Identities
  workspaces: Workspaces
  connections: LongAnswers
}

/** Ends answers that stay open. */
interface LongAnswers {
  /** The answer of `begin`, whose signal is aborted when its caller may no longer do what they could; it ends then. */
  answer(
    caller: { headers: Headers; identity: Identity },
    begin: (ended: AbortSignal) => Promise<Response>,
  ): Promise<Response>
}

/** Finds a caller's own session. */
interface SessionFinder {
  find(identity: Identity, id: string): Promise<SessionRow | undefined>
}

type SessionRow = RunTables['sessions']

/**
 * Returns the function that mounts a route of the contract on an app. Before the handler runs, the caller is checked
 * against the route's `who`, then the query and the body against its schemas. Answers are not checked here: tests and
 * clients do that.
 * @param sessions where routes are for the user of a session
 */
export function createMount(services: MountServices, sessions?: SessionFinder) {
  // The route's schemas, which are checked here, are the ones that the types of the handler are made from.
  function mount<const R extends Route>(app: Hono<Environment>, route: R, handler: Handler<NoInfer<R>>): void
  function mount(app: Hono<Environment>, route: Route, handler: (arrival: AnyArrival) => unknown): void {
    const { query, body, maxBytes } = route.request ?? {}
    app.on(route.method, route.path, async (context) => {
      const { session, access } = await allow(services, sessions, route, context)
      const identity = context.get('identity')
      const { headers, signal } = context.req.raw
      const respond = async (ended?: AbortSignal) => {
        const answer = await handler({
          params: context.req.param(),
          query: query && readQuery(context, query),
          body: body && (await readInput(context, body, maxBytes)),
          identity,
          session,
          access,
          signal: ended ? AbortSignal.any([signal, ended]) : signal,
          context,
        })
        if (answer instanceof Response) return answer
        return answer === undefined ? context.body(null, 204) : context.json(answer, route.status ?? 200)
      }
      return staysOpen(route) ? services.connections.answer({ headers, identity }, respond) : respond()
    })
  }
  return mount
}

/** An arrival at any route, before its route's types say what of it is there. */
interface AnyArrival {
  params: Readonly<Record<string, string>>
  query: unknown
  body: unknown
  identity: Identity
  session: SessionRow | undefined
  access: Access | undefined
  signal: AbortSignal
  context: RequestContext
}

interface Allowed {
  access?: Access
  session?: SessionRow
}

/**
 * Lets through whom the route is for, and returns what its path is about: their access to a project, or their session.
 * @throws Refusal 401, 403, or 404 if the project or the session is not theirs
 */
async function allow(
  services: MountServices,
  sessions: SessionFinder | undefined,
  { who }: Route,
  context: RequestContext,
): Promise<Allowed> {
  if (who === 'everyone') return {}
  // Known by then, if its key is one (`conversation/routes.ts`).
  if (who === 'conversation') {
    if (!context.get('identity')?.key?.conversation) throw unauthenticated()
    return {}
  }
  const identity = context.get('identity') ?? (await services.identities.of(context.req.raw.headers))
  if (!identity) throw unauthenticated()
  context.set('identity', identity)
  if ((who === 'person' || who === 'adminPerson') && identity.key)
    throw forbidden('A key cannot do this.', 'Sign in with your password.')
  if (who === 'admin' || who === 'adminPerson') requireAdmin(services, identity)
  if (typeof who === 'string') return {}
  const id = context.req.param('id') ?? ''
  if ('workspace' in who) {
    await requireCapability(services, identity, who.workspace)
    return {}
  }
  if ('session' in who) {
    const session = await sessions?.find(identity, id)
    if (!session) throw notFound('session')
    await allowSession(services, identity, session, who.session)
    return { session }
  }
  const { project } = who
  const capability = project === 'member' || project === 'admin' ? undefined : project
  const access = await projectAccess(services, identity, id, capability)
  if (project === 'admin') requireAdmin(services, identity)
  return { access }
}

/** Lets users through who have `capability` in the session's project; 404 if they may not talk to the agent there. */
async function allowSession(
  { workspaces }: MountServices,
  identity: Identity,
  session: SessionRow,
  capability: RouteCapability,
): Promise<void> {
  if (!session.project_id) return
  const access = await workspaces.access(identity, session.project_id)
  if (!access?.capabilities.has('ai.chat')) throw notFound('session')
  if (!access.capabilities.has(capability)) throw lacking(access.role, capability)
}
