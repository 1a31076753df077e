import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { growthOf, LINEAR } from '../../../scripts/testing/growth.ts'
import { clientsInTurn, keysInTurn } from '../testing/heavyUpdates.ts'
import { inspectUpdate, UPDATE_LIMITS } from './inspect.ts'
import { openLocal } from './local.ts'

const empty = () => openLocal(new Y.Doc())

test('checks each client once, however they build on each other', async () => {
  const growth = await growthOf((size) => {
    const update = clientsInTurn(size)
    const limits = { ...UPDATE_LIMITS, clients: size }
    return () => expect(inspectUpdate(empty(), update, limits)).toEqual({ ok: true, fresh: true })
  }, 64_000)
  expect(growth).toBeLessThan(LINEAR)
})

test('checks keys that are set in turn in linear time', async () => {
  const growth = await growthOf((size) => {
    const update = keysInTurn(size)
    return () => expect(inspectUpdate(empty(), update)).toEqual({ ok: true, fresh: true })
  }, 96_000)
  expect(growth).toBeLessThan(LINEAR)
})

test('accepts the largest page in one update of a tab', () => {
  const tab = empty()
  // The nodes of a page that an import takes.
  tab.apply(
    Array.from({ length: 50_000 }, (_, i) => ({
      key: `n${i}`,
      after: { kind: 'text', text: 'x', at: ['n', `a${i}`] },
    })),
  )
  expect(inspectUpdate(empty(), Y.encodeStateAsUpdate(tab.doc))).toEqual({ ok: true, fresh: true })
})

test.each([
  ['values', keysInTurn(40), { structs: 20 }, 'An update may set 20 values.'],
  ['clients', clientsInTurn(40), { clients: 20 }, 'An update may bring edits of 20 clients.'],
])('an update of too many %s is refused as a whole', (_, update, limits, message) => {
  const server = empty()
  const seen = inspectUpdate(server, update, { ...UPDATE_LIMITS, ...limits })
  expect(seen).toEqual({ ok: false, refused: 'invalid_update', message })
})

test('refuses an update that Yjs would take long to sort', () => {
  const server = empty()
  const first = new Y.Doc()
  first.getMap('fields').set('key', 0)
  const start = Y.encodeStateAsUpdate(first)
  const own = new Y.Doc()
  Y.applyUpdate(own, start)
  own.transact(() => {
    for (let i = 0; i < 2_000; i += 1) {
      own.getMap('fields').set('key', i)
      own.getMap('fields').set('other', i)
    }
  })
  Y.applyUpdate(server.doc, Y.encodeStateAsUpdate(own))
  const concurrent = Array.from({ length: 40 }, (_, i) => {
    const doc = new Y.Doc()
    Y.applyUpdate(doc, start)
    doc.getMap('fields').set('key', i)
    return Y.encodeStateAsUpdate(doc)
  })
  const update = Y.mergeUpdates(concurrent)
  expect(inspectUpdate(server, update)).toEqual({ ok: true, fresh: true })
  expect(inspectUpdate(server, update, { ...UPDATE_LIMITS, ordering: 10_000 })).toMatchObject({
    refused: 'invalid_update',
  })
})

test.each([
  ['deletions over each other', [0, 1, 1, 2, 0, 1, 0, 1]],
  ['deletions out of order', [0, 1, 1, 2, 1, 1, 0, 1]],
  ['a deletion of nothing', [0, 1, 1, 1, 0, 0]],
])('%s are refused', (_, bytes) => {
  const server = empty()
  const tab = new Y.Doc()
  tab.clientID = 1
  tab.getMap('fields').set('a', 1)
  tab.getMap('fields').set('b', 1)
  Y.applyUpdate(server.doc, Y.encodeStateAsUpdate(tab))
  expect(inspectUpdate(server, Uint8Array.from(bytes))).toMatchObject({ refused: 'invalid_update' })
})
