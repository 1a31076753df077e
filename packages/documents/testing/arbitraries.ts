import fc from 'fast-check'
import { createMemoryView } from '../src/memory.ts'
import { applyPatches, patchOf } from '../src/overlay.ts'
import type { Draft, Json, Patch, View } from '../src/view.ts'

export const keys = fc.constantFrom('a', 'a/text', 'a/at', 'ab', 'b', 'b/text', 'page:1')
export const values: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json[]>(null, true, 0, 1, 'x', 'y', [], [1, 'x'], { x: 1 }, { x: { y: [null] } }),
)

/** One key's write: an absent value deletes. */
export interface Write {
  key: string
  value?: Json
}

export const writes: fc.Arbitrary<Write[]> = fc.array(
  fc.oneof(
    fc.record({ key: keys, value: values }),
    keys.map((key) => ({ key })),
  ),
  { maxLength: 12 },
)

/** Makes the writes one after another and returns their patches in order, as commits of a run would. */
export function make(view: Draft, made: readonly Write[]): Patch[] {
  return made.map(({ key, value }) => {
    const patch = patchOf(key, view.get(key), value)
    applyPatches(view, [patch])
    return patch
  })
}

export function viewOf(made: readonly Write[]): Draft {
  const view = createMemoryView()
  make(view, made)
  return view
}

/** The view's content as text, with its keys in order: equal texts are equal byte for byte. */
export function textOf(view: View): string {
  return JSON.stringify([...view.keys()].map((key) => [key, view.get(key)]))
}
