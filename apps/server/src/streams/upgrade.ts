import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Takes an upgrade request of an HTTP server. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** The requested address at the named host, or undefined for one that cannot be read, such as `//`. */
export function addressOf({ url = '/', headers }: IncomingMessage): URL | undefined {
  return URL.parse(url, `http://${headers.host ?? 'localhost'}`) ?? undefined
}

/** The request that asks for an upgrade, without a body. */
export function requestOf(incoming: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  }
  return new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`), { headers })
}

/** Refuses an upgrade with an HTTP status. */
export function reject(socket: Duplex, status: number, text: string): void {
  socket.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
