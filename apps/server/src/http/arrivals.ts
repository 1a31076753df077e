import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createBurstLimiter } from '@atelier/agent'
import { securityHeaders } from './guard.ts'

/** Requests that may begin in one iteration of the event loop, so that a burst of them holds up no answer. */
const perIteration = 8
/** Requests that may wait; further ones get a request to try again, which is sooner than to wait behind all. */
const maxWaiting = 250
/** Requests that are refused in one iteration. */
const refusalsPerIteration = 32

const busy = JSON.stringify({
  error: { code: 'busy', message: 'Too many requests came at once.', hint: 'Send it again in a second.' },
})

/**
 * Spreads the requests that come in a burst over iterations of the event loop, and refuses those that would wait too long
 * before anything else is done for them. Sockets that had an answer before have a line of their own, so that a burst of
 * new ones does not delay active users.
 */
export function inTurns(listener: RequestListener): RequestListener {
  const known = new WeakSet<Socket>()
  const ofKnown = createBurstLimiter(perIteration)
  const ofNew = createBurstLimiter(perIteration)
  const refusals = createBurstLimiter(refusalsPerIteration)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request
    const limiter = known.has(socket) ? ofKnown : ofNew
    if (limiter.waiting >= maxWaiting) {
      await refusals.next()
      refuseConnection(response)
      return
    }
    await limiter.next()
    // A client that has disconnected meanwhile no longer waits.
    if (socket.destroyed) return
    known.add(socket)
    listener(request, response)
  }
  return (request, response) => void answer(request, response)
}

function refuseConnection(response: ServerResponse): void {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': busy.length, 'Retry-After': '1' }
  response.writeHead(503, { ...securityHeaders, ...headers, 'Cache-Control': 'no-store', Connection: 'close' })
  response.end(busy)
}
