import type { IncomingMessage } from 'node:http'
import type { getRequestListener, HttpBindings } from '@hono/node-server'

type Answer = Parameters<typeof getRequestListener>[0]

/** The most bytes read of a request that is refused before it has arrived; above that its connection is closed. */
const mostBytes = 64 * 1024 * 1024
const mostMs = 30_000

/**
 * Holds a refusal back until the request has arrived. A client that is refused while it still sends, such as a large body over a
 * slow line, otherwise finds its connection closed half a second later, and never reads why.
 */
export function afterWholeRequest(answer: Answer): Answer {
  return (request, env) => {
    const { incoming } = env as HttpBindings
    const answered = answer(request, env)
    return incoming.complete ? answered : held(answered, incoming)
  }
}

async function held(answered: unknown, incoming: IncomingMessage): Promise<unknown> {
  const response = await answered
  // Whoever answers otherwise may still be reading.
  if (response instanceof Response && response.status >= 400) await discardRest(incoming)
  return response
}

function discardRest(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > mostBytes) done()
    }
    const timer = setTimeout(done, mostMs)
    function done() {
      clearTimeout(timer)
      incoming.off('data', count).off('end', done).off('close', done)
      resolve()
    }
    incoming.on('data', count).on('end', done).on('close', done).resume()
  })
}
