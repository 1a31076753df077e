import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { CommitOutcome, Committer } from '@atelier/streams'
import { createStreamStore } from '@atelier/streams'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { testDatabases } from '../../testing/databases.ts'
import { serve, type TestServer } from '../../testing/documentServer.ts'
import { AGENT, type Instance, instanceOn, openInstance, PROJECT, plainTypes } from '../../testing/documents.ts'
import { programPath } from '../../testing/programs.ts'
import { openDatabase } from '../database/open.ts'

interface Tab {
  fields: Y.Map<unknown>
  provider: HocuspocusProvider
  closings: string[]
  denials: string[]
  close(): void
}

const tabs: Tab[] = []

function openTab(url: string, documentId: string, user = 'anna'): Tab {
  const socket = new HocuspocusProviderWebsocket({ url: `${url}?user=${user}`, delay: 50, minDelay: 50, jitter: false })
  const doc = new Y.Doc()
  const closings: string[] = []
  const denials: string[] = []
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name: documentId,
    document: doc,
    onClose: ({ event }) => closings.push(event.reason),
    onAuthenticationFailed: ({ reason }) => denials.push(reason),
  })
  provider.attach()
  const tab = {
    fields: doc.getMap('fields'),
    provider,
    closings,
    denials,
    close() {
      provider.destroy()
      socket.destroy()
    },
  }
  tabs.push(tab)
  return tab
}

/** Waits for what must come true, on a machine that may be busy. */
const soon = <Value>(value: () => Value) => expect.poll(value, { timeout: 10_000 })
const synced = (tab: Tab) => soon(() => tab.provider.synced && !tab.provider.hasUnsyncedChanges).toBe(true)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.each(testDatabases())('live documents over a socket, on $name', ({ place }) => {
  let where: Awaited<ReturnType<typeof place>>
  let instance: Instance
  let server: TestServer
  /** Intercepts commits between the documents and the database, for a test to change. */
  let commit: (real: Committer, value: Parameters<Committer['commit']>[0]) => Promise<CommitOutcome>
  const failures: unknown[] = []

  beforeEach(async () => {
    // Hocuspocus writes each refusal to the console.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    failures.length = 0
    commit = (real, value) => real.commit(value)
    where = await place()
    const open = await openDatabase(where)
    const real = createStreamStore(open.database, { now: Date.now })
    instance = instanceOn(open, { streams: { commit: (value) => commit(real, value) } })
    server = await serve(instance.documents, (error) => failures.push(error))
    await instance.documents.create({ projectId: PROJECT, kind: 'page', id: 'page', fields: { title: 'Home' } })
    await instance.documents.create({ projectId: PROJECT, kind: 'page', id: 'secret', fields: { title: 'Secret' } })
  })

  afterEach(async () => {
    for (const tab of tabs.splice(0)) tab.close()
    await server.close()
    await instance.close()
    where.remove()
    vi.restoreAllMocks()
  })

  const edit = (fields: Record<string, string>) =>
    instance.documents.transact({
      projectId: PROJECT,
      origin: AGENT,
      body: async (drafts) => {
        const draft = await drafts.open('page')
        for (const [key, value] of Object.entries(fields)) draft?.set(key, value)
        return { result: null, commit: true }
      },
    })

  test('two tabs and the agent see each other’s writes', async () => {
    const [one, two] = [openTab(server.url, 'page'), openTab(server.url, 'page', 'ben')]
    await synced(one)
    await synced(two)
    one.fields.set('a', 'anna')
    two.fields.set('b', 'ben')
    await edit({ c: 'agent' })
    const all = { title: 'Home', a: 'anna', b: 'ben', c: 'agent' }
    await soon(() => one.fields.toJSON()).toEqual(all)
    await soon(() => two.fields.toJSON()).toEqual(all)
    await synced(one)
    await synced(two)
    expect((await instance.documents.projection('page'))?.fields).toEqual(all)
    expect(failures).toEqual([])
  })

  test('a tab that was away brings its edits and gets the others', async () => {
    const tab = openTab(server.url, 'page')
    await synced(tab)
    tab.provider.configuration.websocketProvider.disconnect()
    await soon(() => tab.provider.synced).toBe(false)
    tab.fields.set('away', 1)
    tab.fields.set('away', 2)
    await edit({ title: 'Changed' })
    await tab.provider.configuration.websocketProvider.connect()
    // Typing continues while the connection is being opened.
    tab.fields.set('away', 3)
    await soon(() => tab.fields.toJSON()).toEqual({ title: 'Changed', away: 3 })
    await soon(async () => (await instance.documents.projection('page'))?.fields).toEqual({ title: 'Changed', away: 3 })
    await synced(tab)
  })

  test('viewers see everything and change nothing', async () => {
    const viewer = openTab(server.url, 'page', 'viewer')
    const other = openTab(server.url, 'page')
    await soon(() => viewer.provider.synced).toBe(true)
    viewer.fields.set('title', 'Mine')
    await edit({ c: 'agent' })
    await soon(() => viewer.fields.get('c')).toBe('agent')
    await soon(() => other.fields.toJSON()).toEqual({ title: 'Home', c: 'agent' })
    expect((await instance.documents.projection('page'))?.fields).toEqual({ title: 'Home', c: 'agent' })
    expect(viewer.provider.hasUnsyncedChanges).toBe(true)
  })

  test('a tab that floods the others with its presence is cut off, and they are not', async () => {
    const [flood, other] = [openTab(server.url, 'page'), openTab(server.url, 'page', 'ben')]
    await synced(flood)
    await synced(other)
    let codes = 0
    flood.provider.configuration.websocketProvider.on('close', ({ event }: { event: { code: number } }) => {
      if (event.code === 4503) codes += 1
    })
    for (let i = 0; i < 1_500; i += 1) flood.provider.awareness?.setLocalStateField('selected', `n${i}`)
    await soon(() => codes).toBeGreaterThan(0)
    expect(other.provider.synced).toBe(true)
    flood.fields.set('kept', 1)
    await soon(() => other.fields.get('kept')).toBe(1)
  })

  test.each(['secret', 'absent'])('the document "%s" is refused to who may not have it', async (id) => {
    const tab = openTab(server.url, id)
    await soon(() => tab.denials).toEqual(['not-found'])
    expect(tab.fields.toJSON()).toEqual({})
  })

  test.each([
    ['no session', '', {}, 401],
    ['a page of another site', '?user=anna', { origin: 'http://evil.example' }, 403],
  ])('%s gets no connection', async (_, query, headers, status) => {
    const socket = new WebSocket(`${server.url}${query}`, { headers })
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(status)
    socket.on('error', () => undefined)
    socket.terminate()
  })

  test('an edit of the agent is shown once it is committed, and never if the commit fails', async () => {
    const tab = openTab(server.url, 'page')
    await synced(tab)
    const gate = Promise.withResolvers<void>()
    commit = async (real, value) => {
      await gate.promise
      return real.commit(value)
    }
    const edited = edit({ title: 'Waiting' })
    await pause(100)
    expect(tab.fields.get('title')).toBe('Home')
    expect((await instance.documents.open('page'))?.view.get('title')).toBe('Home')
    gate.resolve()
    await edited
    await soon(() => tab.fields.get('title')).toBe('Waiting')
    commit = async () => Promise.reject(new Error('the disk is full'))
    await expect(edit({ title: 'Lost' })).rejects.toThrow('the disk is full')
    commit = (real, value) => real.commit(value)
    await edit({ after: 'yes' })
    await soon(() => tab.fields.toJSON()).toEqual({ title: 'Waiting', after: 'yes' })
  })

  test('an edit of a tab is acknowledged and shown once it is stored', async () => {
    const [tab, other] = [openTab(server.url, 'page'), openTab(server.url, 'page')]
    await synced(tab)
    await synced(other)
    const gate = Promise.withResolvers<void>()
    commit = async (real, value) => {
      await gate.promise
      return real.commit(value)
    }
    tab.fields.set('title', 'Typed')
    await pause(100)
    expect(tab.provider.hasUnsyncedChanges).toBe(true)
    expect(other.fields.get('title')).toBe('Home')
    gate.resolve()
    await synced(tab)
    await soon(() => other.fields.get('title')).toBe('Typed')
  })

  test('where an edit cannot be stored, the tab is cut off, keeps it, and brings it again', async () => {
    const [tab, other] = [openTab(server.url, 'page'), openTab(server.url, 'page')]
    await synced(tab)
    await synced(other)
    commit = async () => Promise.reject(new Error('the disk is full'))
    tab.fields.set('title', 'Typed')
    await soon(() => failures.length).toBeGreaterThan(0)
    await soon(() => tab.provider.synced).toBe(false)
    expect(other.fields.get('title')).toBe('Home')
    expect((await instance.documents.open('page'))?.view.get('title')).toBe('Home')
    commit = (real, value) => real.commit(value)
    await soon(() => other.fields.get('title')).toBe('Typed')
    await synced(tab)
    expect((await instance.documents.projection('page'))?.fields.title).toBe('Typed')
  })

  test('a tab that connects while the storage is away is not denied, and brings its edits once it is back', async () => {
    const [tab, other] = [openTab(server.url, 'page'), openTab(server.url, 'page')]
    await synced(tab)
    await synced(other)
    const { exists } = instance.documents
    instance.documents.exists = async () => Promise.reject(new Error('the connection was terminated'))
    commit = async () => Promise.reject(new Error('the connection was terminated'))
    tab.fields.set('title', 'Typed')
    // Disconnected for its edit, it reconnects while its rights cannot be looked up.
    await soon(() => failures.length).toBeGreaterThan(2)
    instance.documents.exists = exists
    commit = (real, value) => real.commit(value)
    await soon(() => other.fields.get('title')).toBe('Typed')
    await synced(tab)
    expect(tab.denials).toEqual([])
  })

  test('a refused edit is not shown, ends that document for the tab, and is not pushed back', async () => {
    const [tab, other] = [openTab(server.url, 'page'), openTab(server.url, 'page')]
    await synced(tab)
    await synced(other)
    tab.fields.set('title', new Uint8Array([1, 2, 3]))
    await soon(() => tab.closings.at(-1)).toBe('refused: Only plain JSON values can be set.')
    tab.provider.configuration.websocketProvider.webSocket?.close()
    await soon(() => tab.closings.filter((reason) => reason.startsWith('refused')).length).toBeGreaterThan(1)
    await edit({ c: 'agent' })
    await soon(() => other.fields.toJSON()).toEqual({ title: 'Home', c: 'agent' })
    const fresh = openTab(server.url, 'page')
    await synced(fresh)
    expect(fresh.fields.toJSON()).toEqual({ title: 'Home', c: 'agent' })
  })

  test('presence that is too large is not passed on', async () => {
    const [tab, other] = [openTab(server.url, 'page'), openTab(server.url, 'page')]
    await synced(tab)
    await synced(other)
    tab.provider.setAwarenessField('user', { name: 'Anna' })
    const names = () =>
      [...(other.provider.awareness?.getStates().values() ?? [])].map((state) => state.user?.name?.length)
    await soon(names).toContain(4)
    tab.provider.setAwarenessField('user', { name: 'x'.repeat(10_000) })
    await soon(() => tab.closings.length).toBeGreaterThan(0)
    expect(names()).not.toContain(10_000)
  })

  test('tabs on a removed document are notified', async () => {
    const tab = openTab(server.url, 'page')
    await synced(tab)
    await instance.documents.remove('page')
    await soon(() => tab.closings).toEqual(['removed'])
  })

  test('a tab learns that the server cannot read a document, when it opens it and when a newer server migrates it', async () => {
    const sentence = 'A newer version of Atelier has changed this document. Update this server to open it.'
    const tab = openTab(server.url, 'page')
    await synced(tab)
    const types = plainTypes.map((type) => ({ ...type, version: 2, migrate: () => undefined }))
    const newer = instanceOn(instance, { types })
    await newer.documents.open('page')
    await soon(() => tab.closings).toContain(`unreadable: ${sentence}`)
    const other = openTab(server.url, 'page', 'ben')
    await soon(() => other.denials).toEqual([`unreadable: ${sentence}`])
    await newer.documents.close()
  })

  test('a document without a viewer is unloaded, and is whole for the next', async () => {
    const tab = openTab(server.url, 'page')
    await synced(tab)
    tab.close()
    await soon(() => server.sync.connections).toBe(0)
    await edit({ c: 'agent' })
    const next = openTab(server.url, 'page')
    await soon(() => next.fields.toJSON()).toEqual({ title: 'Home', c: 'agent' })
    next.fields.set('d', 1)
    await synced(next)
    expect((await instance.documents.projection('page'))?.fields).toEqual({ title: 'Home', c: 'agent', d: 1 })
  })
})

describe.each(testDatabases())('a server on $name that is killed', ({ place }) => {
  test('has lost no edit that it acknowledged', { timeout: 60_000 }, async () => {
    const where = await place()
    const start = async () => {
      const child = spawn(process.execPath, [
        programPath('documentServer'),
        where.dataDir,
        ...(where.databaseUrl ? [where.databaseUrl] : []),
      ])
      const [url] = await once(child.stdout, 'data')
      return { child, url: String(url).trim() }
    }
    try {
      const acknowledged: string[] = []
      for (let round = 0; round < 4; round += 1) {
        const { child, url } = await start()
        const tab = openTab(url, 'page')
        await synced(tab)
        const died = once(child, 'exit')
        for (let n = 0; n < 7 + round * 3; n += 1) {
          const key = `${round}-${n}`
          tab.fields.set(key, n)
          await vi.waitFor(() => expect(tab.provider.hasUnsyncedChanges).toBe(false), { interval: 1, timeout: 10_000 })
          acknowledged.push(key)
        }
        tab.fields.set(`${round}-last`, 'perhaps')
        child.kill('SIGKILL')
        await died
        tab.close()
      }
      const instance = await openInstance(where)
      const fields = (await instance.documents.projection('page'))?.fields ?? {}
      expect(acknowledged.filter((key) => !(key in fields))).toEqual([])
      expect(acknowledged).toHaveLength(46)
      await instance.close()
    } finally {
      where.remove()
    }
  })
})
