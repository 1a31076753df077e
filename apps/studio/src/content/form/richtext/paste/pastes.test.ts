import { Fragment, type Node } from 'prosemirror-model'
import { EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, test } from 'vitest'
import { pasteCases } from '../../../../../testing/pastes/index.ts'
import type { PasteCase } from '../../../../../testing/pastes/paste.ts'
import { readPastedHtml } from '../../../../../testing/pastes/readPasted.ts'
import { createMarkdownText } from '../../markdown/markdownText.ts'
import { isPending, schema } from '../model/schema.ts'
import { TooManyCells } from '../model/tableAt.ts'
import { insertPasted, withHeads } from './insertPasted.ts'
import { pasteBlocks } from './pasteBlocks.ts'
import { isElement, type PastedNode, styleOf } from './pastedNode.ts'
import { rtfPictures } from './pastedPictures.ts'

const { nodes } = schema
const markdown = createMarkdownText()

/** A document in which each picture is at the address `/` with its key. */
const withPictures = (node: Node): Node =>
  isPending(node.attrs.src)
    ? node.type.create({ ...node.attrs, src: `/${String(node.attrs.src).split(':')[1]}` }, null, node.marks)
    : node.isText
      ? node
      : node.copy(Fragment.from(node.children.map(withPictures)))

const counted = (words: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** The words that somebody saw in the other program, block by block. */
function visibleText(clipboard: readonly PastedNode[]): string {
  let text = ''
  for (const node of clipboard) {
    if (!isElement(node)) text += node
    else {
      const style = styleOf(node)
      const isSeen = style.get('display') !== 'none' && style.get('mso-hide') !== 'all'
      const isLabel = style.get('mso-list') === 'ignore'
      if (isSeen && !isLabel && node.tag !== 'script' && node.tag !== 'style')
        text += /^(?:p|pre|div|h[1-6]|li|td|th|br|tr|button|label|option|dt|dd|summary|figcaption|text)$/.test(node.tag)
          ? ` ${visibleText(node.children)} `
          : visibleText(node.children)
    }
  }
  return text
}

const textIn = (doc: Node) =>
  doc.textBetween(0, doc.content.size, ' ', ({ type }) => (type === nodes.hard_break ? ' ' : ''))

function lostWords({ html, lost = '' }: PasteCase, doc: Node): string[] {
  const found = counted(words(textIn(doc)))
  const given = counted(words(visibleText(readPastedHtml(html))))
  const left = counted(words(lost))
  return [...given].flatMap(([word, count]) =>
    (found.get(word) ?? 0) + (left.get(word) ?? 0) === count ? [] : [`${word}: ${count} → ${found.get(word) ?? 0}`],
  )
}

/** Words that the result has more: numbers of headings and of lists that are lines now. */
const isNumber = (line: string) => /^\d+: /.test(line)

/** Texts into which something is pasted, between the brackets. */
const places = [
  ['an empty text', ''],
  ['the middle of a paragraph', 'before () behind'],
  ['a list', '- before ()\n- behind'],
  ['a quote', '> before () behind'],
  ['a heading', '# before () behind'],
  ['a cell of a table', '| before () | b |\n| --- | --- |\n| behind | d |'],
] as const

function betweenBrackets(doc: Node): number {
  let found = 1
  doc.descendants((node, position) => {
    const at = node.text?.indexOf('()') ?? -1
    if (at >= 0) found = position + at + 1
  })
  return found
}

for (const [program, cases] of pasteCases) {
  describe(program, () => {
    for (const each of cases) {
      test(each.name, () => {
        const { blocks, pictures, leftOut } = pasteBlocks(readPastedHtml(each.html))
        const doc = nodes.doc.create(null, withHeads(blocks))
        doc.check()
        const text = markdown.write(withPictures(doc))
        expect(text).toBe(each.result)
        expect(Object.fromEntries(leftOut)).toEqual(each.leftOut ?? {})
        const kinds = pictures.map(({ from }) => from)
        expect(Object.fromEntries(counted(kinds))).toEqual(each.pictures ?? {})
        expect(lostWords(each, doc).filter((line) => !isNumber(line))).toEqual([])
        // It is edited in place as well when it is opened again.
        expect(markdown.read(text).children.map(({ type }) => type.name)).not.toContain('source')
      })
    }
  })
}

test('there are sixty pastes and more, of six programs, each also from right to left', () => {
  expect(pasteCases.flatMap(([, cases]) => cases).length).toBeGreaterThanOrEqual(60)
  const leftwards = pasteCases.filter(([, cases]) => cases.some(({ html }) => /[\u0590-\u06ff]/.test(html)))
  expect(leftwards).toEqual(pasteCases)
})

test.each(places)('no word is lost or doubled in %s', (_, text) => {
  for (const each of pasteCases.flatMap(([, cases]) => cases)) {
    const doc = markdown.read(text)
    const state = EditorState.create({ doc, selection: TextSelection.create(doc, betweenBrackets(doc)) })
    const { blocks } = pasteBlocks(readPastedHtml(each.html))
    const pasted = insertPasted(state, withHeads(blocks)).doc
    pasted.check()
    const own = new Set(words(text))
    const lost = lostWords(each, pasted).filter((line) => !isNumber(line) && !own.has(line.split(':')[0] ?? ''))
    expect([each.name, lost]).toEqual([each.name, []])
    // The cells of a table come in the place of those from the caret on.
    const isOver = text.startsWith('|') && blocks.length === 1 && blocks[0]?.type === nodes.table
    if (!isOver) expect(words(textIn(pasted))).toEqual(expect.arrayContaining([...own]))
  }
})

test('the pictures of a clipboard are read from its RTF in their order', async () => {
  const withRtf = pasteCases.flatMap(([, cases]) => cases).filter(({ rtf }) => rtf !== undefined)
  const found = withRtf.map(({ rtf = '' }) => rtfPictures(rtf))
  expect(found.map((pictures) => pictures.map((blob) => blob?.type))).toEqual([
    ['image/png'],
    ['image/png'],
    [undefined],
  ])
  const bytes = new Uint8Array((await found[0]?.[0]?.arrayBuffer()) ?? [])
  expect([...bytes].slice(0, 4)).toEqual([0x89, 0x50, 0x4e, 0x47])
})

const element = (tag: string, children: readonly PastedNode[], attributes: Readonly<Record<string, string>> = {}) => ({
  tag,
  attributes,
  children,
})
const tableOf = (rows: number, columns: number) => {
  const row = element(
    'tr',
    Array.from({ length: columns }, () => element('td', ['x'])),
  )
  return [
    element(
      'table',
      Array.from({ length: rows }, () => row),
    ),
  ]
}

test('a table of 100 by 100 cells is taken whole, and one of 200 by 200 is refused with its size', () => {
  const [table] = pasteBlocks(tableOf(100, 100)).blocks
  expect([table?.childCount, table?.child(99).childCount]).toEqual([100, 100])
  expect(() => pasteBlocks(tableOf(200, 200))).toThrow(new TooManyCells(40_000))
})

test('cells that claim to reach over the whole world cost no more than the table', () => {
  const cell = element('td', ['x'], { colspan: '1000000', rowspan: '1000000' })
  const rows = Array.from({ length: 300 }, () => element('tr', [cell, cell]))
  const { blocks } = pasteBlocks([element('table', rows.slice(0, 3))])
  expect(words(blocks[0]?.textContent ?? '').join('')).toBe('xxxxxx')
  expect(() => pasteBlocks([element('table', rows)])).toThrow(TooManyCells)
})
