import { Fragment, type Node } from 'prosemirror-model'
import { schema } from '../model/schema.ts'
import { isElement, type PastedElement, styleOf, wordsOf } from './pastedNode.ts'

const { nodes, marks } = schema

/** A paragraph that is the item of a list by its level, as Word has them. */
export interface LevelItem {
  /** From 1. */
  level: number
  isOrdered: boolean
  /** Where its list begins to count; empty for 1. */
  start: string
  blocks: readonly Node[]
}

/** A list item, whose first block is a paragraph. */
export function listItemOf(blocks: readonly Node[]): Node {
  const [first, ...others] = blocks
  if (first?.type === nodes.heading) {
    const words = first.children.map((node) => node.mark(marks.strong.create().addToSet(node.marks)))
    return nodes.list_item.create(null, [nodes.paragraph.create(null, words), ...others])
  }
  const isWhole = first?.type === nodes.paragraph
  return nodes.list_item.create(null, isWhole ? blocks : [nodes.paragraph.create(), ...blocks])
}

export const withBlocks = (item: Node, blocks: readonly Node[]): Node =>
  item.copy(item.content.append(Fragment.from(blocks)))

/** Items by their level as lists in lists. */
export function nestItems(items: readonly LevelItem[]): Node[] {
  let at = 0
  function listsFrom(level: number): Node[] {
    const lists: Node[] = []
    let open: { isOrdered: boolean; start: string; items: Node[] } | undefined
    const close = () => {
      if (open)
        lists.push(
          open.isOrdered
            ? nodes.ordered_list.create({ start: open.start }, open.items)
            : nodes.bullet_list.create(null, open.items),
        )
      open = undefined
    }
    for (let item = items[at]; item && item.level >= level; item = items[at]) {
      const last = open?.items.at(-1)
      if (item.level > level && open && last) {
        open.items[open.items.length - 1] = withBlocks(last, listsFrom(level + 1))
        continue
      }
      // A level that is left out is not there: the item belongs to the one above.
      if (open && open.isOrdered !== item.isOrdered) close()
      open ??= { isOrdered: item.isOrdered, start: item.start, items: [] }
      open.items.push(listItemOf(item.blocks))
      at += 1
    }
    close()
    return lists
  }
  const lists: Node[] = []
  const lowest = items.reduce((level, item) => Math.min(level, item.level), Number.MAX_SAFE_INTEGER)
  while (at < items.length) lists.push(...listsFrom(lowest))
  return lists
}

/** The level of a paragraph that Word made an item; undefined for other ones. */
export function wordLevel(style: ReadonlyMap<string, string>): number | undefined {
  const level = /\blevel(\d{1,2})\b/.exec(style.get('mso-list') ?? '')?.[1]
  return level === undefined ? undefined : Number(level)
}

/** Whether an element is the bullet or the number that Word writes as text. */
export const isLabel = (style: ReadonlyMap<string, string>) => style.get('mso-list') === 'ignore'

/** The bullet or number in front of an item of Word; empty if there is none. */
export function labelOf(element: PastedElement): string {
  for (const child of element.children) {
    if (!isElement(child)) continue
    const label = isLabel(styleOf(child)) ? wordsOf(child.children) : labelOf(child)
    if (label !== '') return label.replace(/[\s\u00a0]+/g, ' ').trim()
  }
  return ''
}

/** Whether a label counts: it has a letter or number with a sign behind; an `o` is a round bullet. */
export const isNumber = (label: string) =>
  /^[([]?[\p{L}\p{N}]{1,8}(?:\.[\p{L}\p{N}]{1,8}){0,8}[.)\]:\u060c\u3001]$/u.test(label)

/** The number that a list begins with, where that is not 1. */
export function startOf(label: string): string {
  const number = /^[([]?(\d{1,6})[.)\]]$/.exec(label)?.[1]
  return number === undefined || number === '1' ? '' : number
}
