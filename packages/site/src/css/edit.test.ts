import type { Draft, Json } from '@atelier/documents'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { countingIds, memoryDraft } from '../../testing/memoryDraft.ts'
import { upsertCss } from '../sheet/upsert.ts'
import { addDeclaration, removeDeclaration, removeRule, setDeclaration, setPrelude } from './edit.ts'
import { printCss } from './printCss.ts'
import { readRules } from './rules.ts'

const css = '.a {\n  color: red;\n  margin: 0 /* edge */;\n}\n.b { top: 0; &:hover { left: 0 } }'

function site() {
  const draft = memoryDraft()
  upsertCss(draft, css, countingIds())
  const [a, b] = readRules(draft)
  return { draft, a: a?.id ?? '', b: b?.id ?? '', newId: countingIds('d') }
}

test('editing one declaration changes that declaration only', () => {
  const { draft, a } = site()
  expect(setDeclaration(draft, a, '1', 'margin: 1px !important')).toEqual({ ok: true, id: '1' })
  expect(printCss(draft)).toBe(css.replace('margin: 0 /* edge */', 'margin: 1px !important'))
})

test('declarations are added in the style of their neighbours, edited and removed', () => {
  const { draft, a, b, newId } = site()
  const added = addDeclaration(draft, a, 'width: 1px;', newId, '0')
  expect(added).toEqual({ ok: true, id: 'd1' })
  expect(printCss(draft)).toBe(css.replace('color: red;', 'color: red;\n  width: 1px;'))
  setDeclaration(draft, a, 'd1', 'width: 2px')
  removeDeclaration(draft, a, '0')
  addDeclaration(draft, b, 'right: 0', newId)
  expect(printCss(draft)).toBe(css.replace('color: red;', 'width: 2px;').replace('top: 0;', 'top: 0; right: 0;'))
})

test('an empty rule is filled on lines of its own', () => {
  const draft = memoryDraft()
  upsertCss(draft, '.a {\n}', countingIds())
  addDeclaration(draft, 'r1', 'top: 0', countingIds('d'))
  addDeclaration(draft, 'r1', 'left: 0', countingIds('e'))
  expect(printCss(draft)).toBe('.a {\n  top: 0;\n  left: 0;\n}')
})

test.each([
  ['width: calc(1px', 'width: calc(1px)'],
  ['content: "x', 'content: "x"'],
])('%j is closed, so that it swallows nothing', (text, closed) => {
  const { draft, a } = site()
  expect(setDeclaration(draft, a, '0', text).ok).toBe(true)
  expect(printCss(draft)).toBe(css.replace('color: red', closed))
})

test('rewrites selectors and removes rules', () => {
  const { draft, a, b } = site()
  expect(setPrelude(draft, a, ' .c > .d ')).toEqual({ ok: true, id: a })
  expect(removeRule(draft, b).ok).toBe(true)
  expect(printCss(draft)).toBe(css.slice(0, css.indexOf('\n.b')).replace('.a ', '.c > .d '))
  expect(removeRule(draft, b)).toEqual({ ok: false, error: 'This rule is no longer there.' })
})

test.each([
  'color',
  'color:',
  'color: red; top: 0',
  'color: red }',
  '.x { top: 0 }',
  'color: "x\ny"',
  'behavior: url(x)',
  '/* x */',
])('%j is refused as a declaration, and nothing changes', (text) => {
  const { draft, a, newId } = site()
  const set = setDeclaration(draft, a, '0', text)
  const added = addDeclaration(draft, a, text, newId)
  if (text === 'width: calc(1px') return expect(printCss(draft)).toContain('width: calc(1px)')
  expect([set.ok, added.ok]).toEqual([false, false])
  expect(printCss(draft)).toBe(css)
})

test.each(['', '.a {', '.a } .b', '@media print', '.a; .b', '/* .a', '.a[b="]'])(
  '%j is refused as a selector',
  (prelude) => {
    const { draft, a } = site()
    expect(setPrelude(draft, a, prelude).ok).toBe(false)
    expect(printCss(draft)).toBe(css)
  },
)

function shared(document: Y.Doc): Draft {
  const fields = document.getMap<Json>('fields')
  return {
    get: (key) => fields.get(key),
    has: (key) => fields.has(key),
    keys: (prefix = '') => [...fields.keys()].filter((key) => key.startsWith(prefix)),
    set: (key, value) => {
      fields.set(key, value)
    },
    delete: (key) => fields.delete(key),
  }
}

test('keeps both edits of two users to two declarations of one rule, on every replica', () => {
  const [one, other] = [new Y.Doc(), new Y.Doc()]
  upsertCss(shared(one), css, countingIds())
  Y.applyUpdate(other, Y.encodeStateAsUpdate(one))
  const id = readRules(shared(one))[0]?.id ?? ''
  setDeclaration(shared(one), id, '0', 'color: green')
  addDeclaration(shared(one), id, 'left: 1px', countingIds('one'))
  upsertCss(shared(other), '.a { margin: 5px; width: 1px }', countingIds('other'))
  Y.applyUpdate(other, Y.encodeStateAsUpdate(one))
  Y.applyUpdate(one, Y.encodeStateAsUpdate(other))
  const expected = '.a {\n  color: green;\n  margin: 5px;\n  left: 1px;\n  width: 1px;\n}'
  expect(printCss(shared(one))).toBe(css.replace(/^[^}]*}/, expected))
  expect(printCss(shared(other))).toBe(printCss(shared(one)))
})
