import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from '@atelier/api'
import type { Hono } from 'hono'
import type { TSchema } from 'typebox'
import type { Environment, RequestContext } from '../auth/environment.ts'
import type { Identities, Identity } from '../auth/identity.ts'
import { readInput, readQuery } from '../http/input.ts'
import { forbidden, unauthenticated } from '../http/refusal.ts'
import { projectAccess, requireAdmin, requireCapability } from './access.ts'
import type { Access, Workspaces } from './workspaces.ts'

/** A request that its route allows, with its input as the route's schemas describe it. */
export interface Arrival<R extends Route> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  /** The caller; unset on a route for everyone. */
  identity: Identity
  /** The caller's access to the project `:id`, on a route of a project. */
  access: R['who'] extends { project: string } ? Access : undefined
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
}

/**
 * Returns the function that mounts a route of the contract on an app. Before the handler runs, the caller is checked
 * against the route's `who`, then the query and the body against its schemas. Answers are not checked here: tests and
 * clients do that.
 */
export function createMount(services: MountServices) {
  return <const R extends Route>(app: Hono<Environment>, route: R, handler: Handler<NoInfer<R>>): void => {
    const { query, body, maxBytes } = route.request ?? {}
    app.on(route.method, route.path, async (context) => {
      const access = await allow(services, route, context)
      const arrival = {
        params: context.req.param(),
        query: query && readQuery(context, query),
        body: body && (await readInput(context, body, maxBytes)),
        identity: context.get('identity'),
        access,
        context,
      }
      // The schemas that were just checked are the ones that the types are made from.
      const answer = await handler(arrival as unknown as Arrival<R>)
      if (answer instanceof Response) return answer
      return answer === undefined ? context.body(null, 204) : context.json(answer, route.status ?? 200)
    })
  }
}

/**
 * Lets through whom the route is for, and returns their access to the project of its path.
 * @throws Refusal 401, 403, or 404 if the project is not theirs
 */
async function allow(services: MountServices, { who }: Route, context: RequestContext): Promise<Access | undefined> {
  if (who === 'everyone') return undefined
  const identity = context.get('identity') ?? (await services.identities.of(context.req.raw.headers))
  if (!identity) throw unauthenticated()
  context.set('identity', identity)
  if ((who === 'person' || who === 'adminPerson') && identity.key)
    throw forbidden('A key cannot do this.', 'Sign in with your password.')
  if (who === 'admin' || who === 'adminPerson') requireAdmin(services, identity)
  if (typeof who === 'string') return undefined
  if ('workspace' in who) await requireCapability(services, identity, who.workspace)
  if (!('project' in who)) return undefined
  const { project } = who
  const capability = project === 'member' || project === 'admin' ? undefined : project
  const access = await projectAccess(services, identity, context.req.param('id') ?? '', capability)
  if (project === 'admin') requireAdmin(services, identity)
  return access
}
