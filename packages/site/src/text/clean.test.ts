import { describe, expect, it } from 'vitest'
import { parseHtml } from '../html/parse.ts'
import { type CleanOptions, cleanText, plainBlocks, type TextBlock } from './clean.ts'
import { printRuns } from './run.ts'

const shown = (blocks: readonly TextBlock[]) => blocks.map(({ tag, list, runs }) => [list ?? tag, printRuns(runs)])
const clean = (html: string, options?: CleanOptions) => shown(cleanText(parseHtml(html).nodes, options).blocks)

describe('pasted HTML', () => {
  it('of a word processor keeps only words, formats and lists', () => {
    const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal { margin: 0 }</style></head><body>
      <!--StartFragment--><h1 style='margin:0'>Title<o:p></o:p></h1>
      <p class=MsoNormal style='font-family:"Calibri"'>One <b style='mso-bidi-font-weight:normal'>bold</b> and
        <span style='font-style:italic;color:red'>slanted</span> word<o:p></o:p></p>
      <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span><![endif]>first</p>
      <p class=MsoListParagraph style='mso-list:l1 level1 lfo1'><span style='mso-list:Ignore'>1.<span> </span></span>second</p>
      <!--EndFragment--></body></html>`
    expect(clean(word)).toEqual([
      ['h1', 'Title'],
      ['p', 'One <strong>bold</strong> and <em>slanted</em> word'],
      ['ul', 'first'],
      ['ol', 'second'],
    ])
  })
  it('of an online editor is read by its styles', () => {
    const docs =
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Bold</span><span style="font-weight:400"> plain</span></p><br><ul><li><p>item</p></li></ul></b>'
    expect(clean(docs)).toEqual([
      ['p', '<strong>Bold</strong> plain'],
      ['ul', 'item'],
    ])
  })
  it('goes through the refusal list', () => {
    const hostile =
      '<p onclick="x()">a<script>x()</script><a href="javascript:x()">b</a><a href="https://a.example" onclick="x()" class="k">c</a><img src=x onerror=x()></p>'
    expect(clean(hostile)).toEqual([['p', 'ab<a href="https://a.example">c</a>']])
    expect(cleanText(parseHtml(hostile).nodes).left).toEqual(['img'])
  })
  it('has no links if the element can be clicked itself', () => {
    expect(clean('<a href="/x"><b>a</b></a>', { links: false })).toEqual([['p', '<strong>a</strong>']])
  })
  it('keeps breaks and the lines of code, and joins white space', () => {
    expect(clean('a <br>\n  b   c<div>d</div>')).toEqual([
      ['p', 'a <br>b c'],
      ['p', 'd'],
    ])
    expect(clean('<pre>a\n  b</pre>')).toEqual([['p', 'a<br>b']])
  })
})

it('plain text becomes paragraphs and breaks', () => {
  expect(shown(plainBlocks('one\ntwo\r\n\r\nthree'))).toEqual([
    ['p', 'one<br>two'],
    ['p', 'three'],
  ])
  expect(shown(plainBlocks(' word '))).toEqual([['p', ' word ']])
})
