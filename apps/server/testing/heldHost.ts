import { createServer } from 'node:http'

/** A host on loopback that answers a request only on command. */
export interface HeldHost {
  url: string
  /** For each request that arrived: its text, and the process that sent it. */
  received: { text: string; pid: number }[]
  /** Resolves when so many requests have arrived. */
  arrived(count: number): Promise<void>
  /** Answers the requests that wait, and all that come. */
  release(): void
  /** How many requests were given up by their sender. */
  givenUp(): number
  close(): Promise<void>
}

export async function heldHost(): Promise<HeldHost> {
  const received: HeldHost['received'] = []
  const released = Promise.withResolvers<void>()
  const waiting = new Set<() => void>()
  let givenUp = 0
  const server = createServer(async (request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) givenUp += 1
    })
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    received.push({ text: Buffer.concat(parts).toString('utf8'), pid: Number(request.headers.from) })
    for (const look of waiting) look()
    await released.promise
    response.end(`answer ${received.length}`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    received,
    arrived: (count) =>
      new Promise((done) => {
        const look = () => {
          if (received.length < count) return
          waiting.delete(look)
          done()
        }
        waiting.add(look)
        look()
      }),
    release: () => released.resolve(),
    givenUp: () => givenUp,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
