import { expect, test } from 'vitest'
import { countingIds, memoryDraft } from '../../testing/memoryDraft.ts'
import { applyingRules, bareClass, canMatch, type PageSummary } from '../css/applying.ts'
import { printRules } from '../css/printCss.ts'
import { readRules } from '../css/rules.ts'
import { parseSelectors, specificityOf } from '../css/selector.ts'
import { type ElementTree, matchSelectors } from '../css/selectorMatch.ts'
import { matchRules } from './matchedRules.ts'
import { upsertCss } from './upsert.ts'

/** html > body > (main#m > (p.a.b[lang=en-GB], p.c > (a[href], b), input), footer) */
const nodes: Record<string, { tag: string; parent?: string; attributes?: Record<string, string> }> = {
  html: { tag: 'html' },
  body: { tag: 'body', parent: 'html' },
  main: { tag: 'main', parent: 'body', attributes: { id: 'm' } },
  p1: { tag: 'p', parent: 'main', attributes: { class: 'a b', lang: 'en-GB' } },
  p2: { tag: 'p', parent: 'main', attributes: { class: 'c' } },
  a: { tag: 'a', parent: 'p2', attributes: { href: 'https://x.test/y.pdf' } },
  b: { tag: 'b', parent: 'p2' },
  input: { tag: 'input', parent: 'main', attributes: { type: 'EMAIL', required: '' } },
  footer: { tag: 'footer', parent: 'body' },
}
const childrenOf = (id: string) => Object.keys(nodes).filter((each) => nodes[each]?.parent === id)
const tree: ElementTree = {
  parent: (id) => nodes[id]?.parent,
  children: childrenOf,
  tag: (id) => nodes[id]?.tag ?? '',
  attribute: (id, name) => nodes[id]?.attributes?.[name],
  classes: (id) => nodes[id]?.attributes?.class?.split(' ') ?? [],
  isEmpty: (id) => childrenOf(id).length === 0,
}

const matched = (selector: string) =>
  Object.keys(nodes).filter((id) => matchSelectors(tree, id, parseSelectors(selector) ?? [])?.length === 0)

test.each([
  ['p', 'p1 p2'],
  ['P.a', 'p1'],
  ['.a.b', 'p1'],
  ['#m > p', 'p1 p2'],
  ['body p', 'p1 p2'],
  ['p + p', 'p2'],
  ['p ~ input', 'input'],
  ['.a ~ *', 'p2 input'],
  [':root', 'html'],
  ['html body > footer', 'footer'],
  ['[lang|=en]', 'p1'],
  ['[href^="https"][href$=".pdf"]', 'a'],
  ['[href*=test]', 'a'],
  ['[class~=b]', 'p1'],
  ['[type=email]', 'input'],
  ['p:not(.a)', 'p2'],
  ['p:not(.a, .c)', ''],
  [':is(main, footer)', 'main footer'],
  [':where(#m) > :is(.a, input)', 'p1 input'],
  ['p:has(> a)', 'p2'],
  ['main:has(.a + .c b)', 'main'],
  ['p:has(+ input)', 'p2'],
  ['p:first-child', 'p1'],
  ['p:last-of-type', 'p2'],
  ['main > :last-child', 'input'],
  [':only-child', 'html body'],
  ['main > :nth-child(2n+1)', 'p1 input'],
  ['main > :nth-child(odd)', 'p1 input'],
  ['main > :nth-child(-n+2)', 'p1 p2'],
  ['main > :nth-last-child(1)', 'input'],
  [':nth-child(1 of .c)', 'p2'],
  ['p:empty', 'p1'],
  ['a:any-link', 'a'],
  ['input:required', 'input'],
  ['a:hover', ''],
  ['a:not(:hover)', 'a'],
  ['.\\61', 'p1'],
])('%s matches %s', (selector, ids) => {
  expect(matched(selector).join(' ')).toBe(ids)
})

test('a state is named, and does not count as a match by itself', () => {
  expect(matchSelectors(tree, 'a', parseSelectors('p:hover a:focus-visible') ?? [])).toEqual([
    ':focus-visible',
    ':hover',
  ])
  expect(matchSelectors(tree, 'a', parseSelectors('a:hover, a') ?? [])).toEqual([])
  expect(matchSelectors(tree, 'a', parseSelectors('b:hover') ?? [])).toBeUndefined()
})

test.each([
  ['*', 0, 0, 0],
  ['#a .b[c]:hover p::before', 1, 3, 2],
  [':is(#a, .b) p', 1, 0, 1],
  [':where(#a) p', 0, 0, 1],
  [':not(.a, p)', 0, 1, 0],
  [':nth-child(2n of #x)', 1, 1, 0],
])('%s has the specificity %i,%i,%i', (selector, a, b, c) => {
  const [parsed] = parseSelectors(selector) ?? []
  expect(parsed && specificityOf(parsed)).toEqual([a, b, c])
})

test.each(['', 'p,', '.', 'p..a', 'p:not(', '> > p', 'p:nth-child(x)', 'a p!'])('%j is not a selector', (selector) => {
  expect(parseSelectors(selector)).toBeUndefined()
})

const stored = (css: string) => {
  const draft = memoryDraft()
  upsertCss(draft, css, countingIds())
  return readRules(draft)
}

test('rules of a node come weakest first, with what they need', () => {
  const rules = stored(`
    @layer low, high;
    .a { color: a }
    p { color: b }
    @layer high { p.a.b#x, p { color: c } }
    @layer low { p { color: d } }
    @media print { p.a { color: e } }
    main { > .a { color: f; &:hover { color: g } @media (width > 1px) { color: h } } & p::before { color: i } b & {} }
    @keyframes p { to { top: 0 } }
    .zzz { color: red }`)
  const found = matchRules(rules, tree, 'p1')
  expect(found.map(({ declarations }) => declarations[0]?.value).join('')).toBe('dcbiaefhg')
  const by = (value: string) => found.find(({ declarations }) => declarations[0]?.value === value)
  expect(by('e')).toMatchObject({ conditions: ['@media print'], specificity: [0, 1, 1] })
  expect(by('g')).toMatchObject({ states: [':hover'], specificity: [0, 2, 1] })
  expect(by('h')).toMatchObject({ conditions: ['@media (width > 1px)'], selector: '> .a', specificity: [0, 1, 1] })
  expect(by('i')).toMatchObject({ pseudoElement: '::before', specificity: [0, 0, 3] })
  expect(by('d')).toMatchObject({ layer: 'low' })
})

const summary: PageSummary = {
  tags: new Set(['html', 'body', 'p']),
  classes: new Set(['a']),
  ids: new Set(),
  attributes: new Set(['class']),
}

test.each([
  ['.a:hover', true],
  ['.z', false],
  ['.z, p', true],
  ['p:not(.z)', true],
  [':is(.z, .a)', true],
  ['[href]', false],
  ['section p', false],
  [':root', true],
])('whether %s can match is %s', (selector, expected) => {
  expect(canMatch(selector, summary)).toBe(expected)
})

test('only the CSS that can apply to a page is chosen, with the animations and fonts it names', () => {
  const rules = stored(`/* heading */
@import "x.css";
.a { animation: spin 1s; font: 1em Two Words; &.z { top: 0 } & p { left: 0 } }
.z { animation: other 1s }
@media print { .z { top: 0 } }
@media print { .z { top: 0 } p { top: 1px } }
@keyframes spin { to { top: 0 } }
@keyframes other { to { top: 0 } }
@font-face { font-family: "Two Words"; src: url(a) }
@font-face { font-family: Unused; src: url(b) }`)
  const css = printRules(applyingRules(rules, summary))
  expect(css).toBe(`@import "x.css";
.a { animation: spin 1s; font: 1em Two Words; & p { left: 0 } }
@media print { p { top: 1px } }
@keyframes spin { to { top: 0 } }
@font-face { font-family: "Two Words"; src: url(a) }`)
})

test('a bare class rule is distinguished from an ambient one', () => {
  expect(stored('.a {} .a:hover {} p {} .a, .b {} .\\31 x {}').map(bareClass)).toEqual([
    'a',
    undefined,
    undefined,
    undefined,
    '1x',
  ])
})
