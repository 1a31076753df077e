import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { numRuns } from '../../../scripts/testing/runs.ts'
import { textOf, type Write, writes } from '../testing/arbitraries.ts'
import { createLocalHistory } from './history.ts'
import { inspectUpdate } from './inspect.ts'
import { equalJson } from './json.ts'
import { type LocalDocument, openLocal } from './local.ts'
import { runLocalTransaction } from './localTransaction.ts'
import { createMemoryView } from './memory.ts'
import type { Json, Patch } from './view.ts'

function open(fields: Record<string, Json> = {}): LocalDocument {
  const document = openLocal(new Y.Doc())
  document.apply(Object.entries(fields).map(([key, after]) => ({ key, after })))
  return document
}

const fieldsOf = ({ doc }: LocalDocument) => doc.getMap('fields').toJSON()

test('the mirror equals the map after any edits, and observers get every change', () => {
  fc.assert(
    fc.property(writes, writes, (mine, theirs) => {
      const [one, two] = [open(), open()]
      const followed = createMemoryView()
      one.observe((patches) => {
        for (const { key, before, after } of patches) {
          expect(followed.get(key)).toEqual(before)
          if (after === undefined) followed.delete(key)
          else followed.set(key, after)
        }
      })
      for (const { key, value } of theirs) two.apply([{ key, after: value }])
      for (const { key, value } of mine) one.apply([{ key, after: value }])
      Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(two.doc))
      const plain = createMemoryView(one.doc.getMap<Json>('fields').entries())
      expect(textOf(one.view)).toBe(textOf(plain))
      expect(textOf(followed)).toBe(textOf(plain))
    }),
  )
})

test('an edit names its origin, and one that changes nothing notifies no one', () => {
  const document = open({ a: { x: 1 } })
  const seen: [readonly Patch[], unknown][] = []
  const stop = document.observe((patches, origin) => seen.push([patches, origin]))
  document.apply([{ key: 'a', after: { x: 1 } }, { key: 'absent' }], 'hand')
  document.apply([{ key: 'a', after: 2 }], 'hand')
  stop()
  document.apply([{ key: 'a', after: 3 }], 'hand')
  expect(seen).toEqual([[[{ key: 'a', before: { x: 1 }, after: 2 }], 'hand']])
})

test('accepts the updates that tabs send, and counts each as new once', () => {
  fc.assert(
    fc.property(writes, writes, (before, after) => {
      const [server, tab] = [open(), open()]
      const updates: Uint8Array[] = []
      for (const { key, value } of before) tab.apply([{ key, after: value }])
      Y.applyUpdate(server.doc, Y.encodeStateAsUpdate(tab.doc))
      tab.doc.on('update', (update: Uint8Array) => updates.push(update))
      for (const { key, value } of after) tab.apply([{ key, after: value }])
      expect(inspectUpdate(server, Y.encodeStateAsUpdate(tab.doc))).toEqual({ ok: true, fresh: updates.length > 0 })
      for (const update of updates) {
        const state = Y.encodeStateAsUpdate(server.doc)
        expect(inspectUpdate(server, update)).toEqual({ ok: true, fresh: true })
        expect(Y.encodeStateAsUpdate(server.doc)).toEqual(state)
        Y.applyUpdate(server.doc, update)
        expect(inspectUpdate(server, update)).toEqual({ ok: true, fresh: false })
      }
      expect(fieldsOf(server)).toEqual(fieldsOf(tab))
    }),
  )
})

test('the check sees each key as it will be after the update, also with concurrent writes', () => {
  const steps = fc.array(fc.record({ tab: fc.nat(2), write: writes, reads: fc.option(fc.nat(2)) }), { maxLength: 6 })
  fc.assert(
    fc.property(writes, steps, steps, (shared, before, after) => {
      const [server, ...tabs] = [open(), open(), open(), open()]
      for (const { key, value } of shared) server.apply([{ key, after: value }])
      const share = (from: LocalDocument, to: LocalDocument) => Y.applyUpdate(to.doc, Y.encodeStateAsUpdate(from.doc))
      for (const tab of tabs) share(server, tab)
      const play = (all: readonly { tab: number; write: Write[]; reads: number | null }[]) => {
        for (const { tab, write, reads } of all) {
          const [own, other] = [tabs[tab], reads === null ? undefined : tabs[reads]]
          if (own && other) share(other, own)
          for (const { key, value } of write) own?.apply([value === undefined ? { key } : { key, after: value }])
        }
      }
      play(before)
      if (tabs[0]) share(tabs[0], server)
      play(after)
      // An update of one tab brings the edits of others that it has read.
      for (const tab of tabs) {
        const update = Y.encodeStateAsUpdate(tab.doc, Y.encodeStateVector(server.doc))
        const seen = new Map<string, Json | undefined>()
        const held = new Map([...server.view.keys()].map((key) => [key, server.view.get(key)]))
        inspectUpdate(server, update, undefined, (key, value, read) => {
          // A value that loses against another one is checked too.
          if (equalJson(read(key), value)) seen.set(key, value)
          return undefined
        })
        Y.applyUpdate(server.doc, update)
        for (const key of new Set([...held.keys(), ...server.view.keys()])) {
          const value = server.view.get(key)
          expect(seen.has(key) ? seen.get(key) : held.get(key)).toEqual(value)
        }
      }
    }),
    { numRuns: numRuns(300, 3_000) },
  )
})

test('refuses bytes that would put anything but JSON into the fields', () => {
  const tab = open({ a: 1, b: [1, 'x'] })
  const good = Y.encodeStateAsUpdate(tab.doc)
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }), (changes) => {
      const bytes = good.slice()
      for (const [at, byte] of changes) bytes[at] = byte
      const server = open({ kept: true })
      const state = Y.encodeStateAsUpdate(server.doc)
      const seen = inspectUpdate(server, bytes)
      expect(Y.encodeStateAsUpdate(server.doc)).toEqual(state)
      if (!seen.ok) return
      Y.applyUpdate(server.doc, bytes)
      expect([...server.doc.share.keys()]).toEqual(['fields'])
      expect(server.doc.store.pendingStructs).toBeNull()
      expect(server.doc.store.pendingDs).toBeNull()
      // JSON text has no −0, which is equal to 0. Without the keys: V8's `JSON.parse` (Node 24) reads the key `"` as a
      // backslash once an object of the same shape had that key.
      const values = Object.values(fieldsOf(server))
      expect(equalJson(JSON.parse(JSON.stringify(values)), values)).toBe(true)
    }),
    { numRuns: numRuns(500, 4_000) },
  )
})

test("the scope's own check refuses a value by its key", () => {
  const [server, tab] = [open({ 'n/attr:href': '/' }), open()]
  Y.applyUpdate(tab.doc, Y.encodeStateAsUpdate(server.doc))
  tab.apply([{ key: 'n/attr:href', after: 'javascript:alert(1)' }])
  const accepts = (key: string, value: Json | undefined) =>
    key.endsWith(':href') && String(value).startsWith('javascript:') ? 'No scripts in links.' : undefined
  const update = Y.encodeStateAsUpdate(tab.doc)
  expect(inspectUpdate(server, update, undefined, accepts)).toMatchObject({
    ok: false,
    message: 'No scripts in links.',
  })
})

describe('a run on local documents', () => {
  const documentsOf = (documents: Record<string, LocalDocument>) => ({ open: (id: string) => documents[id] })

  test('applies everything at its end, with its origin, and says what changed', async () => {
    const [a, b] = [open({ x: 1 }), open({ y: 1 })]
    const seen: unknown[] = []
    a.observe((_, origin) => seen.push(origin))
    const { result, changes } = await runLocalTransaction(
      documentsOf({ a, b }),
      async (drafts) => {
        const [one, two] = [await drafts.open('a'), await drafts.open('b')]
        expect(await drafts.open('absent')).toBeUndefined()
        one?.set('x', 2)
        one?.set('n', 'new')
        two?.delete('y')
        expect(fieldsOf(a)).toEqual({ x: 1 })
        expect((await drafts.open('a'))?.get('x')).toBe(2)
        return { result: 'done', commit: true }
      },
      'mine',
    )
    expect(result).toBe('done')
    expect([fieldsOf(a), fieldsOf(b)]).toEqual([{ x: 2, n: 'new' }, {}])
    expect(seen).toEqual(['mine'])
    expect(changes.map(({ patches }) => patches.length)).toEqual([2, 1])
  })

  test('changes nothing when it throws or does not commit', async () => {
    const a = open({ x: 1 })
    const failing = runLocalTransaction(documentsOf({ a }), async (drafts) => {
      const draft = await drafts.open('a')
      draft?.set('x', 2)
      throw new Error('a bug')
    })
    await expect(failing).rejects.toThrow('a bug')
    const { changes } = await runLocalTransaction(documentsOf({ a }), async (drafts) => {
      const draft = await drafts.open('a')
      draft?.set('x', 3)
      return { result: null, commit: false }
    })
    expect(changes).toEqual([])
    expect(fieldsOf(a)).toEqual({ x: 1 })
  })
})

describe("a person's own history", () => {
  function setUp(fields: Record<string, Json>) {
    let clock = 0
    const document = open(fields)
    const history = createLocalHistory({ now: () => clock })
    const edit = (writes: Record<string, Json>, after = 1000) => {
      clock += after
      const patches = Object.entries(writes).map(([key, value]) => ({
        key,
        before: document.view.get(key),
        after: value,
      }))
      document.apply(patches, 'hand')
      history.record([{ document, patches }])
    }
    return { document, history, edit }
  }

  test('undoes and redoes step by step', () => {
    const { document, history, edit } = setUp({ a: 0 })
    edit({ a: 1 })
    edit({ b: 1, a: 2 })
    expect(history.undo()).toEqual({ applied: 2, kept: [] })
    expect(fieldsOf(document)).toEqual({ a: 1 })
    history.undo()
    expect(fieldsOf(document)).toEqual({ a: 0 })
    expect([history.canUndo, history.undo()]).toEqual([false, undefined])
    history.redo()
    history.redo()
    expect(fieldsOf(document)).toEqual({ a: 2, b: 1 })
    expect(history.canRedo).toBe(false)
    history.undo()
    edit({ c: 1 })
    expect(history.canRedo).toBe(false)
  })

  test('groups continuous typing into one step', () => {
    const { document, history, edit } = setUp({ text: '' })
    for (const text of ['H', 'He', 'Hel']) edit({ text }, 200)
    edit({ text: 'Hell' }, 600)
    history.undo()
    expect(fieldsOf(document)).toEqual({ text: 'Hel' })
    history.undo()
    expect(fieldsOf(document)).toEqual({ text: '' })
    history.redo()
    edit({ text: 'Help' }, 100)
    history.undo()
    expect(fieldsOf(document)).toEqual({ text: 'Hel' })
  })

  test('leaves out and keeps the changes of others', () => {
    const { document, history, edit } = setUp({ a: 0, b: 0 })
    edit({ a: 1, b: 1 })
    document.apply(
      [
        { key: 'b', after: 'theirs' },
        { key: 'c', after: 'theirs' },
      ],
      'remote',
    )
    expect(history.undo()).toMatchObject({ applied: 1, kept: [{ key: 'b' }] })
    expect(fieldsOf(document)).toEqual({ a: 0, b: 'theirs', c: 'theirs' })
    history.redo()
    expect(fieldsOf(document)).toEqual({ a: 1, b: 'theirs', c: 'theirs' })
  })

  test('spans documents, and notifies when its ends change', () => {
    const [a, b] = [open({ x: 0 }), open({ y: 0 })]
    const history = createLocalHistory()
    let told = 0
    history.observe(() => {
      told += 1
    })
    a.apply([{ key: 'x', after: 1 }])
    b.apply([{ key: 'y', after: 1 }])
    history.record([
      { document: a, patches: [{ key: 'x', before: 0, after: 1 }] },
      { document: b, patches: [{ key: 'y', before: 0, after: 1 }] },
    ])
    history.undo()
    expect([fieldsOf(a), fieldsOf(b), told]).toEqual([{ x: 0 }, { y: 0 }, 2])
    history.clear()
    expect([history.canUndo, history.canRedo, told]).toEqual([false, false, 3])
  })
})

test('with two concurrent values, the replica that keeps its own is notified of the lost one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 1_000 }), (a, b) => {
      fc.pre(a !== b)
      const [one, two] = [openLocal(new Y.Doc()), openLocal(new Y.Doc())]
      one.doc.clientID = a
      two.doc.clientID = b
      one.apply([{ key: 'x', after: 'base' }])
      Y.applyUpdate(two.doc, Y.encodeStateAsUpdate(one.doc))
      const told: unknown[] = []
      for (const each of [one, two]) {
        each.observeLost((lost) => told.push(...lost.map(({ value }) => [each.view.get('x'), value])))
      }
      one.apply([{ key: 'x', after: 'one' }])
      two.apply([{ key: 'x', after: 'two' }])
      const [fromOne, fromTwo] = [one, two].map(({ doc }) => Y.encodeStateAsUpdate(doc))
      if (fromOne && fromTwo) {
        Y.applyUpdate(one.doc, fromTwo)
        Y.applyUpdate(two.doc, fromOne)
      }
      expect(told).toEqual([a > b ? ['one', 'two'] : ['two', 'one']])
    }),
  )
})
