import type { Json } from '@atelier/documents'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { applyLeft, type Overlap, watchOverlaps } from './overlaps.ts'

type Fields = Record<string, Json | undefined>

/** A tab and the server, which have the same document at first. */
function begin(fields: Fields) {
  const server = new Y.Doc()
  const tab = new Y.Doc()
  write(server, fields)
  Y.applyUpdate(tab, Y.encodeStateAsUpdate(server))
  return { server, tab }
}

function write(doc: Y.Doc, fields: Fields): void {
  doc.transact(() => {
    for (const [key, value] of Object.entries(fields)) {
      if (value === undefined) doc.getMap('fields').delete(key)
      else doc.getMap('fields').set(key, value)
    }
  })
}

/** The overlaps of a tab that was cut off while both sides wrote, and is connected again. */
function afterCut(before: Fields, mine: readonly Fields[], theirs: readonly Fields[], isAnswerLost = false): Overlap[] {
  const { server, tab } = begin(before)
  const found: Overlap[] = []
  const watched = watchOverlaps(tab, (overlaps) => found.push(...overlaps))
  tab.on('afterTransaction', (transaction: Y.Transaction) => {
    if (transaction.origin !== 'server') watched.wrote(transaction)
  })
  for (const fields of mine) write(tab, fields)
  if (isAnswerLost) Y.applyUpdate(server, Y.encodeStateAsUpdate(tab))
  watched.cutOff()
  for (const fields of theirs) write(server, fields)
  watched.heardState(Y.encodeStateVector(server))
  const update = Y.encodeStateAsUpdate(server, Y.encodeStateVector(tab))
  watched.heard(update)
  Y.applyUpdate(tab, update, 'server')
  Y.applyUpdate(server, Y.encodeStateAsUpdate(tab))
  expect(tab.getMap('fields').toJSON()).toEqual(server.getMap('fields').toJSON())
  return found
}

/** The next tab's overlaps with the edits of one that was killed while it was cut off. */
function afterKill(
  before: Fields,
  mine: readonly Fields[],
  theirs: readonly Fields[],
  isAnswerLost = false,
): Overlap[] {
  const { server, tab } = begin(before)
  const left: Uint8Array[] = []
  tab.on('update', (update: Uint8Array) => left.push(update))
  for (const fields of mine) write(tab, fields)
  if (isAnswerLost) Y.applyUpdate(server, Y.encodeStateAsUpdate(tab))
  for (const fields of theirs) write(server, fields)
  const next = new Y.Doc()
  Y.applyUpdate(next, Y.encodeStateAsUpdate(server))
  const found = applyLeft(next, Y.mergeUpdates(left))
  Y.applyUpdate(server, Y.encodeStateAsUpdate(next))
  expect(next.getMap('fields').toJSON()).toEqual(server.getMap('fields').toJSON())
  return found
}

describe.each([
  { after: 'a cut', overlapsOf: afterCut },
  { after: 'a kill', overlapsOf: afterKill },
])('after $after', ({ overlapsOf }) => {
  const one = { a: 'before', b: 'same' }

  test('a value that both have changed is listed with both, whichever remains', () => {
    for (let round = 0; round < 10; round += 1)
      expect(overlapsOf(one, [{ a: 'first' }, { a: 'mine' }], [{ a: 'theirs' }])).toEqual([
        { key: 'a', mine: 'mine', theirs: 'theirs' },
      ])
  })

  test('a text is listed like any other value', () => {
    expect(overlapsOf({ 'n/text': 'one two' }, [{ 'n/text': 'one 2' }], [{ 'n/text': '1 two' }])).toEqual([
      { key: 'n/text', mine: 'one 2', theirs: '1 two' },
    ])
  })

  test('a deletion against a change is listed, in both directions', () => {
    expect(overlapsOf(one, [{ a: undefined }], [{ a: 'theirs' }])).toEqual([
      { key: 'a', mine: undefined, theirs: 'theirs' },
    ])
    expect(overlapsOf(one, [{ a: 'mine' }], [{ a: undefined }])).toEqual([
      { key: 'a', mine: 'mine', theirs: undefined },
    ])
    expect(overlapsOf(one, [{ a: undefined }, { a: 'mine' }], [{ a: undefined }])).toEqual([
      { key: 'a', mine: 'mine', theirs: undefined },
    ])
    expect(overlapsOf(one, [{ a: 'mine' }, { a: undefined }], [{ a: 'theirs' }])).toEqual([
      { key: 'a', mine: undefined, theirs: 'theirs' },
    ])
  })

  test('a value that is new on both sides is listed', () => {
    expect(overlapsOf(one, [{ new: 1 }], [{ new: 2 }])).toEqual([{ key: 'new', mine: 1, theirs: 2 }])
  })

  test('a value that was deleted before and is set by only one side is not', () => {
    const { server } = begin(one)
    write(server, { a: undefined })
    expect(overlapsOf(one, [{ b: 'mine' }], [{ a: undefined }])).toEqual([])
    expect(overlapsOf({}, [{ a: 'mine' }], [{ a: 'theirs' }, { a: undefined }])).toEqual([])
  })

  test('the same on both sides, and what one side has changed, is not told', () => {
    expect(overlapsOf(one, [{ a: 'x' }], [{ a: 'x' }])).toEqual([])
    expect(overlapsOf(one, [{ a: undefined }], [{ a: undefined }])).toEqual([])
    expect(overlapsOf(one, [{ a: 'x' }], [{ b: 'y' }])).toEqual([])
  })

  test('what others wrote over an edit whose answer was lost is no overlap', () => {
    expect(overlapsOf(one, [{ a: 'mine' }], [{ a: 'theirs' }], true)).toEqual([])
    expect(overlapsOf(one, [{ a: 'mine' }], [{ a: undefined }], true)).toEqual([])
    expect(overlapsOf(one, [{ a: 'mine' }], [], true)).toEqual([])
  })
})

test('a value of a third side that has lost against the one seen here is no overlap', () => {
  for (let round = 0; round < 10; round += 1) {
    const { server, tab } = begin({ a: 'before' })
    const third = new Y.Doc()
    Y.applyUpdate(third, Y.encodeStateAsUpdate(server))
    third.clientID = 1
    const second = new Y.Doc()
    Y.applyUpdate(second, Y.encodeStateAsUpdate(server))
    second.clientID = 2
    write(second, { a: 'seen' })
    for (const doc of [server, tab]) Y.applyUpdate(doc, Y.encodeStateAsUpdate(second), 'server')
    const found: Overlap[] = []
    const watched = watchOverlaps(tab, (overlaps) => found.push(...overlaps))
    tab.on('afterTransaction', (transaction: Y.Transaction) => watched.wrote(transaction))
    write(tab, { a: 'mine' })
    watched.cutOff()
    write(third, { a: 'lost' })
    Y.applyUpdate(server, Y.encodeStateAsUpdate(third))
    expect(server.getMap('fields').get('a')).toBe('seen')
    watched.heardState(Y.encodeStateVector(server))
    watched.heard(Y.encodeStateAsUpdate(server, Y.encodeStateVector(tab)))
    expect(found).toEqual([])
  }
})
