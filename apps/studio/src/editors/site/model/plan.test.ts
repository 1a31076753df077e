import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CanvasTree, keepInPlace, planRender, type Shown, touchedBy } from './plan.ts'

function treeOf(children: Record<string, string[]>): CanvasTree {
  const known = new Set(['root', ...Object.values(children).flat()])
  return {
    rootId: 'root',
    node: (id) => (known.has(id) ? { kind: 'element', tag: 'div', attributes: [] } : undefined),
    children: (id) => children[id] ?? [],
    parent: (id) => Object.entries(children).find(([, list]) => list.includes(id))?.[0],
  }
}

const shown = (children: Record<string, readonly string[]>): Shown => ({
  children: new Map(Object.entries(children)),
  parents: new Map(Object.entries(children).flatMap(([parent, list]) => list.map((id) => [id, parent] as const))),
})

test('a text edit touches its own node and no place', () => {
  const touched = touchedBy([{ key: 'n1/text', before: 'a', after: 'b' }])
  expect([...touched.fields]).toEqual(['n1'])
  expect(touched.placed.size).toBe(0)
})

test('a rename is not seen on the canvas', () => {
  const touched = touchedBy([{ key: 'n1/label', after: 'Hero' }])
  expect(touched.fields.size + touched.placed.size).toBe(0)
})

test('a new node takes one step at its parent and does not touch its siblings', () => {
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
  expect(plan.steps.map((step) => step.parent).sort()).toEqual(['a', 'b'])
  expect(plan.gone).toEqual([])
})

test('a placed node is looked for at its own parent, and not in the rest of a page of 10,000 nodes', () => {
  const wide = Array.from({ length: 1_000 }, (_, at) => `s${at}`)
  const children: Record<string, string[]> = { root: wide }
  for (const id of wide) children[id] = Array.from({ length: 9 }, (_, at) => `${id}.${at}`)
  const before = shown(children)
  const tree = treeOf({ ...children, s7: ['new', ...(children.s7 ?? [])] })
  const asked: string[] = []
  const counting: CanvasTree = {
    ...tree,
    children(id) {
      asked.push(id)
      return tree.children(id)
    },
  }
  const plan = planRender(before, counting, touchedBy([{ key: 'new', after: {} }]))
  expect(plan.steps.map(({ parent }) => parent)).toEqual(['s7'])
  expect(asked.length).toBeLessThan(10)
})

test('a few nodes that are placed lead to the same page as a look at all of them', () => {
  const ids = Array.from({ length: 12 }, (_, at) => `n${at}`)
  // Each node stands below the root, or below one with a smaller number, or nowhere.
  const places = fc.array(fc.integer({ min: -2, max: 11 }), { minLength: 12, maxLength: 12 })
  const listsOf = (parents: readonly number[]) => {
    const lists: Record<string, string[]> = { root: [] }
    for (const [at, parent] of parents.entries()) {
      const id = parent === -1 || parent >= at ? 'root' : parent === -2 ? 'nowhere' : `n${parent}`
      lists[id] = [...(lists[id] ?? []), `n${at}`]
    }
    return lists
  }
  const reached = (lists: Record<string, string[]>, id = 'root'): Record<string, string[]> =>
    Object.assign({ [id]: lists[id] ?? [] }, ...(lists[id] ?? []).map((child) => reached(lists, child)))
  fc.assert(
    fc.property(places, places, (one, other) => {
      const [before, after] = [listsOf(one), listsOf(other)]
      const tree = treeOf(after)
      const { parent: _, ...whole } = tree
      const moved = ids.filter((_, at) => one[at] !== other[at])
      const touched = { fields: new Set<string>(), placed: new Set(moved) }
      const state = shown(reached(before))
      const [near, all] = [planRender(state, tree, touched), planRender(state, whole, touched)]
      expect(near.gone.toSorted()).toEqual(all.gone.toSorted())
      // A node that is not shown yet is built with its parent.
      const known = ({ parent }: { parent: string }) => state.children.has(parent)
      const byParent = (a: { parent: string }, b: { parent: string }) => (a.parent < b.parent ? -1 : 1)
      expect(near.steps.filter(known).toSorted(byParent)).toEqual(all.steps.filter(known).toSorted(byParent))
    }),
  )
})

test('patches to nodes that are not shown plan nothing', () => {
  const plan = planRender(shown({ root: [] }), treeOf({ root: [] }), touchedBy([{ key: 'ghost/text', after: 'x' }]))
  expect(plan).toEqual({ steps: [], fields: [], gone: [] })
})

test('taking the first child to the end moves that child only', () => {
  expect([...keepInPlace(['a', 'b', 'c', 'd'], ['b', 'c', 'd', 'a'])].sort()).toEqual(['b', 'c', 'd'])
})

test('nodes kept in place have the same order before and after, and are never empty without cause', () => {
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
