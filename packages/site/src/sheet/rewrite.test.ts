import { createMemoryView, createOverlay } from '@atelier/documents'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countingIds } from '../../testing/memoryDraft.ts'
import { printCss } from '../css/printCss.ts'
import { SITE_SHEET } from '../css/sheets.ts'
import { rewriteSheet } from './rewrite.ts'
import { sheetText } from './text.ts'
import { upsertCss } from './upsert.ts'
import { writeSheet } from './write.ts'

function siteWith(css: string) {
  const site = createMemoryView()
  const newId = countingIds()
  upsertCss(site, css, newId)
  const rewrite = (text: string) => {
    const draft = createOverlay(site)
    const change = rewriteSheet(draft, SITE_SHEET, text, newId)
    return { change, text: printCss(draft), keys: draft.patches().map(({ key }) => key) }
  }
  return { site, text: () => printCss(site), rewrite }
}

const CSS = `/* Buttons */
.button {
  color: red;
  padding: 1px 2px;
}

.button:hover { color: blue }

@media (min-width: 40em) {
  .button { padding: 2px }
  .card > p { margin: 0; }
}

@font-face { font-family: A; src: url(a.woff2) }`

test('what was read is written without a change', () => {
  const { text, rewrite } = siteWith(CSS)
  expect(rewrite(text()).keys).toEqual([])
})

test.each<[string, string, string, number]>([
  ['a value', 'color: red', 'color: green', 1],
  ['a value in a query', 'padding: 2px', 'padding: 3px', 1],
  ['a selector of a query', '.card > p', '.card > b', 2],
  ['a new declaration', 'padding: 1px 2px;', 'padding: 1px 2px;\n  margin: 0;', 1],
  ['a declaration that goes', '\n  padding: 1px 2px;', '', 1],
  ['a new rule', '@font-face', '.new { top: 0 }\n\n@font-face', 1],
  ['a rule that goes', '\n\n.button:hover { color: blue }', '', 1],
  ['a comment', 'Buttons', 'Links', 2],
  ['white space', '\n\n.button:hover', '\n.button:hover', 2],
])('%s costs its own change alone', (_name, before, after, patches) => {
  const { text, rewrite } = siteWith(CSS)
  const wanted = text().replace(before, after)
  expect(wanted).not.toBe(text())
  const done = rewrite(wanted)
  expect(done.text).toBe(wanted)
  expect(done.keys).toHaveLength(patches)
})

test('what could run a script, and what no browser reads, stays out and is named', () => {
  const { text, rewrite } = siteWith('.a { top: 0 }')
  const done = rewrite(`${text()}\n.b { background: url(javascript:x); left: 0 }\n.c { color }`)
  expect(done.text).toContain('left: 0')
  expect(done.text).not.toContain('javascript')
  expect(done.change.skipped).toMatchObject([{ selector: '.b' }])
  expect(done.change.errors).toHaveLength(1)
})

const piece = fc.constantFrom(
  '.a { top: 0 }',
  '.a{left:1px;right:2px}',
  '.b { color: red;\n  color: blue; }',
  '@media print { .a { top: 1px } .c { top: 2px } }',
  '/* note */',
  '.c { & b { top: 3px } left: 0; }',
  '@layer x;',
)
const sheets = fc.array(fc.tuple(piece, fc.constantFrom('\n', '\n\n', ' ')), { maxLength: 8 })
const joined = (parts: readonly (readonly [string, string])[]) => parts.map(([rule, gap]) => rule + gap).join('')

test('any sheet becomes any other', () => {
  fc.assert(
    fc.property(sheets, sheets, (before, after) => {
      const site = createMemoryView()
      const newId = countingIds()
      const { entry } = writeSheet(site, { name: 'a.css', path: 'a.css', css: joined(before) }, newId)
      rewriteSheet(site, entry.id, joined(after), newId)
      expect(sheetText(site, entry.id)).toBe(joined(after))
      const own = createMemoryView()
      rewriteSheet(own, SITE_SHEET, joined(before), newId)
      expect(printCss(own)).toBe(joined(before).trim())
      rewriteSheet(own, SITE_SHEET, joined(after), newId)
      expect(printCss(own)).toBe(joined(after).trim())
    }),
    { numRuns: 300 },
  )
})
