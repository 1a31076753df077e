import { Hono, type MiddlewareHandler } from 'hono'
import type { Environment, RequestContext } from '../auth/environment.ts'
import type { Identities } from '../auth/identity.ts'
import { readJsonText } from '../http/input.ts'
import { Refusal } from '../http/refusal.ts'
import type { Connections } from '../people/connections.ts'
import { projectAccess } from '../workspaces/access.ts'
import type { Mcp, McpServices } from './server.ts'

interface McpRouteServices extends McpServices {
  identities: Identities
  connections: Connections
}

/**
 * The Model Context Protocol at `/mcp`, for every project of the caller, and at `/mcp/:projectId` for one. The
 * protocol's library is loaded by the first request.
 */
export function mcpRoutes(services: McpRouteServices): Hono<Environment> {
  const routes = new Hono<Environment>()
  let mcp: Promise<Mcp> | undefined
  const load = () => {
    mcp ??= import('./server.ts').then(({ createMcp }) => createMcp(services))
    return mcp
  }
  const serve = async (context: RequestContext, projectId?: string) => {
    const identity = context.get('identity')
    const only = projectId === undefined ? undefined : await projectAccess(services, identity, projectId)
    const { serve } = await load()
    const answer = await serve(await withinLimits(context), { identity, only })
    answer.headers.set('Cache-Control', 'no-store')
    return answer
  }
  const answer = (context: RequestContext, projectId?: string) =>
    services.connections.answer({ headers: context.req.raw.headers, identity: context.get('identity') }, () =>
      serve(context, projectId),
    )
  routes.use('*', requireKnownCaller(services))
  routes.on(['GET', 'POST', 'DELETE'], '/', (context) => answer(context))
  routes.on(['GET', 'POST', 'DELETE'], '/:projectId', (context) => answer(context, context.req.param('projectId')))
  return routes
}

/** The request with a body that the protocol's library can parse safely. */
async function withinLimits(context: RequestContext): Promise<Request> {
  const { raw } = context.req
  if (raw.method !== 'POST') return raw
  const { url, method, headers, signal } = raw
  return new Request(url, { method, headers, signal, body: await readJsonText(context) })
}

/** Like `signedIn`; a client of the protocol learns from a header how to authenticate. */
function requireKnownCaller(services: McpRouteServices): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const identity = await services.identities.of(context.req.raw.headers)
    if (!identity) {
      const hint = 'Send Authorization: Bearer with an API key that was made in the studio.'
      throw new Refusal(401, 'unauthenticated', 'You are not signed in.', { hint }, { 'WWW-Authenticate': 'Bearer' })
    }
    context.set('identity', identity)
    await next()
  }
}
