import type { MiddlewareHandler } from 'hono'
import type { Environment } from '../auth/environment.ts'
import { unauthenticated } from '../http/refusal.ts'
import type { Connections } from './connections.ts'

/**
 * Stands behind `signedIn`. For answers that stay open: they end when their caller may no longer do what they could. The client asks again, and
 * is then answered by what it may do now.
 */
export function endWithAccess(connections: Connections): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const { headers } = context.req.raw
    // A right that was lost since the request was admitted is noticed by the first check.
    const rights = await connections.rightsOf(context.get('identity'))
    const ended = new AbortController()
    const stop = connections.watch(headers, rights, () => ended.abort())
    await next()
    if (ended.signal.aborted) throw unauthenticated()
    const { body, status } = context.res
    const type = context.res.headers.get('content-type') ?? ''
    if (!body || !/event-stream|ndjson/.test(type)) stop()
    else context.res = new Response(until(ended.signal, body, stop), { status, headers: context.res.headers })
  }
}

/** The same bytes, ended early and cleanly by the signal. `done` is called once, however it ends. */
function until(signal: AbortSignal, body: ReadableStream<Uint8Array>, done: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let over = false
  const end = () => {
    over = true
    done()
  }
  return new ReadableStream({
    start(controller) {
      const stop = () => {
        if (over) return
        end()
        controller.close()
        void reader.cancel().catch(() => undefined)
      }
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    },
    async pull(controller) {
      const packet = await reader.read()
      if (over) return
      if (!packet.done) return controller.enqueue(packet.value)
      end()
      controller.close()
    },
    async cancel(reason) {
      end()
      await reader.cancel(reason)
    },
  })
}
