import { once } from 'node:events'
import { createServer } from 'node:http'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { afterEach, expect, test, vi } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import * as Y from 'yjs'
import { startTestServer } from '../../testing/server.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  vi.restoreAllMocks()
})

/** Waits for what must come true, on a machine that may be busy. */
const soon = <Value>(value: () => Value) => expect.poll(value, { timeout: 10_000 })

/** The whole server on a socket, as it starts, and tabs of its owner on the home page of the first project. */
async function start() {
  // Hocuspocus writes each refusal to the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const http = createServer()
  await once(http.listen(0, '127.0.0.1'), 'listening')
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const server = await startTestServer({ PORT: String(port) })
  http.on('upgrade', server.upgrade)
  closers.push(
    () => new Promise((resolve) => http.close(resolve)),
    () => server.close(),
  )
  const headers = { cookie: server.cookie, origin: `http://localhost:${port}` }
  class OwnSocket extends WebSocket {
    constructor(url: string, protocols?: string | string[], options?: ClientOptions) {
      super(url, protocols, { ...options, headers })
    }
  }
  function openTab(documentId: string) {
    const socket = new HocuspocusProviderWebsocket({
      url: `ws://127.0.0.1:${port}/sync`,
      WebSocketPolyfill: OwnSocket,
      delay: 50,
      minDelay: 50,
      jitter: false,
    })
    const document = new Y.Doc()
    const closings: string[] = []
    const onClose = ({ event }: { event: { reason: string } }) => closings.push(event.reason)
    const provider = new HocuspocusProvider({ websocketProvider: socket, name: documentId, document, onClose })
    provider.attach()
    closers.push(() => {
      provider.destroy()
      socket.destroy()
    })
    return { fields: document.getMap('fields'), provider, closings }
  }
  return { server, openTab }
}

async function homePage(server: Awaited<ReturnType<typeof start>>['server']): Promise<{ page: string; site: string }> {
  const { kysely, documents } = server.services
  const project = await kysely.selectFrom('projects').selectAll().executeTakeFirstOrThrow()
  const page = (await documents.list(project.id)).find(({ kind }) => kind === 'page')
  return { page: page?.id ?? expect.fail(), site: project.site_document_id }
}

test.each<[what: string, where: 'page' | 'site', key: string, value: unknown, reason: RegExp]>([
  ['an event handler', 'page', 'NODE/attr:onclick', 'alert(1)', /^refused: The attribute onclick is refused/],
  [
    'a script',
    'page',
    'zzzzzzzzzz',
    { kind: 'element', tag: 'script', at: ['', 'a0'] },
    /^refused: <script> is refused/,
  ],
  [
    'an animation under another namespace than it is printed in',
    'page',
    'zzzzzzzzzz',
    {
      kind: 'element',
      tag: 'set',
      ns: 'math',
      attrs: [
        ['attributeName', 'href'],
        ['to', 'javascript:alert(1)'],
      ],
      at: ['', 'a0'],
    },
    /^refused: The attribute attributeName is refused/,
  ],
  ['a style that runs', 'site', 'rule:x/d:0', 'width: expression(1)', /^refused: The declaration is refused/],
])(
  '%s that a tab writes ends its connection with the reason and is shown to nobody',
  async (_, where, key, value, reason) => {
    const { server, openTab } = await start()
    const id = (await homePage(server))[where]
    const [bad, other] = [openTab(id), openTab(id)]
    await soon(() => bad.provider.synced && other.provider.synced).toBe(true)
    const before = other.fields.toJSON()
    const written = key.replace('NODE', String(other.fields.get('root')))
    bad.fields.set(written, value)
    await soon(() => bad.closings.at(-1)).toMatch(reason)
    expect(other.fields.toJSON()).toEqual(before)
    expect((await server.services.documents.projection(id))?.fields).toEqual(before)

    // The other one continues, and its writes are accepted.
    const fine = where === 'page' ? `${other.fields.get('root')}/label` : 'settings/name'
    other.fields.set(fine, 'Fine')
    await soon(() => other.provider.hasUnsyncedChanges).toBe(false)
    expect((await server.services.documents.projection(id))?.fields).toEqual({ ...before, [fine]: 'Fine' })
  },
)
