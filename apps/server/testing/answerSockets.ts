import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { createAnswerSockets } from '../src/streams/answerSockets.ts'

/** Lets an HTTP server answer over sockets as well. Returns what cuts the open ones. */
export function answerOverSockets(
  server: Server,
  answer: (request: Request) => Response | Promise<Response>,
): () => void {
  const sockets = createAnswerSockets({ allowedOrigin: () => true, onError: () => undefined })
  const open = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    open.add(socket)
    void sockets.handleUpgrade(request, socket, head, answer)
  })
  return () => {
    for (const socket of open) socket.destroy()
    open.clear()
  }
}
