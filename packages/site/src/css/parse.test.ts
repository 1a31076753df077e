import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printSheet } from '../../testing/printSheet.ts'
import { parseBlock, parseCss } from './parse.ts'
import { escapeName, missingEnd, tokenize, unescapeName } from './tokenize.ts'

const pieces = fc.constantFrom(
  '.a',
  '#b',
  'p',
  ':hover',
  '::before',
  '&',
  '>',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  ';',
  ':',
  ',',
  'color',
  '--x',
  'red',
  '!important',
  '"s"',
  '"',
  "'",
  '\\',
  '\\61 ',
  'url(',
  'url(a b)',
  'url( x )',
  '/*',
  '*/',
  '/* c */',
  '@media',
  '@layer',
  '@import',
  '@unknown',
  '@keyframes k',
  '<!--',
  '-->',
  '1px',
  '50%',
  '.5e3',
  '+',
  '-',
  '\u00e9',
  '\ud83d\ude00',
  '\0',
)
const soup = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''))

test('parses and prints any text byte for byte', () => {
  fc.assert(
    fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), (source) => {
      expect(printSheet(parseCss(source))).toBe(source)
      expect(printSheet(parseBlock(source))).toBe(source)
    }),
    { numRuns: 3000 },
  )
})

test('tokens cover the source without a gap', () => {
  fc.assert(
    fc.property(soup, (source) => {
      const tokens = tokenize(source)
      expect(tokens.map((token) => source.slice(token.start, token.end)).join('')).toBe(source)
      expect(tokens.every((token) => token.end > token.start)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('an unclosed text, once closed, does not swallow the rule after it', () => {
  fc.assert(
    fc.property(soup, (source) => {
      const closed = source + missingEnd(source)
      expect(missingEnd(closed)).toBe('')
      const items = parseCss(`${closed}\n;{}\n.last{color:red}`).items
      expect(items.at(-1)).toMatchObject({ kind: 'style', prelude: '.last' })
    }),
    { numRuns: 2000 },
  )
})

test('names survive escaping', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      const escaped = escapeName(name)
      expect(unescapeName(escaped)).toBe(name.replaceAll('\0', '\ufffd'))
      expect(tokenize(escaped)).toEqual([{ type: 'ident', start: 0, end: escaped.length }])
    }),
    { numRuns: 1000 },
  )
})

test('nested rules are distinguished from declarations', () => {
  const sheet = parseCss('.a { a:hover { color: red } color: blue; &:focus{} --x: {a:b}; }')
  expect(sheet.errors).toEqual([])
  const [rule] = sheet.items
  expect(rule?.kind === 'style' && rule.items.map((item) => item.kind)).toEqual([
    'style',
    'declaration',
    'style',
    'declaration',
  ])
})

test.each([
  ['.a { color red; width: 1px }', 1, 6, /expected `property: value`: `color red`/],
  ['.a {\n  width: 1px;\n  color: ;\n}', 3, 3, /`color` has no value/],
  ['.a {}\n.b', 2, 1, /expected `\{`/],
  ['.a {}};\n.b{}', 1, 6, /unmatched brackets/],
  ['\n.a { content: "x\n; }', 2, 6, /no browser accepts this `content`/],
  ['<!-- .a {} -->', 1, 1, /HTML comment marks/],
  ['.a { color: red', 1, 1, /has no end/],
  ['.a { *zoom: 1 }', 1, 6, /\*zoom: 1/],
])('%s is reported with its place', (source, line, column, message) => {
  const [error] = parseCss(source).errors
  expect(error).toMatchObject({ line, column })
  expect(error?.message).toMatch(message)
})
