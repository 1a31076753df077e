import fc from 'fast-check'
import { EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { schema } from '../richtext/schema.ts'
import { createMarkdownText } from './markdownText.ts'

const markdown = createMarkdownText()
const kinds = (text: string) => markdown.read(text).children.map(({ type }) => type.name)

const known = [
  'Words with **bold**, *italic*, ~~gone~~, `code` and [a link](/a "t").',
  'A paragraph\nover lines  \nwith a break.',
  '## A heading',
  'Set\n===',
  '- One\n- Two\n  - Three\n    1. Four\n- Five',
  '* One\n\n* Two\n\n  More of two',
  '3) Three\n4) Four',
  '> Said\n>\n> - Twice',
  '```js\nconst a = `1`\n\nb()\n```',
  '    indented code',
  '***',
  '![A picture](/a.png "t")',
  'A \\* sign, snake_case, 1\\. and &amp; <https://example.com>',
]
const unknown = [
  '| A | B |\n|---|---|\n| 1 | 2 |',
  '<div class="x">\n\n*Words*\n\n</div>',
  'Words with <b>HTML</b>',
  '[ref]: https://example.com "Title"',
]

test('what the editor knows is edited in place, HTML and tables stay as source', () => {
  for (const text of known) expect([text, kinds(text)]).toEqual([text, [expect.not.stringMatching('source')]])
  for (const text of unknown) expect([text, kinds(text)[0]]).toEqual([text, 'source'])
})

test('a text that nobody edits comes back byte for byte', () => {
  const all = [...known, ...unknown]
  const texts = ['', ' ', ...all, all.join('\n\n'), `\n\n${all.join('\n\n\n')}\n\n`, all.join('\r\n\r\n'), 'a\rb']
  for (const text of texts) expect(markdown.write(markdown.read(text))).toBe(text.trim() === '' ? '' : text)
})

test('any text comes back byte for byte', () => {
  const piece = fc.constantFrom(...known, ...unknown, '\n', '\n\n', ' ', '# ', '- ', '```', '*', '_', '\r\n', '\t', 'x')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      expect(markdown.write(markdown.read(text))).toBe(text.trim() === '' ? '' : text)
    }),
  )
})

/** The text after words were put in front of the block at an index. */
function edited(text: string, index: number, words: string): string {
  const doc = markdown.read(text)
  let at = 1
  for (const node of doc.children.slice(0, index)) at += node.nodeSize
  return markdown.write(EditorState.create({ doc }).tr.insertText(words, at).doc)
}

test('an edit changes its own block alone', () => {
  const text = '* star\n\nSet\n===\nTight *under* it.\n\n\n| A |\n|---|\n\nLast\n'
  expect(edited(text, 2, 'So: ')).toBe('* star\n\nSet\n===\n\nSo: Tight *under* it.\n\n| A |\n|---|\n\nLast\n')
  expect(edited(text, 4, 'The ')).toBe('* star\n\nSet\n===\nTight *under* it.\n\n\n| A |\n|---|\n\nThe Last\n')
})

test('typed signs are only signs', () => {
  const words = '# no *heading* [x](y) <b> `c` 2 < 3 & snake_case &amp; _u_ \\\\ ~~s~~'
  const doc = schema.node('doc', null, [schema.node('paragraph', null, [schema.text(words)])])
  const again = markdown.read(markdown.write(doc))
  expect([again.childCount, again.firstChild?.type.name, again.textContent]).toEqual([1, 'paragraph', words])
  for (const start of ['- a', '1. a', '> a', '+ a', '=== a', '12) a']) {
    const line = schema.node('doc', null, [schema.node('paragraph', null, [schema.text(start)])])
    expect(markdown.read(markdown.write(line)).firstChild?.type.name).toBe('paragraph')
  }
})

test('white space at the ends of a mark stays outside of it', () => {
  const bold = schema.text(' bold ', [schema.marks.strong.create()])
  const doc = schema.node('doc', null, [schema.node('paragraph', null, [schema.text('a'), bold, schema.text('b')])])
  expect(markdown.write(doc)).toBe('a **bold** b')
})
