import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CanvasTree, keepInPlace, planRender, touchedBy } from './plan.ts'

function treeOf(children: Record<string, string[]>): CanvasTree {
  const known = new Set(['root', ...Object.values(children).flat()])
  return {
    rootId: 'root',
    node: (id) => (known.has(id) ? { kind: 'element', tag: 'div', attributes: [] } : undefined),
    children: (id) => children[id] ?? [],
  }
}

const shown = (children: Record<string, string[]>) => new Map(Object.entries(children))

test('a text edit touches its own node and no place', () => {
  const touched = touchedBy([{ key: 'n1/text', before: 'a', after: 'b' }])
  expect([...touched.fields]).toEqual(['n1'])
  expect(touched.placed.size).toBe(0)
})

test('a rename is not seen on the canvas', () => {
  const touched = touchedBy([{ key: 'n1/label', after: 'Hero' }])
  expect(touched.fields.size + touched.placed.size).toBe(0)
})

test('a new node asks for one step at its parent and leaves its siblings alone', () => {
  const before = shown({ root: ['a', 'b'], a: [], b: [] })
  const tree = treeOf({ root: ['a', 'new', 'b'], new: ['inner'] })
  const plan = planRender(before, tree, touchedBy([{ key: 'new', after: {} }]))
  expect(plan.steps).toEqual([
    { parent: 'root', children: ['a', 'new', 'b'] },
    { parent: 'new', children: ['inner'] },
  ])
  expect(plan.gone).toEqual([])
  expect(plan.fields).toEqual([])
})

test('a deleted subtree is gone as a whole', () => {
  const before = shown({ root: ['a', 'b'], a: ['c'], c: [], b: [] })
  const plan = planRender(before, treeOf({ root: ['b'] }), touchedBy([{ key: 'a/deleted', after: true }]))
  expect(plan.gone.sort()).toEqual(['a', 'c'])
  expect(plan.steps).toEqual([{ parent: 'root', children: ['b'] }])
})

test('a move between parents is two steps and nothing is gone', () => {
  const before = shown({ root: ['a', 'b'], a: ['c'], b: [], c: [] })
  const plan = planRender(
    before,
    treeOf({ root: ['a', 'b'], b: ['c'] }),
    touchedBy([{ key: 'c/at', after: ['b', 'a0'] }]),
  )
  expect(plan.steps.map((step) => step.parent)).toEqual(['a', 'b'])
  expect(plan.gone).toEqual([])
})

test('patches to nodes that are not shown plan nothing', () => {
  const plan = planRender(shown({ root: [] }), treeOf({ root: [] }), touchedBy([{ key: 'ghost/text', after: 'x' }]))
  expect(plan).toEqual({ steps: [], fields: [], gone: [] })
})

test('taking the first child to the end moves that child only', () => {
  expect([...keepInPlace(['a', 'b', 'c', 'd'], ['b', 'c', 'd', 'a'])].sort()).toEqual(['b', 'c', 'd'])
})

test('what is kept in place stands in the same order before and after, and is never empty without cause', () => {
  const items = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 30 })
  fc.assert(
    fc.property(items, fc.infiniteStream(fc.nat()), items, (before, random, extra) => {
      const after = [...before, ...extra.filter((id) => !before.includes(id))]
        .map((id) => ({ id, order: random.next().value ?? 0 }))
        .sort((a, b) => a.order - b.order)
        .map(({ id }) => id)
      const kept = keepInPlace(before, after)
      expect(before.filter((id) => kept.has(id))).toEqual(after.filter((id) => kept.has(id)))
      if (before.length > 0) expect(kept.size).toBeGreaterThan(0)
    }),
  )
})
