import type { MiddlewareHandler } from 'hono'
import type { Environment } from '../auth/environment.ts'
import { Refusal } from '../http/refusal.ts'
import { type ConversationKeys, keyOfRequest } from './keys.ts'

export const foreignOrigin = () =>
  new Refusal(403, 'forbidden_origin', 'This key answers no pages of this origin.', {
    hint: 'The settings of the key name the origins that it answers.',
  })

/**
 * For paths that pages of other origins may call, never with a cookie. A key answers a page only if it names the page's
 * origin; what is answered without a key is for the pages of every origin.
 * @param allows whether a page of this origin may ask at all, before its key is known
 */
export function crossOrigin(
  keys: Pick<ConversationKeys, 'open'>,
  { methods, allows }: { methods: string; allows(projectId: string, origin: string): Promise<boolean> },
): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const origin = context.req.header('origin')
    const allow = (allowed: string | undefined) => {
      const { headers } = context.res
      headers.append('Vary', 'Origin, Authorization')
      headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
      if (allowed === undefined) return
      headers.set('Access-Control-Allow-Origin', allowed)
      headers.set('Access-Control-Expose-Headers', 'ETag, Retry-After')
    }
    if (context.req.method === 'OPTIONS') {
      context.res = new Response(null, { status: 204 })
      // /api/<name>/v1/<project>/…: a middleware has no parameters of the route behind it.
      const projectId = context.req.path.split('/')[4] ?? ''
      const isAllowed = origin !== undefined && (await allows(projectId, origin))
      allow(isAllowed ? origin : undefined)
      if (!isAllowed) return
      context.res.headers.set('Access-Control-Allow-Methods', methods)
      context.res.headers.set('Access-Control-Allow-Headers', 'Authorization, Content-Type, If-None-Match')
      context.res.headers.set('Access-Control-Max-Age', '600')
      return
    }
    const identity = await keyOfRequest(keys, context.req.raw.headers)
    const { origins } = identity?.key?.conversation ?? {}
    if (origins && origin !== undefined && !origins.includes(origin)) throw foreignOrigin()
    if (identity) context.set('identity', identity)
    await next()
    const isOpen = context.req.header('authorization') === undefined
    allow(identity ? origin : isOpen ? '*' : undefined)
  }
}
