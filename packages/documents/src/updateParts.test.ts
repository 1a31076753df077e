import { atOnce } from '@atelier/operation'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { decodingSteps } from './decode.ts'
import { FIELDS } from './local.ts'
import { updateParts } from './updateParts.ts'

const parts = (update: Uint8Array) => atOnce(updateParts(update))
const fieldsIn = (doc: Y.Doc) => doc.getMap(FIELDS)

/** The content of an update beyond a state, applied whole and in parts; both must be equal. */
function expectSame(before: Uint8Array, update: Uint8Array): number {
  const [whole, split] = [new Y.Doc(), new Y.Doc()]
  for (const doc of [whole, split]) Y.applyUpdate(doc, before)
  Y.applyUpdate(whole, update)
  const all = parts(update)
  for (const part of all) {
    Y.applyUpdate(split, part)
    expect(split.store.pendingStructs ?? split.store.pendingDs).toBeNull()
  }
  expect(fieldsIn(split).toJSON()).toEqual(fieldsIn(whole).toJSON())
  expect(Y.equalSnapshots(Y.snapshot(split), Y.snapshot(whole))).toBe(true)
  return all.length
}

const weightOf = (part: Uint8Array): number => {
  const { structs, ds } = Y.decodeUpdate(part)
  return structs.length + [...ds.clients.values()].flat().reduce((sum, { len }) => sum + len, 0)
}

test('a short update stays whole', () => {
  const doc = new Y.Doc()
  fieldsIn(doc).set('title', 'Bread')
  const update = Y.encodeStateAsUpdate(doc)
  expect(parts(update)).toEqual([update])
})

test('an update that holds more than values stays whole', () => {
  const doc = new Y.Doc()
  doc.transact(() => {
    for (let at = 0; at < 2_000; at += 1) fieldsIn(doc).set(`key ${at}`, at)
    doc.getArray('list').push(['a', 'b', 'c'])
    doc.getText('text').insert(0, 'words')
  })
  const update = Y.encodeStateAsUpdate(doc)
  expect(parts(update)).toEqual([update])
})

test('an update is read as Yjs reads it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.jsonValue())), (writes) => {
      const doc = new Y.Doc()
      for (const [key, value] of writes) fieldsIn(doc).set(`key ${key}`, value)
      const update = Y.encodeStateAsUpdate(doc)
      const { structs, deletions } = atOnce(decodingSteps(update))
      const { structs: expected, ds } = Y.decodeUpdate(update)
      expect(structs).toEqual(expected)
      expect(
        [...deletions].map(([client, ranges]) => [client, ranges.map(({ clock, length }) => [clock, length])]),
      ).toEqual([...ds.clients].map(([client, ranges]) => [client, ranges.map(({ clock, len }) => [clock, len])]))
    }),
  )
})

test('splits a large update into parts of some hundred values that make the same document', () => {
  const doc = new Y.Doc()
  doc.transact(() => {
    for (let at = 0; at < 12_345; at += 1) fieldsIn(doc).set(`node:${at}`, `A text of a node, ${at}`)
  })
  const update = Y.encodeStateAsUpdate(doc)
  expect(Math.max(...parts(update).map(weightOf))).toBeLessThanOrEqual(500)
  expect(expectSame(Y.encodeStateAsUpdate(new Y.Doc()), update)).toBe(25)
})

test('splits a few bytes that delete a whole document too', () => {
  const doc = new Y.Doc()
  doc.transact(() => {
    for (let at = 0; at < 5_000; at += 1) fieldsIn(doc).set(`node:${at}`, at)
  })
  const before = Y.encodeStateAsUpdate(doc)
  const vector = Y.encodeStateVector(doc)
  doc.transact(() => fieldsIn(doc).clear())
  const update = Y.encodeStateAsUpdate(doc, vector)
  expect(update.byteLength).toBeLessThan(100)
  expect(Math.max(...parts(update).map(weightOf))).toBeLessThanOrEqual(500)
  expect(expectSame(before, update)).toBe(10)
})

test('orders parts of clients that build on each other so that they can be applied', () => {
  const edit = fc.record({
    client: fc.integer({ min: 0, max: 4 }),
    key: fc.integer({ min: 0, max: 9 }),
    repeat: fc.integer({ min: 1, max: 200 }),
    deletes: fc.boolean(),
    syncs: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(edit, { minLength: 5, maxLength: 30 }), (edits) => {
      const docs = Array.from({ length: 5 }, () => new Y.Doc())
      for (const { client, key, repeat, deletes, syncs } of edits) {
        const doc = docs[client] ?? new Y.Doc()
        for (let at = 0; at < repeat; at += 1) fieldsIn(doc).set(`key ${key + (at % 3)}`, at)
        if (deletes) fieldsIn(doc).delete(`key ${key}`)
        if (syncs) for (const other of docs) Y.applyUpdate(other, Y.encodeStateAsUpdate(doc))
      }
      const all = Y.mergeUpdates(docs.map((doc) => Y.encodeStateAsUpdate(doc)))
      expectSame(Y.encodeStateAsUpdate(new Y.Doc()), all)
    }),
    { numRuns: 40 },
  )
})
