import MarkdownIt, { type Token } from 'markdown-it'
import type { Mark, Node } from 'prosemirror-model'
import { matchPieces, type RichText } from '../richtext/blocks.ts'
import { schema } from '../richtext/schema.ts'
import { printBlock } from './printMarkdown.ts'

/*
 * A text is read by its outermostBlock blocks. One that comes back as the same page can be edited; any other one, such as HTML
 * or a table, is a node `source`. A block that nobody edits is written with the very signs that it was read from.
 */

const { nodes, marks } = schema

/** The same rules as the site has. HTML is read as such, so that its block stays as source. */
const reader = new MarkdownIt({ html: true })

/** A block as it was written, and its place among the blocks that were read. */
interface Origin {
  text: string
  place: number
}

/** Between Markdown and the document of the editor. */
export function createMarkdownText(): RichText {
  const origins = new WeakMap<Node, Origin>()
  const written = new WeakMap<Node, string>()
  let place = 0

  return {
    read(text, known) {
      const tail = text.slice(text.trimEnd().length)
      const { lead, pieces } = piecesOf(text.slice(0, text.length - tail.length))
      const old = known ? known.children : []
      const matched = matchPieces(
        old.map((node) => (origins.get(node)?.text ?? written.get(node) ?? '').trim()),
        pieces.map((piece) => piece.text.trim()),
      )
      // Blocks of one text have places one behind the other, and none has that of a block of another text.
      place += 2
      const blocks = pieces.map((piece, at) => {
        const node = old[matched[at] ?? -1] ?? readPiece(piece)
        place += 1
        origins.set(node, { text: piece.text, place })
        return node
      })
      return schema.node('doc', { lead, tail }, blocks.length > 0 ? blocks : [nodes.paragraph.create()])
    },
    write(doc) {
      let text = String(doc.attrs.lead)
      let last: number | undefined
      let isFirst = true
      for (const node of doc.children) {
        const origin = origins.get(node)
        const own = origin?.text ?? printBlock(node)
        if (!origin) written.set(node, own)
        if (own === '') continue
        const follows = origin !== undefined && last !== undefined && origin.place === last + 1
        text += isFirst || follows ? own : missingBreak(text) + own
        last = origin?.place
        isFirst = false
      }
      const words = text.trimEnd()
      return words === '' ? '' : words + String(doc.attrs.tail)
    },
  }
}

/** The line breaks that a text lacks before another block. */
const missingBreak = (text: string) => (text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n')

interface Piece {
  text: string
  /** The block's tokens; undefined for lines that make no block, such as the addresses that links refer to. */
  tokens: readonly Token[] | undefined
}

/** A text by its outermostBlock blocks, each with the empty lines behind it. */
function piecesOf(text: string): { lead: string; pieces: Piece[] } {
  // Its lines are counted in another way.
  if (/\r(?!\n)/.test(text)) return { lead: '', pieces: [{ text, tokens: undefined }] }
  const tokens = reader.parse(text, {})
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const cut = (from: number, to: number) => text.slice(starts[from] ?? text.length, starts[to] ?? text.length)
  const blocks = outermostBlock(tokens)
  const pieces: Piece[] = []
  let lead = ''
  let line = 0
  const addBetween = (to: number) => {
    const between = cut(line, to)
    const last = pieces.at(-1)
    if (between.trim() !== '') pieces.push({ text: between, tokens: undefined })
    else if (last) last.text += between
    else lead += between
  }
  for (const { from, to, tokens: own } of blocks) {
    addBetween(from)
    pieces.push({ text: cut(from, to), tokens: own })
    line = to
  }
  addBetween(starts.length)
  return { lead, pieces }
}

/** The tokens of each outermostBlock block, with its lines: from the first up to, not with, the last. */
function outermostBlock(tokens: readonly Token[]): { from: number; to: number; tokens: readonly Token[] }[] {
  const blocks: { from: number; to: number; tokens: readonly Token[] }[] = []
  let begin = 0
  for (const [at, token] of tokens.entries()) {
    if (token.level !== 0 || token.nesting === 1) continue
    const own = tokens.slice(begin, at + 1)
    begin = at + 1
    const [from, to] = own[0]?.map ?? [0, 0]
    blocks.push({ from, to, tokens: own })
  }
  return blocks
}

function readPiece({ text, tokens }: Piece): Node {
  const block = tokens && proseBlocks(tokens)
  const [node] = block ?? []
  if (node && block?.length === 1 && isSame(tokens, node)) return node
  return nodes.source.create({ html: text.trim() })
}

/** Whether a page shows the same of a block once it was edited. */
const isSame = (tokens: readonly Token[] | undefined, node: Node): boolean =>
  squeezed(reader.renderer.render([...(tokens ?? [])], reader.options, {})) ===
  squeezed(reader.render(printBlock(node)))

const squeezed = (html: string) => html.replace(/\s+/g, ' ').trim()

/** The nodes of tokens; undefined if there is no node for one of them. */
function proseBlocks(tokens: readonly Token[]): Node[] | undefined {
  const root: Node[] = []
  const open: { token: Token; children: Node[] }[] = []
  let inline: Node[] = []
  for (const token of tokens) {
    const target = open.at(-1)?.children ?? root
    if (token.type === 'inline') {
      const words = readInline(token.children ?? [])
      if (!words) return undefined
      inline = words
    } else if (token.nesting === 1) {
      open.push({ token, children: [] })
      inline = []
    } else if (token.nesting === -1) {
      const closed = open.pop()
      const node = closed && proseNode(closed.token, closed.children, inline)
      if (!node) return undefined
      inline = []
      ;(open.at(-1)?.children ?? root).push(node)
    } else {
      const node = leafOf(token)
      if (!node) return undefined
      target.push(node)
    }
  }
  return root
}

function proseNode(token: Token, children: Node[], inline: Node[]): Node | undefined {
  switch (token.type) {
    case 'paragraph_open':
      return nodes.paragraph.create({ wrapped: !token.hidden }, inline)
    case 'heading_open':
      return nodes.heading.create({ level: Number(token.tag.slice(1)) }, inline)
    case 'blockquote_open':
      return children.length === 0 ? undefined : nodes.blockquote.create(null, children)
    case 'list_item_open': {
      const isWhole = children[0]?.type === nodes.paragraph
      return nodes.list_item.create(null, isWhole ? children : [nodes.paragraph.create(), ...children])
    }
    case 'bullet_list_open':
      return nodes.bullet_list.create({ marker: token.markup }, children)
    case 'ordered_list_open':
      return nodes.ordered_list.create({ start: String(token.attrGet('start') ?? ''), marker: token.markup }, children)
    default:
      return undefined
  }
}

function leafOf(token: Token): Node | undefined {
  if (token.type === 'hr') return nodes.horizontal_rule.create()
  if (token.type !== 'fence' && token.type !== 'code_block') return undefined
  const text = token.content.replace(/\n$/, '')
  return nodes.code_block.create({ info: token.info.trim() }, text === '' ? [] : [schema.text(text)])
}

const markTypes = new Map([
  ['strong', marks.strong],
  ['em', marks.em],
  ['s', marks.s],
])

function readInline(tokens: readonly Token[]): Node[] | undefined {
  const found: Node[] = []
  let set: readonly Mark[] = []
  const addText = (text: string, own = set) => {
    if (text !== '') found.push(schema.text(text, own))
  }
  for (const token of tokens) {
    const type = markTypes.get(token.type.replace(/_(?:open|close)$/, ''))
    if (token.type === 'text' || token.type === 'text_special') addText(token.content)
    else if (token.type === 'softbreak') addText(' ')
    else if (token.type === 'hardbreak') found.push(nodes.hard_break.create(null, null, set))
    else if (token.type === 'code_inline') addText(token.content, marks.code.create().addToSet(set))
    else if (token.type === 'image')
      found.push(
        nodes.image.create(
          { src: token.attrGet('src') ?? '', alt: token.content, title: token.attrGet('title') },
          null,
          set,
        ),
      )
    else if (token.type === 'link_open') set = linkMark(token).addToSet(set)
    else if (token.type === 'link_close') set = marks.link.removeFromSet(set)
    else if (type && token.nesting === 1) set = type.create().addToSet(set)
    else if (type && token.nesting === -1) set = type.removeFromSet(set)
    else return undefined
  }
  return found
}

const linkMark = (token: Token): Mark =>
  marks.link.create({ href: token.attrGet('href') ?? '', title: token.attrGet('title') })
