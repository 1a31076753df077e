import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { countingIds, memoryDraft } from '../../testing/memoryDraft.ts'
import { printCss } from '../css/printCss.ts'
import { addCss, upsertCss } from './upsert.ts'

function applied(...sheets: string[]) {
  const draft = memoryDraft()
  const newId = countingIds()
  const changes = sheets.map((css) => upsertCss(draft, css, newId))
  return { css: printCss(draft), changes, last: changes.at(-1), draft, newId }
}

test('a sheet that goes into an empty site comes out as authored', () => {
  const css = `@charset "utf-8";
@import url("a.css") layer(base);
@layer reset, base;
/* colours */
:root { --a: 1px ; --B: {x}; }
.a, .b > c { color: red; color: oklch(0.5 0.1 20) !important; /* why */ &:hover { top: 0 } left: 1px }
@media (max-width: 768px) {
  /* small */
  .a { color: blue }
  @supports (display: grid) { .a { display: grid; } }
}
@unknown x { anything { } goes; }
@keyframes k { from { top: 0 } 50.5%, to { top: 1px } }
@font-face { font-family: "F"; src: url(f.woff2) }
@page :first { margin: 1in }`
  expect(applied(css).css).toBe(css)
})

test('a selector that exists is merged into its last rule, one declaration at a time', () => {
  const { css, last } = applied(
    '.a {\n  color: red;\n  margin: 0;\n}\n.b { top: 0 }\n.a {\n  color: green;\n  left: 0;\n}',
    '.a { color: blue; width: 1px }',
  )
  expect(css).toBe(
    '.a {\n  color: red;\n  margin: 0;\n}\n.b { top: 0 }\n.a {\n  color: blue;\n  left: 0;\n  width: 1px;\n}',
  )
  expect(last).toEqual({
    created: [],
    updated: [{ id: 'r3', selector: '.a', declarations: ['color', 'width'] }],
    skipped: [],
    errors: [],
  })
})

test('selectors repeated in one payload stay separate and in order', () => {
  const payload = '.x { color: red }\n.y { color: blue }\n.x { color: green }'
  expect(applied(payload).css).toBe(payload)
  expect(applied('.x { color: black }', payload).css).toBe(payload)
  expect(applied(payload, payload).css).toBe(payload)
})

test('applying the same sheet again changes nothing', () => {
  const css =
    '.a { color: red; height: 1vh; height: 1dvh }\n@media (min-width: 5px) { .a { color: blue } }\n@keyframes k { to { top: 0 } }'
  const { changes, css: printed } = applied(css, css)
  expect(printed).toBe(css)
  expect(changes[1]).toEqual({ created: [], updated: [], skipped: [], errors: [] })
})

test('a rule nested in a repeated selector represents the one in the same rule, however often it is applied', () => {
  const first = '.n{.a .b{}.a .b{}}'
  const second = '.n{.a .b{color: red}}\n.n{.a .b{}}\n.a{}'
  const once = applied(first, second)
  expect(once.css).toBe('.n{.a .b{}.a .b{ color: red;}}\n.n{.a .b{}}\n.a{}')
  expect(applied(first, second, second).css).toBe(once.css)
})

test('rules of every stylesheet are merged into, and new ones go into the site’s own', () => {
  const draft = memoryDraft([
    ['sheet:s1', { name: 'a', path: 'css/a.css', at: 'a0' }],
    ['sheet:s2', { name: 'b', path: 'css/b.css', at: 'a1' }],
  ])
  const newId = countingIds()
  upsertCss(draft, '.a { color: red } @media print { .a { top: 0 } .b { top: 0 } }', newId, 's1')
  upsertCss(draft, '.a { color: green } .c { .d { top: 0 } }', newId, 's2')
  upsertCss(draft, '.p { top: 0 }', newId, 'page')
  const payload =
    '.a { color: blue } .c { .d { top: 1px } .e { top: 2px } } .p { top: 3px } @media print { .b { top: 1px } .n { top: 2px } }'
  const change = upsertCss(draft, payload, newId)
  expect(printCss(draft, { sheet: 's1' })).toBe('.a { color: red } @media print { .a { top: 0 } .b { top: 1px } }')
  expect(printCss(draft, { sheet: 's2' })).toBe('.a { color: blue } .c { .d { top: 1px } .e { top: 2px } }')
  expect(printCss(draft, { sheet: 'page' })).toBe('.p { top: 0 }')
  expect(printCss(draft)).toBe('.p { top: 3px } @media print { .n { top: 2px } }')
  expect(change.created.map(({ selector }) => selector)).toEqual(['.c { .e }', '.p', '@media print { .n }'])
  const before = printCss(draft)
  expect(upsertCss(draft, payload, newId)).toEqual({ created: [], updated: [], skipped: [], errors: [] })
  expect(printCss(draft)).toBe(before)
})

test('values from design tokens stay, and the operation that changes them is named', () => {
  const draft = memoryDraft([
    ['color:c', { slug: 'ink', lightValue: '#111', at: 'a0' }],
    ['scale:space', {}],
  ])
  const css =
    ':root { --ink: red; --ink-d-1: red; --own: 1px; --space-m: 1px } .bg-ink { top: 0 } .bg-ink:hover { top: 0 } .x { --ink: red }'
  const change = upsertCss(draft, css, countingIds())
  expect(printCss(draft)).toBe(':root { --own: 1px; } .bg-ink:hover { top: 0 } .x { --ink: red }')
  expect(change.skipped).toEqual([
    { selector: ':root', reason: '--ink: it comes from a colour token; change it with set_color_tokens' },
    { selector: ':root', reason: '--ink-d-1: it comes from a colour token; change it with set_color_tokens' },
    { selector: ':root', reason: '--space-m: it comes from the spacing scale; change it with set_spacing_scale' },
    { selector: '.bg-ink', reason: 'it comes from a colour token; change it with set_color_tokens' },
  ])
})

test.each([
  ['braces', '{'],
  ['selectors', 'a{'],
  ['declarations that turn out to be rules', 'a:b{'],
  ['groups', '@media print{'],
  ['brackets', '('],
  ['functions', ':is('],
  ['rules with functions', 'a:is('],
])('100,000 levels of %s do no harm', (_, piece) => {
  const { css, changes } = applied(`${piece.repeat(100_000)}`, '.b { color: red }')
  expect(changes[0]?.errors.length).toBeGreaterThan(0)
  expect(css).toMatch(/\.b \{ color: red \}$/)
})

test('a shorthand that comes later overrules the longhands that stood behind it', () => {
  expect(applied('.a { margin: 1px; margin-left: 2px; color: red }', '.a { margin: 0 }').css).toBe(
    '.a { margin-left: 2px; color: red; margin: 0 }',
  )
})

test('fallbacks are replaced together', () => {
  expect(applied('.a { height: 100vh; height: 100dvh; top: 0 }', '.a { height: 5px }').css).toBe(
    '.a { height: 5px; top: 0 }',
  )
  expect(applied('.a { height: 5px; top: 0 }', '.a { height: 100vh; height: 100dvh }').css).toBe(
    '.a { height: 100vh; height: 100dvh; top: 0 }',
  )
})

test('a new rule joins an existing media block only if that keeps the cascade', () => {
  const base = '.a { color: red }\n@media print { .a { color: black } }'
  expect(applied(base, '@media print { .b { color: gray } }').css).toBe(
    '.a { color: red }\n@media print { .a { color: black } .b { color: gray } }',
  )
  expect(applied(base, '.b { color: red }\n@media print { .b { color: gray } }').css).toBe(
    '.a { color: red }\n@media print { .a { color: black } }\n.b { color: red }\n@media print { .b { color: gray } }',
  )
})

test('media rules merge within the same condition only', () => {
  const { css } = applied(
    '@media (max-width: 768px) { .a { color: red } }\n@media (max-width: 375px) { .a { color: blue } }',
    '@media (max-width:768px){.a{color:green}}',
  )
  expect(css).toBe('@media (max-width: 768px) { .a { color:green } }\n@media (max-width: 375px) { .a { color: blue } }')
})

test('an import goes in front of the rules that exist', () => {
  expect(applied('.a { color: red }', '@import "x.css";').css).toBe('@import "x.css";\n.a { color: red }')
})

test('keyframes are replaced whole', () => {
  const { css } = applied('@keyframes k { from { top: 0 } to { top: 1px } }', '@keyframes k { to { left: 1px } }')
  expect(css).toBe('@keyframes k { to { left: 1px } }')
})

test.each([
  ['.a { background: url(javascript:alert%281%29); color: red }', '.a {  color: red }'],
  ['.a { background: url("java\\73 cript:x") }', '.a { }'],
  ['.a { width: expression(alert(1)) }', '.a { }'],
  ['.a { width: e\\78 pression(alert(1)) }', '.a { }'],
  ['.a { -moz-binding: url(x.xml#y) }', '.a { }'],
  ['.a { BEHAVIOR: url(x.htc) }', '.a { }'],
  ['@import "javascript:x";', ''],
])('%s is refused, and said so', (css, printed) => {
  const { css: out, last } = applied(css)
  expect(out).toBe(printed.replace('  ', ' '))
  expect(last?.skipped).toHaveLength(1)
})

test.each([
  '.a { scroll-behavior: smooth }',
  '.a { content: "javascript: the good parts" }',
  '.a-behavior:hover { top: 0 }',
])('%s is harmless', (css) => {
  expect(applied(css).css).toBe(css)
})

test('a stylesheet cannot end the style element that holds it', () => {
  expect(applied('.a::after { content: "</style><script>" } /* </STYLE> */').css).not.toMatch(/<\/style/i)
})

test('what was left open is closed, so that the next rule is not swallowed', () => {
  expect(applied('.a { content: "x', '.b { color: red }').css).toMatch(/\.b \{ color: red \}$/)
})

test('additive CSS changes no rule that exists', () => {
  const { draft, newId } = applied('.a { color: red }\n@media print { .a { top: 0 } }')
  const change = addCss(
    draft,
    '.a { color: blue } .c { color: green } @media print { .a { top: 1px } .c { top: 2px } }',
    newId,
  )
  expect(printCss(draft)).toBe('.a { color: red }\n@media print { .a { top: 0 } .c { top: 2px } }\n.c { color: green }')
  expect(change.skipped.map(({ selector }) => selector)).toEqual(['.a', '@media print { .a }'])
})

const selectors = fc.constantFrom('.a', '.b', 'p', '.a .b', '.a:hover')
const declarations = fc
  .array(fc.constantFrom('color: red', 'color: blue', 'margin: 0', 'margin-top: 1px', '--x: {a}'), { maxLength: 4 })
  .map((list) => list.join(';'))
const rules = fc.letrec((tie) => ({
  rule: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(selectors, declarations).map(([selector, body]) => `${selector}{${body}}`),
    fc
      .tuple(
        fc.constantFrom('@media print', '@layer x', '@supports (top: 0)', '.n'),
        fc.array(tie('rule'), { maxLength: 3 }),
      )
      .map(([prelude, inner]) => `${prelude}{${inner.join('')}}`),
  ),
}))
const sheets = fc.array(rules.rule, { minLength: 1, maxLength: 5 }).map((list) => list.join('\n'))

test('any well-formed sheet comes out of an empty site as it went in', () => {
  fc.assert(
    fc.property(sheets, (css) => {
      expect(applied(css).css).toBe(css)
    }),
    { numRuns: numRuns(150, 1_000) },
  )
})

test('applying any sheet twice is applying it once', () => {
  fc.assert(
    fc.property(sheets, sheets, (first, second) => {
      const once = applied(first, second)
      expect(applied(first, second, second).css).toBe(once.css)
    }),
    { numRuns: numRuns(150, 1_400) },
  )
})
