import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fragment, type Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { bySuite } from '../../../../../../scripts/testing/runs.ts'
import { createMarkdownText } from './markdownText.ts'

/** In characters: a document of `npm test` is a short one. */
const LONGEST = bySuite(12_000, 150_000)

/** Markdown of public repositories, as their packages bring it. */
function publicDocuments(count: number): { path: string; text: string }[] {
  const root = join(import.meta.dirname, '../../../../../../node_modules')
  const found: { path: string; text: string }[] = []
  const seen = new Set<string>()
  const visit = (folder: string, depth: number) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (found.length >= count) return
      const path = join(folder, entry.name)
      if (entry.isDirectory() && depth < 6 && !entry.name.startsWith('.')) visit(path, depth + 1)
      if (!entry.isFile() || !/\.(?:md|markdown)$/i.test(entry.name)) continue
      const text = readFileSync(path, 'utf8')
      if (text.trim() === '' || text.length > LONGEST || seen.has(text)) continue
      seen.add(text)
      found.push({ path: path.slice(root.length), text })
    }
  }
  visit(root, 0)
  return found
}

const wanted = bySuite(12, 300)

const documents = publicDocuments(wanted)

test('there are as many documents of public repositories as this needs', () => {
  expect(documents.length).toBe(wanted)
})

test('a document that nobody touches is written as it was read', () => {
  for (const { path, text } of documents) {
    const markdown = createMarkdownText()
    expect([path, markdown.write(markdown.read(text)) === text]).toEqual([path, true])
  }
})

/** The position of the first words in a block; undefined if it has none that can be typed in. */
function firstWords(block: Node, start: number): number | undefined {
  if (block.isTextblock)
    return block.type.name !== 'code_block' && block.textContent.trim() !== '' ? start + 1 : undefined
  let found: number | undefined
  block.forEach((child, offset) => {
    found ??= firstWords(child, start + 1 + offset)
  })
  return found
}

const BLOCKS_TRIED = bySuite(6, 3)

test('words that are typed into a block change that block and nothing else', () => {
  let [tried, editable, all] = [0, 0, 0]
  for (const { path, text } of documents) {
    const markdown = createMarkdownText()
    const doc = markdown.read(text)
    all += doc.childCount
    editable += doc.children.filter(({ type }) => type.name !== 'source').length
    const every = Math.max(1, Math.floor(doc.childCount / BLOCKS_TRIED))
    let start = 0
    for (const [at, block] of doc.children.entries()) {
      const place = at % every === 0 ? firstWords(block, start) : undefined
      start += block.nodeSize
      if (place === undefined) continue
      tried += 1
      const before = markdown.write(doc.copy(Fragment.from(doc.children.slice(0, at))))
      const own = markdown.write(doc.type.create(null, [block])).trimEnd()
      const from = text.indexOf(own, Math.max(0, before.trimEnd().length - 1))
      const edited = markdown.write(EditorState.create({ doc }).tr.insertText('Zq', place).doc)
      const [head, end] = [text.slice(0, from), text.slice(from + own.length)]
      expect([path, at, edited.startsWith(head) && edited.endsWith(end)]).toEqual([path, at, true])
      const changed = edited.slice(head.length, edited.length - end.length)
      expect([path, at, changed.includes('Zq')]).toEqual([path, at, true])
      // It is still the same kind of block, with the same words.
      const again = createMarkdownText().read(edited)
      const same = again.children.find(({ textContent }) => textContent.includes('Zq'))
      expect([path, at, same?.type.name]).toEqual([path, at, block.type.name])
      const plain = (node: Node | undefined) =>
        node?.textBetween(0, node.content.size, ' ', ' ').replace('Zq', '').replace(/\s+/g, ' ').trim()
      expect([path, at, plain(same)]).toEqual([path, at, plain(block)])
    }
  }
  expect(tried).toBeGreaterThan(documents.length)
  // Most of what people write is edited in place.
  expect(editable / all).toBeGreaterThan(0.8)
})
