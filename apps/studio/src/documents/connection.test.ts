import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openLocal } from '@atelier/documents'
import { Hocuspocus } from '@hocuspocus/server'
import { afterEach, expect, test } from 'vitest'
import { type WebSocket as Socket, WebSocketServer } from 'ws'
import { type Connection, type ConnectionOptions, createConnection } from './connection.ts'
import type { Overlap } from './overlaps.ts'
import { createStore } from './store.ts'
import type { UnsentEdits } from './unsent.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0).reverse()) clean()
})

/** A Hocuspocus server on a real socket. `judge` may throw the reason for which an edit is refused. */
async function serve(judge: () => void | Promise<void> = () => undefined) {
  const hocuspocus = new Hocuspocus({
    quiet: true,
    async beforeSync({ type }) {
      if (type > 0) await judge()
    },
  })
  const http = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  const open = new Set<Socket>()
  http.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (ws) => {
      open.add(ws)
      const client = hocuspocus.handleConnection(ws, new Request(`http://localhost${request.url}`))
      ws.on('message', (data: Buffer) => client.handleMessage(new Uint8Array(data)))
      ws.on('close', (code, reason) => client.handleClose({ code, reason: String(reason) }))
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const cut = () => {
    for (const ws of open) ws.terminate()
    open.clear()
  }
  cleanups.push(() => {
    cut()
    http.close()
  })
  // Holds the document on the server, which otherwise forgets it with its last tab.
  await hocuspocus.openDirectConnection('page1')
  const field = (id: string, key: string) => hocuspocus.documents.get(id)?.getMap('fields').get(key)
  return { url: `ws://127.0.0.1:${port}`, cut, field, hocuspocus }
}

function connect(url: string, name = 'Ada', options: Partial<ConnectionOptions> = {}): Connection {
  const person = { userId: name, name, color: 'teal' }
  const connection = createConnection({ url, person, retryDelays: [20], ...options })
  cleanups.push(connection.close)
  return connection
}

/** The kept edits of a user in a browser, as `openUnsentEdits` does; every tab but the last one is gone. */
function keptEdits() {
  const kept: { tab: number; id: string; update: Uint8Array }[] = []
  let undecided: { tab: number; id: string; overlap: Overlap }[] = []
  let tabs = 0
  const openTab = (): UnsentEdits => {
    tabs += 1
    const tab = tabs
    const drop = (gone: (each: { tab: number; id: string }) => boolean) =>
      kept.splice(0, kept.length, ...kept.filter((each) => !gone(each)))
    return {
      failing: createStore(false),
      keep: (id, update) => kept.push({ tab, id, update }),
      forget: (id) => drop((each) => each.tab === tab && each.id === id),
      async left() {
        const found = new Map<string, Uint8Array[]>()
        for (const { tab: owner, id, update } of kept)
          if (owner !== tab) found.set(id, [...(found.get(id) ?? []), update])
        return found
      },
      keepOverlap: (id, overlap) => undecided.push({ tab, id, overlap }),
      forgetOverlap(id, key) {
        undecided = undecided.filter((each) => each.tab !== tab || each.id !== id || each.overlap.key !== key)
      },
      async leftOverlaps() {
        const left = Map.groupBy(
          undecided.filter((each) => each.tab !== tab),
          ({ id }) => id,
        )
        return new Map([...left].map(([id, all]) => [id, all.map(({ overlap }) => overlap)]))
      },
      forgetLeft(id) {
        drop((each) => each.tab !== tab && each.id === id)
        undecided = undecided.filter((each) => each.tab === tab || each.id !== id)
      },
      close: () => undefined,
    }
  }
  return { openTab, kept }
}

const until = (check: () => boolean) => expect.poll(check, { timeout: 8_000, interval: 20 }).toBe(true)

test('an edit is saving until the server has it, then saved', async () => {
  const server = await serve()
  const connection = connect(server.url)
  const document = connection.open('page1')
  await document.loaded
  const local = openLocal(document.doc)
  local.apply([{ key: 'n1/text', after: 'Hello' }], 'hand')
  expect(connection.status.get()).toMatchObject({ state: 'saving', unsaved: 1 })
  await until(() => connection.status.get().state === 'saved')
  expect(server.field('page1', 'n1/text')).toBe('Hello')
})

test('an edit made while the connection is cut is kept, counted, and sent when it stands again', async () => {
  const server = await serve()
  const connection = connect(server.url)
  const document = connection.open('page1')
  await document.loaded
  server.cut()
  await until(() => connection.status.get().state === 'offline')
  openLocal(document.doc).apply([{ key: 'n1/text', after: 'Offline' }], 'hand')
  expect(connection.status.get()).toMatchObject({ state: 'offline', unsaved: 1 })
  await until(() => connection.status.get().state === 'saved')
  expect(server.field('page1', 'n1/text')).toBe('Offline')
})

test('edits of a cut connection are saved only when the server has the last of them', async () => {
  let held: Promise<void> | undefined
  let judged = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const server = await serve(async () => {
    judged += 1
    if (judged > 1) await held
  })
  const connection = connect(server.url)
  const document = connection.open('page1')
  await document.loaded
  server.cut()
  await until(() => connection.status.get().state === 'offline')
  held = promise
  judged = 0
  const missing: unknown[] = []
  connection.status.subscribe(() => {
    if (connection.status.get().state === 'saved' && server.field('page1', 'c') === undefined) missing.push('c')
  })
  for (const key of ['a', 'b', 'c']) openLocal(document.doc).apply([{ key, after: key }], 'hand')
  await until(() => server.field('page1', 'a') === 'a')
  await new Promise((done) => setTimeout(done, 100))
  resolve()
  await until(() => connection.status.get().state === 'saved' && server.field('page1', 'c') === 'c')
  expect(missing).toEqual([])
})

test('a browser that says it is offline is believed at once, and its edits go over a new socket afterwards', async () => {
  const server = await serve()
  const network = new EventTarget()
  const connection = connect(server.url, 'Ada', { network })
  const document = connection.open('page1')
  await document.loaded
  network.dispatchEvent(new Event('offline'))
  expect(connection.status.get().state).toBe('offline')
  openLocal(document.doc).apply([{ key: 'n1/text', after: 'Kept' }], 'hand')
  network.dispatchEvent(new Event('online'))
  await until(() => server.field('page1', 'n1/text') === 'Kept' && connection.status.get().state === 'saved')
})

test('an edit that is not acknowledged for long is said to be unanswered until it is', async () => {
  const held = Promise.withResolvers<void>()
  const server = await serve(() => held.promise)
  const connection = connect(server.url, 'Ada', { patience: 30 })
  const document = connection.open('page1')
  await until(() => document.sync.get().connected)
  openLocal(document.doc).apply([{ key: 'n1/text', after: 'Slow' }], 'hand')
  await until(() => document.sync.get().unanswered === true)
  held.resolve()
  await until(() => connection.status.get().state === 'saved')
  expect(document.sync.get().unanswered).toBeUndefined()
})

test('a refused edit is shown with the reason and kept, and giving it up brings the server’s state back', async () => {
  let refuse = false
  const server = await serve(() => {
    if (refuse) throw Object.assign(new Error('refused'), { reason: 'refused: The value is too large.' })
  })
  const connection = connect(server.url)
  const document = connection.open('page1')
  await document.loaded
  const local = openLocal(document.doc)
  local.apply([{ key: 'n1/text', after: 'Good' }], 'hand')
  await until(() => connection.status.get().state === 'saved')
  refuse = true
  local.apply([{ key: 'n1/text', after: 'Bad' }], 'hand')
  await until(() => connection.status.get().state === 'refused')
  expect(connection.status.get()).toMatchObject({ unsaved: 1, reason: 'The value is too large.' })
  expect(local.view.get('n1/text')).toBe('Bad')
  expect(server.field('page1', 'n1/text')).toBe('Good')

  refuse = false
  const generation = connection.generation.get()
  connection.discard()
  expect(connection.generation.get()).toBe(generation + 1)
  const again = connection.open('page1')
  await again.loaded
  expect(openLocal(again.doc).view.get('n1/text')).toBe('Good')
  await until(() => connection.status.get().state === 'saved')
  expect(connection.status.get().unsaved).toBe(0)
})

test('a refusal that passes is over with sending again', async () => {
  let refuse = true
  const server = await serve(() => {
    if (refuse) throw Object.assign(new Error('refused'), { reason: 'refused: Not now.' })
  })
  const connection = connect(server.url)
  const document = connection.open('page1')
  await until(() => connection.status.get().state === 'refused' || document.sync.get().loaded)
  openLocal(document.doc).apply([{ key: 'n1/text', after: 'Twice' }], 'hand')
  await until(() => connection.status.get().state === 'refused')
  refuse = false
  connection.retry()
  await until(() => connection.status.get().state === 'saved')
  expect(server.field('page1', 'n1/text')).toBe('Twice')
})

test('an edit of another tab is a person’s, one of the server is the agent’s, and one’s own is one’s own', async () => {
  const server = await serve()
  const [mine, theirs] = [connect(server.url, 'Ada'), connect(server.url, 'Bo')]
  const [document, other] = [mine.open('page1'), theirs.open('page1')]
  await Promise.all([document.loaded, other.loaded])
  const authors: string[] = []
  const local = openLocal(document.doc)
  local.observe((_patches, origin) => authors.push(document.author(origin)))
  await until(() => document.peers.get().some((peer) => peer.name === 'Bo'))
  expect(mine.people.get().map((person) => person.name)).toEqual(['Bo'])

  local.apply([{ key: 'a', after: 1 }], 'hand')
  openLocal(other.doc).apply([{ key: 'b', after: 1 }], 'hand')
  await until(() => local.view.has('b'))
  server.hocuspocus.documents.get('page1')?.getMap('fields').set('c', 1)
  await until(() => local.view.has('c'))
  expect(authors).toEqual(['self', 'peer', 'agent'])
})

test('a page that is turned away from keeps its unsaved edits until they are saved', async () => {
  const server = await serve()
  const connection = connect(server.url)
  const document = connection.open('page1')
  await document.loaded
  openLocal(document.doc).apply([{ key: 'n1/text', after: 'Kept' }], 'hand')
  connection.release(document)
  await until(() => server.field('page1', 'n1/text') === 'Kept')
  await until(() => document.doc.isDestroyed)
})

test('a document that the server cannot read says so, when it is opened and while it is open', async () => {
  let unreadable = false
  const reason = 'unreadable: A newer version of Atelier has changed this document.'
  const server = await serve(() => {
    if (unreadable) throw Object.assign(new Error('unreadable'), { reason })
  })
  server.hocuspocus.configure({
    async onAuthenticate() {
      if (unreadable) throw Object.assign(new Error('unreadable'), { reason })
    },
  })
  const shown = { state: 'unreadable', reason: 'A newer version of Atelier has changed this document.' }
  const connection = connect(server.url)
  const document = connection.open('page1')
  await document.loaded
  unreadable = true
  openLocal(document.doc).apply([{ key: 'n1/text', after: 'Late' }], 'hand')
  await until(() => connection.status.get().state === 'unreadable')
  expect(connection.status.get()).toMatchObject(shown)

  const other = connect(server.url, 'Bo')
  await expect(other.open('page1').loaded).rejects.toThrow(reason)
  expect(other.status.get()).toMatchObject(shown)
})

test('an edit that a closed tab had not sent is in the document when it is opened again, and goes out once', async () => {
  const server = await serve()
  const { openTab, kept } = keptEdits()
  const connection = connect(server.url, 'Ada', { unsent: openTab() })
  const document = connection.open('page1')
  await document.loaded
  const local = openLocal(document.doc)
  local.apply([{ key: 'n1/text', after: 'Sent' }], 'hand')
  await until(() => connection.status.get().state === 'saved')
  expect(kept).toEqual([])
  server.cut()
  await until(() => connection.status.get().state === 'offline')
  for (const word of ['one', 'two', 'three']) local.apply([{ key: `n1/${word}`, after: word }], 'hand')
  connection.close()
  expect(kept).toHaveLength(3)
  expect(server.field('page1', 'n1/three')).toBeUndefined()

  const again = connect(server.url, 'Ada', { unsent: openTab() })
  const opened = again.open('page1')
  await opened.loaded
  expect(openLocal(opened.doc).view.get('n1/three')).toBe('three')
  await until(() => server.field('page1', 'n1/three') === 'three' && again.status.get().state === 'saved')
  expect(server.field('page1', 'n1/one')).toBe('one')
  await until(() => kept.length === 0)
})

test('what was left of a document that is not looked at goes out as well, and is not spoken of', async () => {
  const server = await serve()
  const { openTab, kept } = keptEdits()
  const connection = connect(server.url, 'Ada', { unsent: openTab() })
  const document = connection.open('page1')
  await document.loaded
  server.cut()
  await until(() => connection.status.get().state === 'offline')
  openLocal(document.doc).apply([{ key: 'n1/text', after: 'Left' }], 'hand')
  connection.close()

  await server.hocuspocus.openDirectConnection('page2')
  const again = connect(server.url, 'Ada', { unsent: openTab() })
  await again.open('page2').loaded
  await until(() => server.field('page1', 'n1/text') === 'Left')
  await until(() => kept.length === 0)
  expect(again.status.get()).toMatchObject({ state: 'saved', unsaved: 0 })
})

test('an edit that was given up is not sent by a later tab', async () => {
  let refuse = false
  const server = await serve(() => {
    if (refuse) throw Object.assign(new Error('refused'), { reason: 'refused: The value is too large.' })
  })
  const { openTab, kept } = keptEdits()
  const connection = connect(server.url, 'Ada', { unsent: openTab() })
  const document = connection.open('page1')
  await document.loaded
  refuse = true
  openLocal(document.doc).apply([{ key: 'n1/text', after: 'Bad' }], 'hand')
  await until(() => connection.status.get().state === 'refused')
  expect(kept).toHaveLength(1)
  connection.discard()
  expect(kept).toEqual([])
})

test('a value changed here without a connection and elsewhere meanwhile is listed with both, and the user decides for one', async () => {
  const server = await serve()
  const [mine, theirs] = [connect(server.url, 'Ada'), connect(server.url, 'Bo')]
  const [document, other] = [mine.open('page1'), theirs.open('page1')]
  await Promise.all([document.loaded, other.loaded])
  const [local, remote] = [openLocal(document.doc), openLocal(other.doc)]
  local.apply([{ key: 'a', after: 'before' }], 'hand')
  await until(() => remote.view.get('a') === 'before')
  mine.close()

  const network = new EventTarget()
  const again = connect(server.url, 'Ada', { network })
  const held = again.open('page1')
  await held.loaded
  network.dispatchEvent(new Event('offline'))
  const offline = openLocal(held.doc)
  server.cut()
  await until(() => !held.sync.get().connected)
  offline.apply([{ key: 'a', after: 'mine' }], 'hand')
  offline.apply([{ key: 'alone', after: 1 }], 'hand')
  server.hocuspocus.documents.get('page1')?.getMap('fields').set('a', 'theirs')
  network.dispatchEvent(new Event('online'))
  await until(() => again.status.get().state === 'saved' && again.overlaps.get().length > 0)
  expect(again.overlaps.get()).toEqual([{ documentId: 'page1', key: 'a', mine: 'mine', theirs: 'theirs' }])
  const [overlap] = again.overlaps.get()
  if (overlap) await again.decide(overlap, overlap.theirs)
  expect(again.overlaps.get()).toEqual([])
  await until(() => server.field('page1', 'a') === 'theirs')
  expect(server.field('page1', 'alone')).toBe(1)
})

test('an earlier tab’s edits are listed only if others have changed the same since', async () => {
  const server = await serve()
  const { openTab } = keptEdits()
  const connection = connect(server.url, 'Ada', { unsent: openTab() })
  const document = connection.open('page1')
  await document.loaded
  const local = openLocal(document.doc)
  for (const key of ['a', 'b', 'c', 'd']) local.apply([{ key, after: 'before' }], 'hand')
  await until(() => connection.status.get().state === 'saved')
  server.cut()
  await until(() => connection.status.get().state === 'offline')
  for (const key of ['a', 'b']) local.apply([{ key, after: 'mine' }], 'hand')
  local.apply([{ key: 'b', after: 'mine again' }], 'hand')
  local.apply([{ key: 'new', after: 1 }], 'hand')
  connection.close()
  for (const key of ['b', 'c']) server.hocuspocus.documents.get('page1')?.getMap('fields').set(key, 'theirs')

  const again = connect(server.url, 'Ada', { unsent: openTab() })
  await again.open('page1').loaded
  expect(again.overlaps.get()).toEqual([{ documentId: 'page1', key: 'b', mine: 'mine again', theirs: 'theirs' }])
  await until(() => again.status.get().state === 'saved')
  expect([server.field('page1', 'a'), server.field('page1', 'c')]).toEqual(['mine', 'theirs'])

  // Nobody has decided when that tab ends, and others go on writing meanwhile.
  again.close()
  server.hocuspocus.documents.get('page1')?.getMap('fields').set('b', 'theirs again')
  const third = connect(server.url, 'Ada', { unsent: openTab() })
  await until(() => third.overlaps.get().length > 0)
  const overlap = { documentId: 'page1', key: 'b', mine: 'mine again', theirs: 'theirs again' }
  expect(third.overlaps.get()).toEqual([overlap])
  await third.decide(overlap, overlap.mine)
  await until(() => server.field('page1', 'b') === 'mine again')
  third.close()
  const last = connect(server.url, 'Ada', { unsent: openTab() })
  await last.open('page1').loaded
  expect(last.overlaps.get()).toEqual([])
})
