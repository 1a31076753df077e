import { createMemoryView, createOverlay, type Json, openLocal, type View } from '@atelier/documents'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { ROOT_KEY, readBirth, readPlace } from './node.ts'
import { type PageTree, readTree } from './tree.ts'

const ids = ['r', 'a', 'b', 'c', 'd', 'e', 'f']
const id = fc.constantFrom(...ids)
const place = fc.tuple(fc.constantFrom(...ids, 'gone'), fc.constantFrom('a0', 'a1', 'a2'))

/** One key's write; an absent value deletes. */
interface Write {
  key: string
  value?: Json
}

const birth = fc
  .tuple(fc.constantFrom('element', 'element', 'element', 'text'), place)
  .map(([kind, at]): Json => ({ kind, at, tag: 'p' }))
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ key: id, value: birth }),
  fc.record({ key: id, value: fc.constantFrom<Json[]>({ kind: 'nonsense' }, 7) }),
  id.map((key) => ({ key })),
  fc.record({ key: id.map((each) => `${each}/at`), value: place }),
  fc.record({ key: id.map((each) => `${each}/at`), value: place }),
  id.map((each) => ({ key: `${each}/at` })),
  fc.record({ key: id.map((each) => `${each}/deleted`), value: fc.boolean() }),
  fc.record({ key: id.map((each) => `${each}/attr:href`), value: fc.constantFrom<Json[]>('/', '/b', null) }),
  id.map((each) => ({ key: `${each}/attr:href` })),
  fc.record({ key: id.map((each) => `${each}/hidden`), value: fc.boolean() }),
  fc.record({ key: fc.constant(ROOT_KEY), value: fc.constantFrom<Json[]>('r', 'r', 'a', 'gone') }),
)

const step = fc.record({
  where: fc.constantFrom('first', 'second', 'draft', 'inner'),
  writes: fc.array(write, { minLength: 1, maxLength: 6 }),
  sync: fc.boolean(),
  asked: fc.boolean(),
})

it('a tree that is kept up to date is the tree read afresh, after any writes, in drafts and below them', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const [first, second] = [openLocal(new Y.Doc()), openLocal(new Y.Doc())]
      first.apply([
        { key: ROOT_KEY, after: 'r' },
        { key: 'r', after: { kind: 'element', tag: 'body', at: ['', 'a0'] } },
        ...ids.slice(1).map((key) => ({ key, after: { kind: 'element', tag: 'p', at: ['r', 'a1'] } })),
      ])
      const draft = createOverlay(first.view)
      const inner = createOverlay(draft)
      const views = [first.view, second.view, draft, inner]
      const early = readTree(inner)
      for (const { where, writes, sync, asked } of steps) {
        const patches = writes.map(({ key, value }) => ({ key, after: value }))
        if (where === 'first') first.apply(patches)
        else if (where === 'second') second.apply(patches)
        else {
          const target = where === 'draft' ? draft : inner
          for (const { key, after } of patches) {
            if (after === undefined) target.delete(key)
            else target.set(key, after)
          }
        }
        if (sync) {
          Y.applyUpdate(second.doc, Y.encodeStateAsUpdate(first.doc))
          Y.applyUpdate(first.doc, Y.encodeStateAsUpdate(second.doc))
        }
        // A tree that was read before stays valid, even if only the views below were read since.
        if (asked) for (const view of views.slice(0, 3)) expect(shown(readTree(view))).toEqual(plain(view))
        expect(new Set([...early.walk()]).size).toBeLessThanOrEqual(ids.length)
      }
      for (const view of views) expect(shown(readTree(view))).toEqual(plain(view))
    }),
    { numRuns: numRuns(100, 800) },
  )
})

it('a page whose view does not list its changes is read afresh', () => {
  const page = createMemoryView([
    [ROOT_KEY, 'r'],
    ['r', { kind: 'element', tag: 'body', at: ['', 'a0'] }],
  ])
  const silent: View = { get: page.get, has: page.has, keys: page.keys }
  const draft = createOverlay(silent)
  for (const view of [silent, draft]) expect(readTree(view).children('r')).toHaveLength(0)
  page.set('a', { kind: 'text', text: 'x', at: ['r', 'a0'] })
  for (const view of [silent, draft]) expect(readTree(view).children('r')).toHaveLength(1)
})

it('a page on which thousands of keys changed at once is the same as one read afresh', () => {
  const page = createMemoryView([
    [ROOT_KEY, 'r'],
    ['r', { kind: 'element', tag: 'body', at: ['', 'a0'] }],
  ])
  expect(readTree(page).children('r')).toHaveLength(0)
  for (const count of [5_000, 30_000]) {
    for (let n = 0; n < count; n += 1) page.set(`n${n}`, { kind: 'text', text: 'x', at: ['r', 'a0'] })
    expect(readTree(page).children('r')).toHaveLength(count)
  }
})

/** The whole content of a tree. */
function shown(tree: PageTree) {
  const nodes = ids.flatMap((each) => {
    const node = tree.anyNode(each)
    if (!node) return []
    const children = tree.children(each).map((child) => child.id)
    expect(tree.children(each).every((child) => tree.anyNode(child.id) === child)).toBe(true)
    return [
      [each, node.kind, node.parent, node.order, node.deleted, node.hidden, Object.fromEntries(node.edits), children],
    ]
  })
  const walked = [...tree.walk()].map((node) => node.id)
  expect(ids.filter((each) => tree.node(each)).sort()).toEqual(walked.toSorted())
  return { root: tree.root, nodes, walked }
}

/** The same only from the definition, without any of the package's bookkeeping. */
function plain(view: View): ReturnType<typeof shown> {
  const births = new Map(ids.flatMap((each) => (readBirth(view.get(each)) ? [[each, readBirth(view.get(each))]] : [])))
  const named = view.get(ROOT_KEY)
  const root = typeof named === 'string' ? named : ''
  const written = (each: string) => readPlace(view.get(`${each}/at`)) ?? births.get(each)?.at ?? ['', '']
  const stands = (each: string) => {
    const [parent] = written(each)
    return births.get(parent)?.kind === 'element' && parent !== each ? parent : root
  }
  const upwards = (each: string) => {
    const path: string[] = []
    for (let at = each; at !== root && births.has(at) && !path.includes(at); at = stands(at)) path.push(at)
    return path
  }
  const inCycle = (each: string) => each !== root && upwards(each).some((at) => at !== root && stands(at) === each)
  const parent = (each: string) => {
    if (each === root) return ''
    return inCycle(each) && upwards(each).filter(inCycle).sort()[0] === each ? root : stands(each)
  }
  const deleted = (each: string) => view.get(`${each}/deleted`) === true
  const children = (of: string) =>
    [...births.keys()]
      .filter((each) => each !== root && parent(each) === of && !deleted(each))
      .sort((a, b) => (`${written(a)[1]} ${a}` < `${written(b)[1]} ${b}` ? -1 : 1))
  const walk = (each: string): string[] => [each, ...children(each).flatMap(walk)]
  return {
    root: births.has(root) ? root : '',
    nodes: [...births].map(([each, made]) => [
      each,
      made?.kind ?? 'element',
      parent(each),
      written(each)[1],
      deleted(each),
      view.get(`${each}/hidden`) === true,
      Object.fromEntries([...view.keys(`${each}/`)].map((key) => [key.slice(2), view.get(key) ?? null])),
      children(each),
    ]),
    walked: births.has(root) ? walk(root) : [],
  }
}
