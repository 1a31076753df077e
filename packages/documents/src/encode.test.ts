import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { encodePatches } from './encode.ts'
import { FIELDS } from './local.ts'
import type { Json, Patch } from './view.ts'

const key = fc.constantFrom('a', 'b', 'c', 'd/text', 'e')
const value = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>
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
