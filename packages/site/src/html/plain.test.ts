import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import type { LooseNode } from '../document/edit.ts'
import { buildFragment } from './built.ts'
import { isPlain } from './plain.ts'
import { printLoose } from './print.ts'
import { type Notes, Reader } from './reader.ts'

const read = (html: string): LooseNode[] => {
  const notes: Notes = { css: [], refused: [], warnings: [] }
  const nodes = buildFragment([{ tag: 'template', ns: undefined }], html)
  return new Reader(notes, { keepStyles: true }).children(nodes)
}

const tags =
  'div p span b i em a ul ol li dl dd dt table caption colgroup col thead tbody tfoot tr td th form input br hr h1 h2 button select option optgroup pre listing textarea svg g path title desc foreignObject math mi mo mtext annotation-xml template noscript iframe xmp style details summary section nobr img ruby rt rp rb rtc object applet marquee address center font main nav label video source dialog fieldset legend menu blockquote figure plaintext noembed script datalist'.split(
    ' ',
  )
const tag = fc.constantFrom(...tags)
const piece = fc.oneof(
  { weight: 5, arbitrary: tag.map((name) => `<${name}>`) },
  { weight: 4, arbitrary: tag.map((name) => `</${name}>`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ' ',
      '\n',
      'x',
      '&lt;',
      '&nbsp;',
      '\0',
      '<!--c-->',
      '<!-- --!>',
      '<!-->',
      '<!--<!-',
      '<![CDATA[x]]>',
      '&#13;',
      '<input type=hidden>',
      '<svg><style>a>b</style></svg>',
      '</br>',
      '<p/>',
      '<font color=red>',
      '<!--</noscript>-->',
    ),
  },
)

describe('a tree that is plain', () => {
  it('reads back as the same tree, whatever was parsed', () => {
    let plain = 0
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const nodes = read(pieces.join(''))
        if (!isPlain(nodes)) return
        plain += 1
        expect(read(printLoose(nodes))).toEqual(nodes)
      }),
      { numRuns: numRuns(10_000, 20_000) },
    )
    // `isPlain` must not return false for everything.
    expect(plain).toBeGreaterThan(1_000)
  })

  it.each([
    '<header class="x"><nav><ul><li><a href="/">A</a><ul><li>B</li></ul></li></ul></nav></header>',
    '<p>One <b>two <i>three</i></b> <a href="/">four</a></p><pre>\n\nx</pre>',
    '<table><caption>C</caption><thead><tr><th>A</th></tr></thead>\n<tbody><tr><td><p>x</p></td></tr></tbody></table>',
    '<form><label>A <input></label><textarea>\n&lt;b></textarea><button><svg viewBox="0 0 1 1"><path d=""/></svg></button></form>',
    '<dl><dt>A</dt><dd><p>B</p></dd></dl><!-- c --><svg><title>T</title><g><text>x</text></g></svg>',
  ])('is what most of a page is: %s', (html) => {
    expect(isPlain(read(html))).toBe(true)
  })
})

it('is not plain in a table or where only text is allowed', () => {
  for (const tag of ['table', 'textarea', 'iframe', 'tr', 'select']) {
    expect(isPlain(read('words <p>and</p>'), [{ tag }])).toBe(false)
  }
  expect(isPlain(read('words <b>and</b>'), [{ tag: 'main' }, { tag: 'p' }])).toBe(true)
})
