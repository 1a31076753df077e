import fc from 'fast-check'
import { expect, test } from 'vitest'
import { make, textOf, viewOf, writes } from '../testing/arbitraries.ts'
import { equalJson } from './json.ts'
import { applyPatches } from './overlay.ts'
import { afterView, beforeView, CHANGED_SINCE, joinPatches, type UndoGuard, undoPatches } from './undo.ts'

test('an undo right after a run restores the same document byte for byte', () => {
  fc.assert(
    fc.property(writes, writes, (before, run) => {
      const view = viewOf(before)
      const text = textOf(view)
      const patches = make(view, run)
      const undone = undoPatches(view, patches)
      expect(undone.kept).toEqual([])
      applyPatches(view, undone.patches)
      expect(textOf(view)).toBe(text)
    }),
  )
})

test('undo and redo together change nothing, whatever others did', () => {
  fc.assert(
    fc.property(writes, writes, writes, (before, run, others) => {
      const view = viewOf(before)
      const patches = make(view, run)
      make(view, others)
      const text = textOf(view)
      const undone = undoPatches(view, patches)
      applyPatches(view, undone.patches)
      const redone = undoPatches(view, undone.patches)
      expect(redone.kept).toEqual([])
      applyPatches(view, redone.patches)
      expect(textOf(view)).toBe(text)
    }),
  )
})

test('keys that the run did not change, and values that others set since, stay as they are', () => {
  fc.assert(
    fc.property(writes, writes, writes, (before, run, others) => {
      const view = viewOf(before)
      const patches = make(view, run)
      const left = new Map(joinPatches(patches).map(({ key, after }) => [key, after]))
      make(view, others)
      const undone = undoPatches(view, patches)
      for (const { key, before: current } of undone.patches) {
        expect(left.has(key)).toBe(true)
        expect(equalJson(current, left.get(key))).toBe(true)
      }
    }),
  )
})

test('keeps what a user changed since, and reports it once per key', () => {
  const view = viewOf([{ key: 'a', value: 1 }])
  const patches = make(view, [
    { key: 'a', value: 2 },
    { key: 'b', value: 1 },
  ])
  make(view, [{ key: 'a', value: 9 }])
  patches.push(...make(view, [{ key: 'a', value: 3 }]))
  make(view, [{ key: 'a', value: 4 }])
  const undone = undoPatches(view, patches)
  expect(undone.kept).toEqual([{ key: 'a', reason: CHANGED_SINCE }])
  expect(undone.patches).toEqual([{ key: 'b', before: 1 }])
})

test('a value that a user set between two edits of a run comes back, not the one before it', () => {
  const view = viewOf([{ key: 'a', value: 0 }])
  const first = make(view, [{ key: 'a', value: 1 }])
  make(view, [{ key: 'a', value: 'hers' }])
  const second = make(view, [{ key: 'a', value: 2 }])
  const undone = undoPatches(view, [...first, ...second])
  expect(undone.patches).toEqual([{ key: 'a', before: 2, after: 'hers' }])
})

test('does not touch keys that a run changed and restored', () => {
  const view = viewOf([{ key: 'a', value: 0 }])
  const patches = make(view, [
    { key: 'a', value: 1 },
    { key: 'a', value: 0 },
  ])
  make(view, [{ key: 'a', value: 1 }])
  expect(undoPatches(view, patches)).toEqual({ patches: [], kept: [] })
})

test('reports no key that a user has already restored', () => {
  const view = viewOf([{ key: 'a', value: 0 }])
  const patches = make(view, [{ key: 'a', value: 1 }])
  make(view, [{ key: 'a', value: 0 }])
  expect(undoPatches(view, patches)).toEqual({ patches: [], kept: [] })
})

/** A node's value is its parent's key; a created one that holds a node of another user stays. */
const holdsOthers: UndoGuard = (view, { key, before }, ownKeys) => {
  if (before !== undefined) return undefined
  const child = [...view.keys()].some((other) => view.get(other) === key && !ownKeys.has(other))
  return child ? 'It holds work of somebody else.' : undefined
}

test.each([
  ['parents first', ['page', 'section', 'heading', 'aside']],
  ['children first', ['heading', 'section', 'aside', 'page']],
])("a created node that holds another user's work stays with all that holds it, made %s", (_, order) => {
  const parents: Record<string, string> = { page: 'root', section: 'page', heading: 'section', aside: 'page' }
  const view = viewOf([{ key: 'root', value: '' }])
  const patches = make(
    view,
    order.map((key) => ({ key, value: parents[key] })),
  )
  make(view, [{ key: 'note', value: 'heading' }])
  const undone = undoPatches(view, patches, { guard: holdsOthers })
  expect(undone.kept.map(({ key }) => key).sort()).toEqual(['heading', 'page', 'section'])
  applyPatches(view, undone.patches)
  expect(JSON.parse(textOf(view)).map(([key]: [string]) => key)).toEqual(['heading', 'note', 'page', 'root', 'section'])
})

test('the views before and after a change set differ only by it', () => {
  fc.assert(
    fc.property(writes, writes, (before, run) => {
      const view = viewOf(before)
      const text = textOf(view)
      const patches = make(view, run)
      const after = textOf(view)
      expect(textOf(beforeView(view, patches))).toBe(text)
      expect(textOf(afterView(view, patches))).toBe(after)
      expect(textOf(view)).toBe(after)
    }),
  )
})
