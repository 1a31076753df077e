import { createOverlay, openLocal, type View } from '@atelier/documents'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { countingIds } from '../../testing/memoryDraft.ts'
import { upsertCss } from '../sheet/upsert.ts'
import { addDeclaration, removeDeclaration, removeRule, setDeclaration, setPrelude } from './edit.ts'
import { readRules, sharedRules, walkRules } from './rules.ts'

const css = fc.constantFrom(
  '.a { color: red }',
  '.a { margin: 0; color: blue; & b { top: 0 } }',
  '@media (width < 600px) { .a { color: green } .b { left: 0 } }',
  '/* words */ .b { /* more */ top: 1px }',
  '@keyframes k { from { top: 0 } to { top: 1px } }',
  '@keyframes k { from { top: 2px } }',
)
const step = fc.record({
  where: fc.constantFrom('first', 'second', 'draft'),
  kind: fc.constantFrom('upsert', 'upsert', 'declaration', 'add', 'remove', 'prelude', 'delete', 'take back'),
  css,
  at: fc.nat(20),
  sync: fc.boolean(),
  asked: fc.boolean(),
})

/** The same view, read as a whole. */
const afresh = ({ get, has, keys }: View): View => ({ get, has, keys })

it('incrementally updated rules equal freshly read ones, in drafts and the documents below', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const newId = countingIds()
      const [first, second] = [openLocal(new Y.Doc()), openLocal(new Y.Doc())]
      const draft = createOverlay(first.view)
      for (const { where, kind, css: source, at, sync, asked } of steps) {
        const target = where === 'draft' ? draft : createOverlay(where === 'first' ? first.view : second.view)
        const rules = [...walkRules(readRules(target))].map(([rule]) => rule)
        const rule = rules[at % (rules.length || 1)]
        const id = rule?.id ?? ''
        const declarationId = rule?.declarations[0]?.id ?? ''
        if (kind === 'upsert') upsertCss(target, source, newId)
        else if (kind === 'declaration') setDeclaration(target, id, declarationId, `color: rgb(0 0 ${at})`)
        else if (kind === 'add') addDeclaration(target, id, 'width: 1px', newId)
        else if (kind === 'remove') removeDeclaration(target, id, declarationId)
        else if (kind === 'prelude') setPrelude(target, id, '.c')
        else if (kind === 'delete') removeRule(target, id)
        else for (const key of [...target.keys(`rule:${id}/`)].slice(0, 1)) target.delete(key)
        const tab = where === 'first' ? first : second
        if (where !== 'draft') tab.apply(target.patches())
        if (sync) {
          Y.applyUpdate(second.doc, Y.encodeStateAsUpdate(first.doc))
          Y.applyUpdate(first.doc, Y.encodeStateAsUpdate(second.doc))
        }
        if (asked) expect(readRules(draft)).toEqual(readRules(afresh(draft)))
        if (asked) expect(sharedRules(draft)).toEqual(readRules(afresh(draft)))
      }
      for (const view of [first.view, second.view, draft]) {
        expect(readRules(view)).toEqual(readRules(afresh(view)))
        expect(sharedRules(view)).toEqual(readRules(afresh(view)))
      }
    }),
    { numRuns: 150 },
  )
})

it('a caller that changes its rules does not change those of other callers', () => {
  const local = openLocal(new Y.Doc())
  const draft = createOverlay(local.view)
  upsertCss(draft, '.a { top: 0; left: 0 }', countingIds())
  local.apply(draft.patches())
  const [rule] = readRules(local.view)
  rule?.declarations.pop()
  rule?.rules.push(rule)
  const next = createOverlay(local.view)
  expect(readRules(local.view)[0]?.declarations).toHaveLength(2)
  expect(readRules(next)[0]?.rules).toEqual([])
})

it('an edit replaces only the shared rule that it changed, also in a draft', () => {
  const newId = countingIds()
  const site = openLocal(new Y.Doc())
  const draft = createOverlay(site.view)
  upsertCss(draft, Array.from({ length: 50 }, (_, at) => `.c${at} { color: red }`).join(' '), newId)
  site.apply(draft.patches())
  const before = new Set(sharedRules(site.view))
  const edit = createOverlay(site.view)
  upsertCss(edit, '.c7 { color: blue }', newId)
  expect(
    sharedRules(edit)
      .filter((rule) => !before.has(rule))
      .map(({ selector }) => selector),
  ).toEqual(['.c7'])
  site.apply(edit.patches())
  expect(
    sharedRules(site.view)
      .filter((rule) => !before.has(rule))
      .map(({ selector }) => selector),
  ).toEqual(['.c7'])
})
