import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHtml } from '../html/parse.ts'
import { type Format, hasFormat, linkAt, removeLink, replaceRange, setLink, splitRuns, toggleFormat } from './marks.ts'
import { lengthOf, lineBreak, plainText, printRuns, runsOf } from './run.ts'

const runs = (html: string) => runsOf(parseHtml(html, { isNode: (uid) => /^u\d$/.test(uid) }).nodes)
const toggled = (html: string, from: number, to: number, format: Format = 'strong') =>
  printRuns(toggleFormat(runs(html), { from, to }, format))

describe('runs', () => {
  it('are the content again, with its uids, icons and breaks', () => {
    for (const html of [
      'plain',
      'a <strong uid="u1" class="x">b <em>c</em></strong> d',
      'a<br>b<i class="icon"></i>',
      '<b>a</b><b>b</b>',
      '<a uid="u1" href="/x">one</a><a uid="u2" href="/x">two</a>',
    ]) {
      const once = printRuns(runs(html))
      expect.soft(once).toBe(html === '<b>a</b><b>b</b>' ? '<b>ab</b>' : html)
    }
    expect(plainText(runs('a<br>b<img src="x">c'))).toBe('a\nbc')
    expect(lengthOf(runs('a<br>b<img src="x">c'))).toBe(5)
  })
  it('name parts other than text only by their uid', () => {
    expect(printRuns(runs('a <img uid="u1" src="x" alt="y"> b'))).toBe('a <img uid="u1"> b')
  })
})

describe('formatting', () => {
  it.each([
    ['a word', 'one two three', 4, 7, 'one <strong>two</strong> three'],
    ['and back', 'one <strong>two</strong> three', 4, 7, 'one two three'],
    ['part of it back', '<b uid="u1" id="x">onetwo</b>', 3, 6, '<b uid="u1" id="x">one</b>two'],
    [
      'the middle back: the second half is a new element',
      '<b uid="u1" id="x">abc</b>',
      1,
      2,
      '<b uid="u1" id="x">a</b>b<b>c</b>',
    ],
    ['beside a bold word: its element grows', '<b uid="u1">one</b> two', 3, 7, '<b uid="u1">one two</b>'],
    ['over a bold word: its element grows', 'a <b uid="u1">b</b> c', 0, 5, '<b uid="u1">a b c</b>'],
    ['in a link', '<a href="/x">one two</a>', 0, 3, '<a href="/x"><strong>one</strong> two</a>'],
    ['over the edge of a link', 'one <a href="/x">two</a>', 0, 7, '<strong>one <a href="/x">two</a></strong>'],
    ['over a break', 'a<br>b', 0, 3, '<strong>a<br>b</strong>'],
  ])('%s', (_case, html, from, to, result) => {
    expect(toggled(html, from, to)).toBe(result)
  })
  it('knows what is formatted', () => {
    const text = runs('a <i>b</i> c')
    expect(hasFormat(text, { from: 2, to: 3 }, 'em')).toBe(true)
    expect(hasFormat(text, { from: 1, to: 3 }, 'em')).toBe(false)
    expect(hasFormat(text, { from: 3, to: 3 }, 'em')).toBe(true)
    expect(hasFormat(text, { from: 2, to: 2 }, 'em')).toBe(false)
  })
  const html = fc.constantFrom(
    'one two',
    'a <b uid="u1">b</b> c',
    '<a href="/x">one <em>two</em></a> three',
    'a<br>b<b>c</b>',
  )
  it('changes no word, and twice is as before', () => {
    fc.assert(
      fc.property(
        html,
        fc.nat(12),
        fc.nat(12),
        fc.constantFrom<Format>('strong', 'em', 'code', 's'),
        (source, a, b, format) => {
          const before = runs(source)
          const range = { from: Math.min(a, b), to: Math.min(Math.max(a, b), lengthOf(before)) }
          const after = toggleFormat(before, range, format)
          expect(plainText(after)).toBe(plainText(before))
          if (range.to > range.from) expect(hasFormat(after, range, format)).toBe(!hasFormat(before, range, format))
        },
      ),
    )
  })
})

describe('links', () => {
  it('are set on words, changed as a whole, and taken away', () => {
    const linked = setLink(runs('see the menu now'), { from: 8, to: 12 }, { href: '/menu' })
    expect(printRuns(linked)).toBe('see the <a href="/menu">menu</a> now')
    expect(linkAt(linked, { from: 10, to: 10 })).toEqual({ from: 8, to: 12, attrs: [['href', '/menu']] })
    expect(linkAt(linked, { from: 3, to: 3 })).toBeUndefined()
    const changed = setLink(linked, { from: 9, to: 9 }, { href: '#x', target: '_blank', rel: 'noopener' })
    expect(printRuns(changed)).toBe('see the <a href="#x" target="_blank" rel="noopener">menu</a> now')
    expect(printRuns(removeLink(changed, { from: 9, to: 9 }))).toBe('see the menu now')
  })
  it('keep their node and their other attributes', () => {
    const before = runs('<a uid="u1" class="more" target="_blank" href="/a">x</a>')
    expect(printRuns(setLink(before, { from: 0, to: 1 }, { href: '/b' }))).toBe(
      '<a uid="u1" class="more" href="/b">x</a>',
    )
  })
  it('are inserted with their address if nothing is selected', () => {
    expect(printRuns(setLink(runs('Write to '), { from: 9, to: 9 }, { href: 'mailto:a@b.example' }))).toBe(
      'Write to <a href="mailto:a@b.example">a@b.example</a>',
    )
  })
})

it('splits, and inserts a break', () => {
  const [first, second] = splitRuns(runs('one <b>two three</b>'), 7)
  expect([printRuns(first), printRuns(second)]).toEqual(['one <b>two</b>', '<b> three</b>'])
  expect(printRuns(replaceRange(runs('ab'), { from: 1, to: 1 }, [lineBreak()]))).toBe('a<br>b')
})
