import { expect, test } from 'vitest'
import { type MarkdownNode, readMarkdown } from './readMarkdown.ts'

const textOf = (nodes: readonly MarkdownNode[]): string =>
  nodes
    .map((node) => (typeof node === 'string' ? node : `<${node.tag}>${textOf(node.children)}</${node.tag}>`))
    .join('')

test('a text is read as elements, and HTML in it as the text that it is', () => {
  expect(textOf(readMarkdown('# One\n\nA *b* **c** `d`\n\n- e\n- f'))).toBe(
    '<h1>One</h1><p>A <em>b</em> <strong>c</strong> <code>d</code></p><ul><li>e</li><li>f</li></ul>',
  )
  expect(textOf(readMarkdown('<script>alert(1)</script> ~~x~~'))).toBe('<p><script>alert(1)</script> <s>x</s></p>')
  expect(textOf(readMarkdown('| a | b |\n|---|---|\n| 1 | 2 |'))).toBe(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  )
})

test('a link leads where a link may lead, and a picture has its text', () => {
  expect(readMarkdown('[x](javascript:alert%281%29)')).toEqual([
    { tag: 'p', attributes: {}, children: ['[x](javascript:alert%281%29)'] },
  ])
  expect(readMarkdown('![A loaf](/media/loaf.webp)')).toEqual([
    {
      tag: 'p',
      attributes: {},
      children: [{ tag: 'img', attributes: { src: '/media/loaf.webp', alt: 'A loaf' }, children: [] }],
    },
  ])
})
