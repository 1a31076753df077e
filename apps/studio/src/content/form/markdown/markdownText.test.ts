import fc from 'fast-check'
import type { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { schema } from '../richtext/model/schema.ts'
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
  '| A | B |\n|---|:-:|\n| 1 | **2** `a\\|b` |',
  'a | b\n-|-\n1 | 2 <br> 3',
  'H<sub>2</sub>O, x<sup>2</sup> and <u>drawn</u><br>below',
  '- One\n\n  | A |\n  |---|\n  | 1 |',
]
const unknown = [
  // A page does not show the last cell.
  '| A | B |\n|---|---|\n| 1 | 2 | 3 |',
  '<div class="x">\n\n*Words*\n\n</div>',
  'Words with <b>HTML</b>',
  '[ref]: https://example.com "Title"',
]

test('what the editor knows is edited in place, HTML and addresses stay as source', () => {
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
  expect(edited(text, 2, 'So: ')).toBe('* star\n\nSet\n===\nSo: Tight *under* it.\n\n\n| A |\n|---|\n\nLast\n')
  expect(edited(text, 4, 'The ')).toBe('* star\n\nSet\n===\nTight *under* it.\n\n\n| A |\n|---|\n\nThe Last\n')
})

test('an edited block has the line ends of its text', () => {
  expect(edited('* a\r\n* b\r\n\r\nLast\r\n', 0, '')).toBe('* a\r\n* b\r\n\r\nLast\r\n')
  const doc = markdown.read('* a\r\n* b\r\n\r\nLast\r\n')
  expect(markdown.write(EditorState.create({ doc }).tr.insertText('x', 3).doc)).toBe('* xa\r\n* b\r\n\r\nLast\r\n')
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

test('a cell that is edited writes its table anew, and no other block', () => {
  const table = '| A    | B |\n|------|--:|\n| one  | 2 |'
  const doc = markdown.read(`* x\n\n${table}\n\n+ y`)
  const cell = doc.child(0).nodeSize + 3
  const text = markdown.write(EditorState.create({ doc }).tr.insertText('No | ', cell).doc)
  expect(text).toBe('* x\n\n| No \\| A | B |\n| --- | ---: |\n| one | 2 |\n\n+ y')
})

const words = fc.constantFrom(
  'one',
  'two words',
  'a|b',
  '*',
  '# x',
  '1. y',
  'z_z',
  '<b>',
  '> q',
  '---',
  '| - |',
  ':-',
  'é',
)
const inline = fc
  .array(
    fc.oneof(
      words.map((text) => schema.text(text)),
      fc
        .tuple(words, fc.constantFrom('strong', 'em', 's', 'code', 'u', 'sub'))
        .map(([text, mark]) => schema.text(text, [schema.mark(mark)])),
      fc.constant(schema.node('hard_break')),
    ),
    { minLength: 1, maxLength: 4 },
  )
  // White space between marks and words, as people type it.
  .map((nodes) => nodes.flatMap((node, at) => (at > 0 && node.isText ? [schema.text(' '), node] : [node])))
  .map((nodes) => (nodes.some(({ isText }) => isText) ? nodes : [schema.text('x')]))
const { blocks } = fc.letrec<{ blocks: Node[]; block: Node; item: Node }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
  item: fc
    .tuple(inline, fc.option(tie('block'), { nil: undefined, depthSize: 'small' }))
    .map(([text, block]) =>
      schema.node('list_item', null, [schema.node('paragraph', null, text), ...(block ? [block] : [])]),
    ),
  block: fc.oneof(
    { depthSize: 'small' },
    inline.map((text) => schema.node('paragraph', null, text)),
    inline.map((text) => schema.node('heading', { level: 2 }, text)),
    fc
      .constantFrom('a\n\n  b', '```', '')
      .map((text) => schema.node('code_block', null, text === '' ? [] : [schema.text(text)])),
    fc.array(fc.array(inline, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 }).map((rows) =>
      schema.node(
        'table',
        { head: true },
        rows.map((cells, row) =>
          schema.node(
            'table_row',
            null,
            cells.map((cell) => schema.node('table_cell', { header: row === 0 }, cell)),
          ),
        ),
      ),
    ),
    tie('blocks').map((inner) => schema.node('blockquote', null, inner)),
    fc.array(tie('item'), { minLength: 1, maxLength: 3 }).map((items) => schema.node('bullet_list', null, items)),
    fc
      .array(tie('item'), { minLength: 1, maxLength: 3 })
      .map((items) => schema.node('ordered_list', { start: '3' }, items)),
  ),
}))

/** The kinds and words of blocks, without what Markdown does not tell apart. */
const outline = (node: Node): unknown =>
  node.isTextblock
    ? [node.type.name, node.textBetween(0, node.content.size, ' ', ' ').replace(/\s+/g, ' ').trim()]
    : [node.type.name, ...node.children.map(outline)]

test('what is written of any blocks is read as the same blocks', () => {
  fc.assert(
    fc.property(blocks, (made) => {
      const doc = schema.node('doc', null, made)
      const text = markdown.write(doc)
      expect([text, outline(markdown.read(text))]).toEqual([text, outline(doc)])
    }),
  )
})
