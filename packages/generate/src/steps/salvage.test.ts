import { parseHtml } from '@atelier/site'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growthOf, LINEAR } from '../../../../scripts/testing/growth.ts'
import {
  continuationPrompt,
  isRepeating,
  joinContinuation,
  rehearseBlueprint,
  rehearseSite,
  salvageContent,
} from '../index.ts'

const page = rehearseSite(rehearseBlueprint('Ferment, a bakery in Porto'))['index.html'] ?? ''
const call = (content: string) => JSON.stringify({ filename: 'Index.html', content })

test('a cut page is kept up to its last whole element, and what stands open is named', () => {
  const json = call('<main data-block="main"><ul class="a"><li>One</li><li>Two <b>x</b> and th')
  const { cut, files } = salvageContent(json.slice(0, -2)) ?? expect.fail()
  expect(files.size).toBe(0)
  expect(cut).toEqual({
    filename: 'index.html',
    content: '<main data-block="main"><ul class="a"><li>One</li>',
    open: ['<main data-block="main">', '<ul class="a">'],
  })
  expect(cut && continuationPrompt(cut)).toMatch(/<main data-block="main">\n<ul class="a">\n/)
})

test.each<[string, string, [whole: string, cut: string]]>([
  [
    'of several files',
    '{"files":{"a.html":"<p>a</p>","_components_header_html":"<header><p>b</p><i',
    ['a.html', '_components/header.html'],
  ],
  ['in a list', '{"files":[{"name":"a","content":"<p>a</p>"},{"path":"b","html":"<p>b</p><d', ['a.html', 'b.html']],
  ['in records', '{"files":{"a.html":{"content":"<p>a</p>"},"b.html":{"content":"<p>b</p><', ['a.html', 'b.html']],
  [
    'as a text',
    `{"files":${JSON.stringify('{"a.html":"<p>a</p>","b.html":"<p>b</p>')}`.slice(0, -1),
    ['a.html', 'b.html'],
  ],
  ['before its name', '{"content":"<p>b</p><', ['', 'usual.html']],
  ['within an escape', '{"filename":"b","content":"<p>b</p>\\n\\', ['', 'b.html']],
  ['within a code', '{"filename":"b","content":"<p>b</p>\\u00e', ['', 'b.html']],
  ['with a quote that was not escaped', '{"filename":"b","content":"<p class="x">b</p><p', ['', 'b.html']],
])('a cut call is read %s', (_name, json, [whole, cut]) => {
  const salvaged = salvageContent(json, 'usual.html') ?? expect.fail()
  expect([...salvaged.files.keys()].join()).toBe(whole)
  expect(salvaged.cut?.filename).toBe(cut)
  expect(salvaged.cut?.content).toContain('b</p>')
})

test('a call that ends behind a file has no cut one', () => {
  const salvaged = salvageContent('{"files":{"a.html":"<p>a</p>","b.h')
  expect([...(salvaged?.files ?? [])]).toEqual([['a.html', '<p>a</p>']])
  expect(salvaged?.cut).toBeUndefined()
})

test.each(['', '{', '{"filename":"a"', '[1', 'no', '{"content":7', '{"filename":"a","content":"<di'])(
  'nothing is in %j',
  (json) => {
    expect(salvageContent(json)).toBeUndefined()
  },
)

test('styles are kept up to their last whole rule', () => {
  const css = '/* { */ .a { top: 0 }\n@media print { .b { content: "}" } .c { left: '
  expect(salvageContent(JSON.stringify({ filename: 'styles.css', content: css }).slice(0, -2))?.cut).toEqual({
    filename: 'styles.css',
    content: '/* { */ .a { top: 0 }\n@media print { .b { content: "}" }',
    open: ['@media print'],
  })
})

test('wherever a page is cut, what is kept and what comes next are the page again', () => {
  const json = call(page)
  const first = json.indexOf('<main')
  fc.assert(
    fc.property(
      fc.integer({ min: first + 200, max: json.length - 3 }),
      fc.integer({ min: 0, max: 300 }),
      (at, repeated) => {
        const { content, open } = salvageContent(json.slice(0, at))?.cut ?? expect.fail()
        expect(page.startsWith(content)).toBe(true)
        expect(open[0] ?? '<html').toMatch(/^<html/)
        // The kept text has only whole elements: a parser closes what stands open and finds nothing to mend.
        expect(parseHtml(content).refused).toEqual([])
        const rest = page.slice(content.length)
        expect(joinContinuation(content, rest).trimEnd()).toBe(page.trimEnd())
        expect(joinContinuation(content, `\`\`\`html\n${rest}\n\`\`\``).trim()).toBe(page.trim())
        const again = page.slice(content.lastIndexOf('>', content.length - 120 - repeated) + 1)
        expect(joinContinuation(content, again).replace(/\s+/g, '')).toBe(page.replace(/\s+/g, ''))
        expect(joinContinuation(content, page)).toBe(page.trimStart())
      },
    ),
    { numRuns: 300 },
  )
})

test('a block that is begun again replaces what there is of it', () => {
  const before = '<main><section data-block="a"><p>A</p></section><section class="x" data-block="b"><p>B</p>'
  const after = '<section class="x" data-block="b"><p>Better</p><p>B2</p></section></main>'
  expect(joinContinuation(before, after)).toBe(`<main><section data-block="a"><p>A</p></section>${after}`)
  expect(joinContinuation('<div><div><div><div></div></div>', '</div></div>')).toBe(
    '<div><div><div><div></div></div></div></div>',
  )
})

const row = (i: number) => `<tr><th scope="row">${i}:00</th><td>Class ${i}</td><td>Room ${i + 2}</td></tr>\n`
test.each<[string, boolean, string]>([
  ['a page', false, page],
  [
    'the same card over and over',
    true,
    page + '<li class="card"><h3>Reason</h3><p>We care about you.</p></li>\n'.repeat(30),
  ],
  [
    'numbered cards without an end',
    true,
    Array.from(
      { length: 80 },
      (_, i) => `<li class="card"><h3>Reason ${i}</h3><p>We care about you, number ${i}.</p></li>\n`,
    ).join(''),
  ],
  ['a timetable', false, page + Array.from({ length: 24 }, (_, i) => row(i)).join('')],
  ['four equal tiles', false, page + '<li class="tile"><div class="face"></div></li>\n'.repeat(4)],
  [
    'sections by turns',
    true,
    `${'<section><h2>A</h2><p>One text here.</p></section><section><h2>B</h2><p>Another text there.</p></section>'.repeat(20)}<sec`,
  ],
])('%s: repeating is %s', (_name, expected, text) => {
  expect(isRepeating(text)).toBe(expected)
})

test('broken and long answers take time in proportion to their length', async () => {
  const hostile = [
    (n: number) => `{"filename":"a","content":"${'<div>'.repeat(n)}`,
    (n: number) => `{"filename":"a","content":"${'</p>'.repeat(n)}${'<p>'.repeat(n)}`,
    (n: number) => `{"files":${'['.repeat(n)}`,
    (n: number) => `{"filename":"a","content":"${'" '.repeat(n)}`,
    (n: number) => `{"filename":"a","content":"${'<style>'.repeat(n)}`,
    (n: number) => `{"filename":"a.css","content":"${'/*'.repeat(n)}${'@media{'.repeat(n)}`,
    (n: number) => `{"filename":"a","content":"${'<!--'.repeat(n)}`,
    (n: number) => `{"filename":"a.css","content":"${'@media{'.repeat(n)}${'}'.repeat(n)}`,
    (n: number) => `{"filename":"a.css","content":"${'x/**/'.repeat(n)}`,
    (n: number) => `{"filename":"a","content":"${'<svg/><title></title>'.repeat(n)}`,
    (n: number) => `{"filename":"a","content":"${"<a b='".repeat(n)}`,
  ]
  const growthOfCall = (make: (count: number) => string, call: (text: string) => unknown, count: number) =>
    growthOf((size) => {
      const text = make(size)
      return () => call(text)
    }, count)
  for (const [i, make] of hostile.entries())
    expect(await growthOfCall(make, salvageContent, 60_000), `${i}`).toBeLessThan(LINEAR)
  const items = (count: number) => '<li>a</li>'.repeat(count)
  const join = (text: string) => joinContinuation(text, `${text}x`)
  expect(await growthOfCall(items, join, 100_000)).toBeLessThan(LINEAR)
  expect(await growthOfCall((count) => 'a'.repeat(count), isRepeating, 2_000_000)).toBeLessThan(LINEAR)
})
