import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createBurstLimiter } from '@atelier/agent'
import { type AnswerHead, answerSocketRoutes } from '@atelier/api'
import { type WebSocket, WebSocketServer } from 'ws'
import { reject, requestOf } from './upgrade.ts'

/** Answers a request as over HTTP; `env` has the message that it came with. */
export type AnswerRequest = (request: Request, env: { incoming: IncomingMessage }) => Response | Promise<Response>

export interface AnswerSocketOptions {
  allowedOrigin(request: Request): boolean
  onError(error: unknown): void
}

/** Long answers over WebSockets, as `answerSocketRoutes` describes them. */
export interface AnswerSockets {
  takes(pathname: string): boolean
  /** Opens the socket and sends the answer, or refuses with 403 or 503. */
  handleUpgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer, answer: AnswerRequest): Promise<void>
  close(): void
}

/** Sockets that are opened in one iteration of the event loop, and those that may wait for it. */
const PER_ITERATION = 8
const MAX_WAITING = 250
const REFUSALS_PER_ITERATION = 32
/** A reader sends nothing. */
const MAX_MESSAGE = 1024
const CUT = 1011

const paths = answerSocketRoutes.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))
/** Headers of the handshake only; a message of a socket is not compressed by itself. */
const notPassedOn = /^(connection|upgrade|accept-encoding|sec-websocket-.*)$/

export function createAnswerSockets({ allowedOrigin, onError }: AnswerSocketOptions): AnswerSockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE })
  /** Sockets with their requests: one that is collected as garbage would not pass the abort of its signal on. */
  const open = new Map<WebSocket, Request>()
  const limiter = createBurstLimiter(PER_ITERATION)
  const refusals = createBurstLimiter(REFUSALS_PER_ITERATION)
  let closed = false

  async function send(socket: WebSocket, asked: Request, incoming: IncomingMessage, answer: AnswerRequest) {
    const left = new AbortController()
    const headers = new Headers([...asked.headers].filter(([name]) => !notPassedOn.test(name)))
    const request = new Request(asked.url, { headers, signal: left.signal })
    open.set(socket, request)
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      left.abort()
      open.delete(socket)
    })
    const { status, headers: answered, body } = await answer(request, { incoming })
    answered.delete('set-cookie')
    const head: AnswerHead = { status, headers: Object.fromEntries(answered) }
    await sent(socket, JSON.stringify(head))
    // The next piece is read when the one before is on its way, so that a slow reader fills no memory here.
    await body?.pipeTo(new WritableStream({ write: (piece) => sent(socket, piece) }), { signal: left.signal })
    socket.close(1000)
  }

  return {
    takes: (pathname) => paths.some((path) => path.test(pathname)),
    async handleUpgrade(incoming, socket, head, answer) {
      socket.on('error', () => socket.destroy())
      if (closed || limiter.waiting >= MAX_WAITING) {
        await refusals.next()
        return reject(socket, 503, 'Service Unavailable')
      }
      await limiter.next()
      const asked = requestOf(incoming)
      if (!allowedOrigin(asked)) return reject(socket, 403, 'Forbidden')
      sockets.handleUpgrade(incoming, socket, head, (webSocket) => {
        send(webSocket, asked, incoming, answer).catch((error) => {
          if (webSocket.readyState !== webSocket.OPEN) return
          onError(error)
          webSocket.close(CUT)
        })
      })
    },
    close() {
      closed = true
      for (const socket of open.keys()) socket.terminate()
      sockets.close()
    },
  }
}

/** Resolves when the bytes are handed to the network. */
function sent(socket: WebSocket, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, fail) => socket.send(data, (error) => (error ? fail(error) : resolve())))
}
