import { expect, test } from 'vitest'
import { cleanHtml, cleanPlain } from './clean.ts'

test('what a word processor puts on the clipboard becomes plain blocks', () => {
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0}</style></head><body>
<!--StartFragment--><h1 style='mso-outline-level:1'>Plan<o:p></o:p></h1>
<p class=MsoNormal style='margin:0cm'><b>Bold</b> and <span style='color:red;font-style:italic'>words</span><o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span>One<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Two</p><!--EndFragment--></body></html>`
  expect(cleanHtml(word)).toBe(
    '<h1>Plan</h1><p><strong>Bold</strong> and <em>words</em></p><ul><li>One</li><li>Two</li></ul>',
  )
  const docs =
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Bold</span> <a href="https://example.com/"><span>a link</span></a></p></b>'
  expect(cleanHtml(docs)).toBe('<p><strong>Bold</strong> <a href="https://example.com/">a link</a></p>')
})

test('scripts and addresses that run something do not come along, and plain text becomes paragraphs', () => {
  expect(cleanHtml('<p onclick="x()">A <a href="javascript:x()">b</a><script>x()</script></p>')).toBe('<p>A b</p>')
  expect(cleanPlain('One < two\n\nThree\nfour')).toBe('<p>One &lt; two</p><p>Three<br>four</p>')
})
