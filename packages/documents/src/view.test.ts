import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keys, make, textOf, viewOf, writes } from '../testing/arbitraries.ts'
import { copyJson, equalJson, isJson, MAX_JSON_DEPTH } from './json.ts'
import { createMemoryView } from './memory.ts'
import { applyPatches, createOverlay } from './overlay.ts'

test('finds the keys of a prefix in order after any writes', () => {
  fc.assert(
    fc.property(writes, fc.boolean(), writes, (before, look, after) => {
      const view = viewOf(before)
      // Whether the order was read before the later writes must make no difference.
      if (look) view.keys()
      make(view, after)
      const plain = new Map<string, unknown>()
      for (const { key, value } of [...before, ...after]) {
        if (value === undefined) plain.delete(key)
        else plain.set(key, value)
      }
      for (const prefix of ['', 'a', 'a/', 'b', 'page:', 'zzz']) {
        const expected = [...plain.keys()].filter((key) => key.startsWith(prefix)).sort()
        expect([...view.keys(prefix)]).toEqual(expected)
      }
    }),
  )
})

test('a draft reads like the view that it becomes, and its base stays as it was', () => {
  fc.assert(
    fc.property(writes, writes, (before, after) => {
      const base = viewOf(before)
      const text = textOf(base)
      const draft = createOverlay(base)
      make(draft, after)
      expect(textOf(base)).toBe(text)
      const target = viewOf(before)
      make(target, after)
      expect(textOf(draft)).toBe(textOf(target))
      for (const prefix of ['a', 'a/', 'page:']) expect([...draft.keys(prefix)]).toEqual([...target.keys(prefix)])
      applyPatches(base, draft.patches())
      expect(textOf(base)).toBe(textOf(target))
    }),
  )
})

test('a draft that ends where it began has no patches', () => {
  const base = createMemoryView([['a', { x: [1, { y: null }] }]])
  const draft = createOverlay(base)
  draft.set('a', { x: [1, { y: null }] })
  draft.set('new', 1)
  draft.delete('new')
  draft.delete('absent')
  expect(draft.patches()).toEqual([])
  draft.delete('a')
  expect(draft.patches()).toEqual([{ key: 'a', before: { x: [1, { y: null }] } }])
  expect(draft.has('a')).toBe(false)
})

test('a value handed to a draft cannot be changed from outside afterwards', () => {
  const draft = createOverlay(createMemoryView())
  const list = ['a']
  draft.set('list', list)
  list.push('b')
  expect(draft.get('list')).toEqual(['a'])
})

test('a draft can be written while its keys are walked', () => {
  const draft = createOverlay(
    viewOf([
      { key: 'a', value: 1 },
      { key: 'a/text', value: 2 },
      { key: 'ab', value: 3 },
    ]),
  )
  for (const key of draft.keys('a')) draft.delete(key)
  expect([...draft.keys()]).toEqual([])
})

test.each<[string, unknown, boolean]>([
  ['null', null, true],
  ['a nested list', [[1], { a: 'b' }], true],
  ['an object without prototype', Object.create(null), true],
  ['undefined', undefined, false],
  ['NaN', Number.NaN, false],
  ['infinity', Number.POSITIVE_INFINITY, false],
  ['a bigint', 1n, false],
  ['bytes', new Uint8Array(1), false],
  ['a date', new Date(0), false],
  ['undefined inside', { a: undefined }, false],
  ['a function inside', [() => 1], false],
])('%s is JSON or not', (_, value, expected) => {
  expect(isJson(value)).toBe(expected)
})

test('throws on values that cannot be copied', () => {
  let deep: unknown = 1
  for (let depth = 0; depth <= MAX_JSON_DEPTH; depth += 1) deep = [deep]
  expect(isJson(deep)).toBe(false)
  expect(() => copyJson(deep)).toThrow(/nested/)
  expect(() => copyJson(undefined)).toThrow(TypeError)
  expect(() => copyJson(Number.NaN)).toThrow(TypeError)
  expect(copyJson({ a: undefined, b: 1 })).toEqual({ b: 1 })
})

test('a copy equals the value after a round trip through JSON, also for odd values', () => {
  const odd = [
    [undefined, Number.NaN, -0],
    { at: new Date(0), map: new Map([[1, 2]]), call: () => 1 },
    JSON.parse('{"__proto__":{"a":1},"b":2}'),
    Object.assign(Object.create(null), { a: [null] }),
    { toJSON: () => 'own' },
  ]
  const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
  for (const value of odd) expect(copyJson(value)).toEqual(asJson(value))
  fc.assert(
    fc.property(fc.object(), (value) => {
      expect(copyJson(value)).toEqual(asJson(value))
    }),
  )
})

test('compares values as JSON, ignoring the order of members', () => {
  expect(equalJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
  expect(equalJson({ a: 1 }, { b: 1 })).toBe(false)
  expect(equalJson([], {})).toBe(false)
  expect(equalJson(null, undefined)).toBe(false)
  fc.assert(fc.property(fc.jsonValue(), (value) => equalJson(copyJson(value), copyJson(value))))
})

test('has and get agree', () => {
  fc.assert(
    fc.property(writes, writes, keys, (before, after, key) => {
      const draft = createOverlay(viewOf(before))
      make(draft, after)
      expect(draft.has(key)).toBe(draft.get(key) !== undefined)
    }),
  )
})
