import { Fragment, type Node, Slice } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { schema } from '../model/schema.ts'
import { caretInCell, MAX_CELLS, selectedCell, TooManyCells } from '../model/tableAt.ts'
import { cellText } from './flow.ts'

const { nodes } = schema

/** Puts blocks in the place of the selection; into a cell as its text, and a table cell by cell. */
export function insertPasted(state: EditorState, blocks: readonly Node[]): Transaction {
  const { selection, tr } = state
  const [only] = blocks
  if (!only) return tr
  const place = selectedCell(state)
  if (place && blocks.length === 1 && only.type === nodes.table) return fillCells(tr, place, only)
  if (place) {
    const text = cellText(blocks, () => undefined)
    return tr.replaceSelection(new Slice(Fragment.from(text), 0, 0)).scrollIntoView()
  }
  const content = Fragment.from(blocks)
  const isWithinList = selection.$from.node(-1)?.type === nodes.list_item && isListNode(only)
  if (isWithinList) return tr.replaceSelection(Slice.maxOpen(content, false)).scrollIntoView()
  const isTextOnly = blocks.length === 1 && only.isTextblock && selection.$from.parent.content.size > 0
  const start = only.type === nodes.paragraph || isTextOnly ? 1 : 0
  const end = blocks.at(-1)?.type === nodes.paragraph || isTextOnly ? 1 : 0
  return tr.replaceSelection(new Slice(content, start, end)).scrollIntoView()
}

const isListNode = ({ type }: Node) => type === nodes.bullet_list || type === nodes.ordered_list

/** Puts the cells of a table over those from the caret on; the table gets the rows and columns that it lacks. */
function fillCells(
  tr: Transaction,
  { table, start, row, column }: NonNullable<ReturnType<typeof selectedCell>>,
  from: Node,
): Transaction {
  const height = Math.max(table.childCount, row + from.childCount)
  const width = Math.max(table.child(0).childCount, column + from.child(0).childCount)
  if (width * height > MAX_CELLS) throw new TooManyCells(width * height)
  const rows = Array.from({ length: height }, (_, y) =>
    nodes.table_row.create(
      null,
      Array.from({ length: width }, (_each, x) => {
        const old = table.maybeChild(y)?.maybeChild(x)
        const attrs = old?.attrs ?? { header: y === 0 && table.child(0).child(0).attrs.header === true }
        const content = from.maybeChild(y - row)?.maybeChild(x - column)?.content ?? old?.content
        return nodes.table_cell.create(attrs, content)
      }),
    ),
  )
  const next = tr.replaceWith(start, start + table.nodeSize, table.copy(Fragment.from(rows)))
  return caretInCell(next, start, row + from.childCount - 1, column + from.child(0).childCount - 1)
}

/** Tables whose first row names the columns: Markdown has no others. */
export const withHeads = (blocks: readonly Node[]): Node[] =>
  blocks.map((block) => {
    if (block.type !== nodes.table) {
      return block.isTextblock || block.isAtom ? block : block.copy(Fragment.from(withHeads(block.children)))
    }
    const rows = block.children.map((row, index) =>
      row.copy(
        Fragment.from(
          row.children.map((cell) => cell.type.create({ ...cell.attrs, header: index === 0 }, cell.content)),
        ),
      ),
    )
    return block.type.create({ ...block.attrs, head: true }, rows)
  })

/** Plain text as paragraphs, which empty lines separate; a single line break is one. */
export function plainParagraphs(text: string): Node[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[\t ]*\n/)
    .flatMap((paragraph) => {
      const lines = paragraph.split('\n')
      const inline = lines.flatMap((line, at) => [
        ...(at > 0 ? [nodes.hard_break.create()] : []),
        ...(line === '' ? [] : [schema.text(line)]),
      ])
      return paragraph.trim() === '' ? [] : [nodes.paragraph.create(null, inline)]
    })
}
