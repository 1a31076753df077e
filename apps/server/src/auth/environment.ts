import type { Context, MiddlewareHandler } from 'hono'
import { unauthenticated } from '../http/refusal.ts'
import type { Identities, Identity } from './identity.ts'

/** The values that a request carries through the app. */
export interface Environment {
  Variables: { requestId: string; address: string; identity: Identity }
}

export type RequestContext = Context<Environment>

/** Lets only signed-in callers through, and keeps who they are in the request's context. */
export function signedIn({ identities }: { identities: Identities }): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const identity = await identities.of(context.req.raw.headers)
    if (!identity) throw unauthenticated()
    context.set('identity', identity)
    await next()
  }
}
