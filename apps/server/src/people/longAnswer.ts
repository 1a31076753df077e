import type { Identity } from '../auth/identity.ts'
import { forbidden, unauthenticated } from '../http/refusal.ts'
import type { Connections } from './connections.ts'

/** Returns the way to answer a caller until they may no longer do what they could; see `Connections`. */
export function createLongAnswer({ rights, rightsOf, watch }: Pick<Connections, 'rights' | 'rightsOf' | 'watch'>) {
  return async (
    { headers, identity }: { headers: Headers; identity: Identity },
    begin: (ended: AbortSignal) => Promise<Response>,
  ): Promise<Response> => {
    const held = await rightsOf(identity)
    const { signal, abort } = abortable()
    // A right that was lost since the request was admitted is noticed by the first check.
    const stop = watch(headers, held, abort)
    const answer = await begin(signal).catch((error: unknown) => {
      stop()
      throw error
    })
    if (signal.aborted) {
      void answer.body?.cancel().catch(() => undefined)
      throw (await rights(headers))
        ? forbidden('Your rights have changed since you asked.', 'Ask again.')
        : unauthenticated()
    }
    const { body, status } = answer
    if (body && /event-stream|ndjson/.test(answer.headers.get('content-type') ?? ''))
      return new Response(until(signal, body, stop), { status, headers: answer.headers })
    stop()
    return answer
  }
}

function abortable() {
  const ended = new AbortController()
  return { signal: ended.signal, abort: () => ended.abort() }
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
