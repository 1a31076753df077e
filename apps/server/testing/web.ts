import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import type { Address, Resolve } from '../src/web/address.ts'
import type { Connect, ConnectTarget } from '../src/web/connect.ts'

/** A web that is not there: names with invented addresses, all of which lead to one server on loopback. */
export interface FakeWeb {
  resolve: Resolve
  connect: Connect
  /** The names that were resolved, in order. */
  resolved: string[]
  /** Where connections were to go. */
  connected: ConnectTarget[]
  /** The requests that arrived. */
  requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[]
  /** Resolves when no connection is open any more. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface FakeWebOptions {
  /** The addresses of a name, at each look-up; of others 93.184.215.14. */
  hosts?: Readonly<Record<string, string | readonly string[] | (() => readonly string[])>>
}

export async function fakeWeb(listener: RequestListener, { hosts = {} }: FakeWebOptions = {}): Promise<FakeWeb> {
  const resolved: string[] = []
  const connected: ConnectTarget[] = []
  const requests: FakeWeb['requests'] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    requests.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') })
    listener(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const asAddress = (text: string): Address => ({ address: text, family: text.includes(':') ? 6 : 4 })
  return {
    resolved,
    connected,
    requests,
    async resolve(name) {
      resolved.push(name)
      const known = hosts[name] ?? '93.184.215.14'
      const list = typeof known === 'function' ? known() : known
      return (typeof list === 'string' ? [list] : [...list]).map(asAddress)
    },
    connect(target, signal) {
      connected.push(target)
      return new Promise((done, fail) => {
        signal.throwIfAborted()
        const socket = connect({ host: '127.0.0.1', port }, () => done(socket))
        socket.once('error', fail)
      })
    },
    idle: () =>
      new Promise((done) => {
        const look = () =>
          server.getConnections((_, count) => {
            if (count === 0) done()
            else setTimeout(look, 5)
          })
        look()
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
