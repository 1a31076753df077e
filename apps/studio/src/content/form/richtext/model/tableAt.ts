import { Fragment, type Node } from 'prosemirror-model'
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { schema } from './schema.ts'

const { nodes } = schema

/**
 * The most cells of a table that is edited in place: browsers lay a table out again with each key. The largest one of an
 * encyclopedia or a price list has some 2,500.
 */
export const MAX_CELLS = 10_000

export const cellCount = (table: Node): number => table.childCount * (table.firstChild?.childCount ?? 0)

/** A table that is larger than any in a text. */
export class TooManyCells extends Error {
  readonly cells: number
  constructor(cells: number) {
    super(`${cells} cells`)
    this.cells = cells
  }
}

/** The cell that the selection begins in, and its table. */
export interface CellPlace {
  table: Node
  /** Where the table begins in the document. */
  start: number
  row: number
  column: number
  /** The position of the cell's text. */
  inside: number
}

/** The place of a position within a table; undefined outside of one. */
export function cellPlace(doc: Node, position: number): CellPlace | undefined {
  const $at = doc.resolve(position)
  for (let depth = $at.depth; depth > 1; depth -= 1) {
    if ($at.node(depth).type !== nodes.table_cell) continue
    return {
      table: $at.node(depth - 2),
      start: $at.before(depth - 2),
      row: $at.index(depth - 2),
      column: $at.index(depth - 1),
      inside: $at.start(depth),
    }
  }
  return undefined
}

export const selectedCell = ({ doc, selection }: EditorState) => cellPlace(doc, selection.from)

/** The place of a cell's text, for a table that begins at `start`. */
export function insideOfCell(table: Node, start: number, row: number, column: number): number {
  let position = start + 1
  for (const each of table.children.slice(0, row)) position += each.nodeSize
  position += 1
  for (const cell of table.maybeChild(row)?.children.slice(0, column) ?? []) position += cell.nodeSize
  return position + 1
}

/** Puts the caret behind the text of a cell. */
export function caretInCell(tr: Transaction, start: number, row: number, column: number): Transaction {
  const table = tr.doc.nodeAt(start)
  if (table?.type !== nodes.table) return tr
  const lastRow = Math.min(row, table.childCount - 1)
  const cells = table.child(lastRow)
  const lastColumn = Math.min(column, cells.childCount - 1)
  const inside = insideOfCell(table, start, lastRow, lastColumn)
  return tr.setSelection(TextSelection.create(tr.doc, inside + cells.child(lastColumn).content.size)).scrollIntoView()
}

/** An empty cell with the attributes of another one. */
export const emptyCell = (like?: Node) =>
  nodes.table_cell.create({ header: like?.attrs.header === true, align: like?.attrs.align ?? '' })

/** A table of texts whose first row names the columns. */
export function createTable(rows: number, columns: number): Node {
  const row = (header: boolean) =>
    nodes.table_row.create(
      null,
      Array.from({ length: columns }, () => nodes.table_cell.create({ header })),
    )
  return nodes.table.create(
    { head: true },
    Array.from({ length: rows }, (_, index) => row(index === 0)),
  )
}

/** Rows with the same number of cells each; undefined if they have that already. */
export function rectangular(table: Node): Node | undefined {
  const width = Math.max(...table.children.map(({ childCount }) => childCount))
  if (table.children.every(({ childCount }) => childCount === width)) return undefined
  const rows = table.children.map((row) =>
    row.childCount === width
      ? row
      : row.copy(
          Fragment.from([
            ...row.children,
            ...Array.from({ length: width - row.childCount }, () => emptyCell(row.lastChild ?? undefined)),
          ]),
        ),
  )
  return table.copy(Fragment.from(rows))
}
