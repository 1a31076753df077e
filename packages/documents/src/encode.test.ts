import { atOnce } from '@atelier/operation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { encodeNew, encodePatches, fieldsText, stateSteps } from './encode.ts'
import { copyJson } from './json.ts'
import { FIELDS, openLocal } from './local.ts'
import { plainView } from './memory.ts'
import type { Json, Patch } from './view.ts'

const key = fc.constantFrom('a', 'b', 'c', 'd/text', 'e')
// A member of that name is written, and dropped by every reader; the documents copy values without it (`copyJson`).
const dropped = (each: Json) => JSON.stringify(each).includes('__proto__')
const value = (fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>).filter((each) => !dropped(each))
const edit: fc.Arbitrary<Patch> = fc.oneof(
  fc.record({ key, after: value }),
  key.map((name) => ({ key: name })),
)
const edits = fc.array(fc.uniqueArray(edit, { selector: (patch) => patch.key, minLength: 1 }), { maxLength: 6 })

function editWith(doc: Y.Doc, patches: readonly Patch[]): void {
  const fields = doc.getMap<Json>(FIELDS)
  doc.transact(() => {
    for (const { key, after } of patches) {
      if (after === undefined) fields.delete(key)
      else fields.set(key, after)
    }
  })
}

test('an encoded edit is byte for byte what Yjs sends for it', () => {
  fc.assert(
    fc.property(edits, edits, (earlier, later) => {
      const writer = 4_294_000_001
      const target = new Y.Doc()
      const other = new Y.Doc()
      target.clientID = 7
      other.clientID = 9
      for (const patches of earlier) {
        editWith(other, patches)
        Y.applyUpdate(target, Y.encodeStateAsUpdate(other))
      }
      const twin = new Y.Doc()
      Y.applyUpdate(twin, Y.encodeStateAsUpdate(target))
      twin.clientID = writer
      for (const patches of later) {
        let sent: Uint8Array | undefined
        twin.once('update', (update: Uint8Array) => {
          sent = update
        })
        const before = Y.encodeStateAsUpdate(target)
        const encoded = encodePatches(target, writer, patches)
        expect(Y.encodeStateAsUpdate(target)).toEqual(before)
        editWith(twin, patches)
        if (sent) expect([...encoded]).toEqual([...sent])
        Y.applyUpdate(target, encoded)
        expect(target.getMap(FIELDS).toJSON()).toEqual(twin.getMap(FIELDS).toJSON())
      }
    }),
  )
})

test('the state of a new document is what Yjs makes of the update', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 300 }), fc.constant('x'.repeat(127)))
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
  const texts = fc.dictionary(text, text).filter((each) => !dropped(each))
  const any = fc.oneof(value, text, texts, finite, fc.integer())
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ key: text, after: any }), { selector: (patch) => patch.key, minLength: 1 }),
      (all) => {
        const patches = all.map(({ key: name, after }) => ({
          key: name,
          after: copyJson(Number.isNaN(after) ? 0 : after),
        }))
        const update = encodePatches(new Y.Doc(), 4_294_000_001, patches)
        expect([...encodeNew(4_294_000_001, patches)]).toEqual([...Y.convertUpdateFormatV1ToV2(update)])
      },
    ),
  )
})

test('the state of a document is what Yjs writes of it', () => {
  fc.assert(
    fc.property(fc.array(edits, { maxLength: 4 }), (clients) => {
      const doc = new Y.Doc()
      for (const [at, all] of clients.entries()) {
        const own = new Y.Doc()
        own.clientID = at + 1
        Y.applyUpdate(own, Y.encodeStateAsUpdate(doc))
        for (const patches of all) editWith(own, patches)
        Y.applyUpdate(doc, Y.encodeStateAsUpdate(own))
      }
      expect(atOnce(stateSteps(doc))).toEqual(Y.encodeStateAsUpdateV2(doc))
      const { view } = openLocal(doc)
      expect(JSON.parse(atOnce(fieldsText(view)))).toEqual(plainView(view))
    }),
  )
})
