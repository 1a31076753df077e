import { expect, test } from 'vitest'
import { htmlOfMarkdown } from './markdown.ts'
import { type Carried, isMarkdown, readPasted } from './pasted.ts'

const read = (carried: Partial<Carried>) => readPasted({ files: [], html: '', text: '', ...carried })
const picture = new File(['x'], 'a.png', { type: 'image/png' })

test('the form that loses least is pasted', () => {
  const clip = '<style data-atelier-clip>.a { top: 0 }</style><p class="a">x</p>'
  expect(read({ html: clip, text: 'x', files: [picture] })).toEqual({ kind: 'html', source: clip })
  expect(read({ html: '<meta charset="utf-8"><img src="https://x/a.png">', files: [picture] })).toEqual({
    kind: 'files',
    files: [picture],
  })
  expect(read({ text: '<svg width="1"></svg>' })).toMatchObject({ kind: 'text' })
  expect(read({ html: '<a href="https://x.org">x</a>', text: 'https://x.org' })).toMatchObject({ kind: 'text' })
  expect(read({ html: '<div><span style="color:red"># Title</span></div>', text: '# Title\n\nWords' })).toMatchObject({
    kind: 'markdown',
  })
  expect(read({ html: '<h1>Title</h1>', text: '# Title' })).toMatchObject({ kind: 'html' })
  expect(read({ text: 'words' })).toEqual({ kind: 'text', source: 'words' })
  expect(read({})).toBeUndefined()
})

test('a text is Markdown if it has signs that are not written by accident', () => {
  for (const text of ['# Title', '- one\n- two', 'a [link](https://x.org)', '**bold**', '```\ncode\n```'])
    expect.soft(isMarkdown(text), text).toBe(true)
  for (const text of ['Hello', '- one thing', '5 * 3 * 2', 'a # b']) expect.soft(isMarkdown(text), text).toBe(false)
})

test('Markdown becomes elements, and HTML in it stays text', () => {
  expect(htmlOfMarkdown('## Title\n\n- **a**\n- [b](https://x.org)\n\n![c](d.png)\n\n<script>x</script>')).toBe(
    '<h2>Title</h2>\n<ul>\n<li><strong>a</strong></li>\n<li><a href="https://x.org">b</a></li>\n</ul>\n<p><img src="d.png" alt="c"></p>\n<p>&lt;script&gt;x&lt;/script&gt;</p>',
  )
})
