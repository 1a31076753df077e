import MarkdownIt, { type Token } from 'markdown-it'
import type { Mark, Node, NodeType } from 'prosemirror-model'
import { matchPieces } from '../richtext/blocks.ts'
import type { RichText } from '../richtext/model/richText.ts'
import { schema } from '../richtext/model/schema.ts'
import { cellCount, MAX_CELLS } from '../richtext/model/tableAt.ts'
import { printBlock } from './printMarkdown.ts'

/*
 * A text is read by its outermost blocks. One that comes back as the same page can be edited; any other one, such as HTML,
 * is a node `source`. A block that nobody edits is written with the very signs that it was read from.
 */

const { nodes, marks } = schema

/** The same rules as the site has. HTML is read as such, so that its block stays as source. */
const reader = new MarkdownIt({ html: true })

/** A block as it was written, and its place among the blocks that were read. */
interface Origin {
  text: string
  place: number
}

/** A block that was read, with the white space behind it. */
interface ReadBlock {
  type: NodeType
  space: string
}

/** Between Markdown and the document of the editor. */
export function createMarkdownText(): RichText {
  const origins = new WeakMap<Node, Origin>()
  const written = new WeakMap<Node, string>()
  /** The blocks that were read, by their place. */
  const blocksRead = new Map<number, ReadBlock>()
  let place = 0
  /** As the text has them that was read last. */
  let lineEnd = '\n'

  /**
   * The place of each block. Blocks without an origin have those of as many that are missing there: they are these,
   * edited.
   */
  function placesOf(blocks: readonly Node[]): (number | undefined)[] {
    const places = blocks.map((node) => origins.get(node)?.place)
    for (let from = 0; from < places.length; from += 1) {
      if (places[from] !== undefined) continue
      let to = from
      while (to < places.length && places[to] === undefined) to += 1
      const next = places[to]
      const first = from > 0 ? (places[from - 1] ?? 0) + 1 : (next ?? 0) - (to - from)
      const isFirst = from === 0 && !blocksRead.has(first - 1)
      const isLast = to === places.length && !blocksRead.has(first + to - from)
      if ((from > 0 || isFirst) && (next === first + to - from || (isLast && from > 0))) {
        for (let at = from; at < to; at += 1) {
          if (blocksRead.get(first + at - from)?.type === blocks[at]?.type) places[at] = first + at - from
        }
      }
      from = to
    }
    return places
  }

  const text: RichText = {
    kind: 'markdown',
    read(text, known) {
      const tail = text.slice(text.trimEnd().length)
      lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
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
        blocksRead.set(place, { type: node.type, space: piece.text.slice(piece.text.trimEnd().length) })
        return node
      })
      return schema.node('doc', { lead, tail }, blocks.length > 0 ? blocks : [nodes.paragraph.create()])
    },
    write(doc) {
      let text = String(doc.attrs.lead)
      let last: number | undefined
      let isFirst = true
      let previous: { node: Node; text: string } | undefined
      const places = placesOf(doc.children)
      for (const [at, node] of doc.children.entries()) {
        const origin = origins.get(node)
        const own = origin?.text ?? written.get(node) ?? printBlock(node, previous).replaceAll('\n', lineEnd)
        if (!origin) written.set(node, own)
        if (own === '') continue
        previous = { node, text: own }
        const ownPlace = places[at]
        const follows = ownPlace !== undefined && last !== undefined && ownPlace === last + 1
        text += isFirst || follows ? own : missingBreak(text, lineEnd) + own
        if (!origin && ownPlace !== undefined) text += blocksRead.get(ownPlace)?.space ?? ''
        last = ownPlace
        isFirst = false
      }
      const words = text.trimEnd()
      return words === '' ? '' : words + String(doc.attrs.tail)
    },
    fromPlain: (source) => (isMarkdown(source) ? text.read(source.replace(/\r\n?/g, '\n')).children : undefined),
  }
  return text
}

/** Whether plain text has the signs of a heading, a list, a quote, code, a table, a link or a strong word. */
const isMarkdown = (text: string): boolean =>
  text
    .split('\n', 2_000)
    .some(
      (line) =>
        /^ {0,3}(?:#{1,6} |[-*+] |\d{1,9}[.)] |> |```|~~~|\|[^|]*\|)/.test(line) ||
        line.split('**', 3).length > 2 ||
        /\]\([^\s)]/.test(line),
    )

/** The line breaks that a text lacks before another block. */
const missingBreak = (text: string, lineEnd: string) =>
  text.endsWith(lineEnd + lineEnd) ? '' : text.endsWith(lineEnd) ? lineEnd : lineEnd + lineEnd

interface Piece {
  text: string
  /** The block's tokens; undefined for lines that make no block, such as the addresses that links refer to. */
  tokens: readonly Token[] | undefined
}

/** A text by its outermost blocks, each with the empty lines behind it. */
function piecesOf(text: string): { lead: string; pieces: Piece[] } {
  // Its lines are counted in another way.
  if (/\r(?!\n)/.test(text)) return { lead: '', pieces: [{ text, tokens: undefined }] }
  const tokens = reader.parse(text, {})
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const cut = (from: number, to: number) => text.slice(starts[from] ?? text.length, starts[to] ?? text.length)
  const blocks = outermostBlocks(tokens)
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

/** The tokens of each outermost block, with its lines: from the first up to, not with, the last. */
function outermostBlocks(tokens: readonly Token[]): { from: number; to: number; tokens: readonly Token[] }[] {
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
  if (node && block?.length === 1 && !isOddTable(text, node) && isSame(tokens, node)) return node
  return nodes.source.create({ html: text.trim() })
}

/** Whether a table is too large to be edited in place, or has a row with more cells than a page shows of it. */
function isOddTable(text: string, node: Node): boolean {
  if (node.type === nodes.table) {
    const columns = node.child(0).childCount
    if (cellCount(node) > MAX_CELLS) return true
    return text.split('\n').some((line) => cellEdges(line.trim().slice(1, -1)) >= columns)
  }
  let hasTable = false
  node.descendants((each) => {
    hasTable ||= each.type === nodes.table
    return !hasTable && !each.isTextblock
  })
  return hasTable && cellEdges(text) > cellEdges(printBlock(node))
}

/** How many signs of a text separate cells. */
function cellEdges(text: string): number {
  let count = 0
  for (let at = text.indexOf('|'); at >= 0; at = text.indexOf('|', at + 1)) if (text[at - 1] !== '\\') count += 1
  return count
}

/** Whether a page shows the same of a block once it was edited. */
const isSame = (tokens: readonly Token[] | undefined, node: Node): boolean =>
  squeezed(reader.renderer.render([...(tokens ?? [])], reader.options, {})) ===
  squeezed(reader.render(printBlock(node)))

const squeezed = (html: string) =>
  html
    .replace(/<br ?\/?>/gi, '<br> ')
    .replace(/\s+/g, ' ')
    .trim()

/** The nodes of tokens; undefined if there is no node for one of them. */
function proseBlocks(tokens: readonly Token[]): Node[] | undefined {
  const root: Node[] = []
  const open: { token: Token; children: Node[] }[] = []
  let inline: Node[] = []
  for (const token of tokens) {
    // The head and the body of a table: its first row is the head.
    if (token.tag === 'thead' || token.tag === 'tbody') continue
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
    case 'th_open':
    case 'td_open': {
      const align = /left|center|right/.exec(String(token.attrGet('style') ?? ''))?.[0] ?? ''
      return nodes.table_cell.create({ header: token.tag === 'th', align }, inline)
    }
    case 'tr_open':
      return nodes.table_row.create(null, children)
    case 'table_open':
      return nodes.table.create({ head: true }, children)
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
    const html = token.type === 'html_inline' ? token.content.toLowerCase() : ''
    const htmlMark = htmlMarks.get(html.replace(/[</>]/g, ''))
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
    else if (/^<br ?\/?>$/.test(html)) found.push(nodes.hard_break.create(null, null, set))
    else if (htmlMark) set = html[1] === '/' ? htmlMark.removeFromSet(set) : htmlMark.create().addToSet(set)
    else return undefined
  }
  return found
}

/** Marks that Markdown has no signs for: they are HTML in it, without attributes. */
const htmlMarks = new Map([
  ['u', marks.u],
  ['sub', marks.sub],
  ['sup', marks.sup],
])

const linkMark = (token: Token): Mark =>
  marks.link.create({ href: token.attrGet('href') ?? '', title: token.attrGet('title') })
