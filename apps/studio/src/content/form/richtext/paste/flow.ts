import type { Mark, Node, NodeType } from 'prosemirror-model'
import { schema } from '../model/schema.ts'
import { type LevelItem, nestItems } from './pastedLists.ts'

const { nodes } = schema

/** Blocks as they are read from the clipboard, one behind the other. */
export interface Flow {
  addText(text: string, marks: readonly Mark[]): void
  /** A text whose white space stays. */
  addExact(text: string, marks: readonly Mark[]): void
  addInline(node: Node): void
  /** Ends the paragraph that was begun. */
  endParagraph(): void
  addBlock(node: Node): void
  /** An item of a list by its level: lists in lists come of those that follow each other. */
  addItem(item: LevelItem): void
  /** The last item by its level, while nothing came behind it. */
  extendItem(blocks: readonly Node[]): boolean
  end(): Node[]
}

export function createFlow(): Flow {
  const blocks: Node[] = []
  let inline: Node[] = []
  let items: LevelItem[] = []
  const endItems = () => {
    blocks.push(...nestItems(items))
    items = []
  }
  const flow: Flow = {
    addText(text, marks) {
      const single = text.replace(/[\t\n\f\r ]+/g, ' ').replace(/[ \u00a0]{2,}/g, ' ')
      const last = inline.at(-1)
      const isFirst = !last || last.type === nodes.hard_break || /[ \u00a0]$/.test(last.text ?? '')
      const rest = isFirst ? single.replace(/^ /, '') : single
      if (rest !== '') inline.push(schema.text(rest, marks))
    },
    addExact(text, marks) {
      for (const [at, line] of text.split('\n').entries()) {
        if (at > 0) inline.push(nodes.hard_break.create())
        if (line !== '') inline.push(schema.text(line, marks))
      }
    },
    addInline: (node) => void inline.push(node),
    endParagraph() {
      const paragraphs = paragraphsOf(inline)
      inline = []
      if (paragraphs.length === 0) return
      endItems()
      blocks.push(...paragraphs)
    },
    addBlock(node) {
      flow.endParagraph()
      endItems()
      const last = blocks.at(-1)
      // Programs put each item that can be ticked off into a list of its own.
      if (node.type === nodes.bullet_list && last?.type === node.type)
        blocks[blocks.length - 1] = last.copy(last.content.append(node.content))
      else blocks.push(node)
    },
    addItem(item) {
      flow.endParagraph()
      items.push(item)
    },
    extendItem(more) {
      const last = items.at(-1)
      if (!last || inline.length > 0) return false
      items[items.length - 1] = { ...last, blocks: [...last.blocks, ...more] }
      return true
    },
    end() {
      flow.endParagraph()
      endItems()
      return blocks
    },
  }
  return flow
}

/** Words as paragraphs: two line breaks in a row separate them, and none has white space at its ends. */
function paragraphsOf(inline: readonly Node[]): Node[] {
  const parts: Node[][] = [[]]
  for (const [at, node] of inline.entries()) {
    const isBreak = node.type === nodes.hard_break
    if (isBreak && inline[at + 1]?.type === nodes.hard_break) {
      if (parts.at(-1)?.length !== 0) parts.push([])
    } else parts.at(-1)?.push(node)
  }
  return parts.flatMap((part) => {
    const words = trimmedInline(part)
    return words.length === 0 ? [] : [nodes.paragraph.create(null, words)]
  })
}

/** Nodes without breaks and white space at their ends. */
function trimmedInline(part: readonly Node[]): Node[] {
  const kept = [...part]
  for (const end of [0, -1] as const) {
    for (let edge = kept.at(end); edge; edge = kept.at(end)) {
      const text = edge.isText ? (edge.text ?? '').replace(end === 0 ? /^[ \u00a0]/ : /[ \u00a0]$/, '') : undefined
      if (edge.type === nodes.hard_break || text === '') kept.splice(end, 1)
      else if (text !== undefined && text !== edge.text) kept.splice(end, 1, schema.text(text, edge.marks))
      else break
    }
  }
  return kept
}

/** Paragraphs as another kind of text block; other blocks stay. */
export const turnParagraphs = (blocks: readonly Node[], type: NodeType, attrs: object): Node[] =>
  blocks.map((block) => (block.type === nodes.paragraph ? type.create({ ...attrs }, withoutWholeBold(block)) : block))

/** The words of a heading, which is bold by itself. */
export function withoutWholeBold(block: Node): Node[] {
  const { strong } = schema.marks
  const isBold = block.children.every((node) => !node.isText || strong.isInSet(node.marks))
  return block.children.map((node) => (isBold ? node.mark(strong.removeFromSet(node.marks)) : node))
}

/** Blocks as the text of one cell: each on a line of its own, items with their sign. */
export function cellText(blocks: readonly Node[], onList: () => void): Node[] {
  const lines: Node[][] = []
  const add = (block: Node, sign = '') => {
    if (block.type === nodes.code_block) {
      for (const line of block.textContent.split('\n')) lines.push(line === '' ? [] : [schema.text(sign + line)])
    } else if (block.isTextblock) lines.push([...(sign === '' ? [] : [schema.text(sign)]), ...block.children])
    else if (block.type === nodes.bullet_list || block.type === nodes.ordered_list) {
      onList()
      const first = Number(block.attrs.start === '' ? 1 : block.attrs.start)
      for (const [at, item] of block.children.entries()) {
        const own = block.type === nodes.bullet_list ? '• ' : `${first + at}. `
        for (const [index, each] of item.children.entries()) add(each, index === 0 ? sign + own : '')
      }
    } else for (const child of block.children) add(child, sign)
  }
  for (const block of blocks) add(block)
  return lines.flatMap((line, at) => (at > 0 ? [nodes.hard_break.create(), ...line] : line))
}
