import { Fragment, type Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { schema } from '../model/schema.ts'
import {
  type CellPlace,
  caretInCell,
  cellCount,
  cellPlace,
  createTable,
  emptyCell,
  insideOfCell,
  MAX_CELLS,
  selectedCell,
} from '../model/tableAt.ts'

const { nodes } = schema

export const alignments = ['', 'left', 'center', 'right'] as const
export type Alignment = (typeof alignments)[number]

/** Puts an empty table in the place of the selection; a table in a table is not supported. */
export const insertTable: Command = (state, dispatch) => {
  if (selectedCell(state)) return false
  if (!dispatch) return true
  const tr = state.tr.replaceSelectionWith(createTable(3, 3))
  const start = firstTableFrom(tr, tr.mapping.map(state.selection.from, -1))
  dispatch(start === undefined ? tr : caretInCell(tr, start, 0, 0))
  return true
}

/** The first table at a place or behind it. */
function firstTableFrom(tr: Transaction, from: number): number | undefined {
  let found: number | undefined
  tr.doc.nodesBetween(Math.max(0, from - 1), tr.doc.content.size, (node, position) => {
    if (found !== undefined || node.isTextblock) return false
    if (node.type === nodes.table && position >= from - 1) found = position
    return node.type !== nodes.table
  })
  return found
}

/** A command on the table that the caret is in. */
const onTable =
  (edit: (tr: Transaction, place: CellPlace) => Transaction): Command =>
  (state, dispatch) => {
    const place = selectedCell(state)
    if (!place) return false
    dispatch?.(edit(state.tr, place))
    return true
  }

/** A command that adds to a table, up to the size that is edited in place. */
const onGrowing = (edit: (tr: Transaction, place: CellPlace) => Transaction): Command => {
  const command = onTable(edit)
  return (state, dispatch, view) => {
    const place = selectedCell(state)
    return place !== undefined && (cellCount(place.table) >= MAX_CELLS || command(state, dispatch, view))
  }
}

/** Adds a row of empty cells; the row that names the columns stays the first one. */
export const addRow = (side: 'above' | 'below'): Command =>
  onGrowing((tr, { table, start, row, column }) => {
    const index = side === 'below' ? row + 1 : row
    const like = table.child(row)
    const plain = index > 0 && row === 0 ? table.maybeChild(1) : undefined
    const isHead = index === 0 && like.children.every(({ attrs }) => attrs.header === true)
    const cells = like.children.map((cell, at) => {
      const made = emptyCell(plain?.maybeChild(at) ?? cell)
      return row === 0 && index > 0 && !plain ? nodes.table_cell.create({ align: cell.attrs.align }) : made
    })
    const added = nodes.table_row.create(null, cells)
    if (!isHead) {
      const position = insideOfCell(table, start, index, 0) - 2
      return caretInCell(tr.insert(position, added), start, index, column)
    }
    // The former first row is one of the others now.
    const old = like.copy(Fragment.from(like.children.map((cell) => setHeader(cell, false))))
    return caretInCell(replaceRows(tr, table, start, [added, old, ...table.children.slice(1)]), start, 0, column)
  })

const setHeader = (cell: Node, header: boolean) => cell.type.create({ ...cell.attrs, header }, cell.content, cell.marks)

const replaceRows = (tr: Transaction, table: Node, start: number, rows: readonly Node[]) =>
  tr.replaceWith(start, start + table.nodeSize, table.copy(Fragment.from(rows)))

export const addColumn = (side: 'before' | 'after'): Command =>
  onGrowing((tr, { table, start, row, column }) => {
    const index = side === 'after' ? column + 1 : column
    const rows = table.children.map((each) => {
      const like = each.child(column)
      const cell = nodes.table_cell.create({ header: like.attrs.header })
      return each.copy(Fragment.from([...each.children.slice(0, index), cell, ...each.children.slice(index)]))
    })
    return caretInCell(replaceRows(tr, table, start, rows), start, row, index)
  })

/** Deletes the row of the caret; the last one goes with its table. */
export const deleteRow: Command = onTable((tr, { table, start, row, column }) => {
  if (table.childCount === 1) return deleteWhole(tr, table, start)
  const isHead = row === 0 && table.child(0).children.every(({ attrs }) => attrs.header === true)
  const [first, ...rest] = table.children.filter((_, index) => index !== row)
  if (!first) return tr
  const head = isHead ? first.copy(Fragment.from(first.children.map((cell) => setHeader(cell, true)))) : first
  return caretInCell(replaceRows(tr, table, start, [head, ...rest]), start, row, column)
})

/** Deletes the column of the caret; the last one goes with its table. */
export const deleteColumn: Command = onTable((tr, { table, start, row, column }) => {
  if (table.child(0).childCount === 1) return deleteWhole(tr, table, start)
  const rows = table.children.map((each) =>
    each.copy(Fragment.from(each.children.filter((_, index) => index !== column))),
  )
  return caretInCell(replaceRows(tr, table, start, rows), start, row, column)
})

export const deleteTable: Command = onTable((tr, { table, start }) => deleteWhole(tr, table, start))

function deleteWhole(tr: Transaction, table: Node, start: number): Transaction {
  const next = tr.replaceWith(start, start + table.nodeSize, nodes.paragraph.create())
  return next.setSelection(TextSelection.create(next.doc, start + 1)).scrollIntoView()
}

/** Aligns the column of the caret. */
export const alignColumn = (align: Alignment): Command =>
  onTable((tr, { table, start, row, column }) => {
    const rows = table.children.map((each) =>
      each.copy(
        Fragment.from(
          each.children.map((cell, index) =>
            index === column ? cell.type.create({ ...cell.attrs, align }, cell.content) : cell,
          ),
        ),
      ),
    )
    return caretInCell(replaceRows(tr, table, start, rows), start, row, column)
  })

/** How the column of the caret is aligned; undefined outside of a table. */
export function alignmentAt(state: EditorState): Alignment | undefined {
  const place = selectedCell(state)
  const cell = place?.table.child(place.row).child(place.column)
  return cell && alignments.find((each) => each === cell.attrs.align)
}

/** Goes to the cell behind or in front; behind the last one there is a new row. */
export const stepCell = (direction: 1 | -1): Command => {
  const step = onTable((tr, { table, start, row, column }) => {
    const width = table.child(0).childCount
    const index = row * width + column + direction
    return caretInCell(tr, start, Math.floor(index / width), index % width)
  })
  return (state, dispatch, view) => {
    const place = selectedCell(state)
    if (!place) return false
    const isFirst = place.row === 0 && place.column === 0
    const isLast = place.row === place.table.childCount - 1 && place.column === place.table.child(0).childCount - 1
    // The key leaves the editor, as it does outside of tables.
    if (direction === -1 && isFirst) return false
    if (direction === -1 || !isLast) return step(state, dispatch, view)
    return addRow('below')(state, dispatch && ((tr) => dispatch(caretInCell(tr, place.start, place.row + 1, 0))), view)
  }
}

/** Goes to the cell below, from the last one to behind the table. */
export const cellBelow: Command = (state, dispatch, view) => {
  const place = selectedCell(state)
  if (!place) return false
  if (place.row === place.table.childCount - 1) return leaveTable(1)(state, dispatch, view)
  dispatch?.(caretInCell(state.tr, place.start, place.row + 1, place.column))
  return true
}

/** Goes behind or in front of the table, into a new paragraph where there is nothing to type in. */
export const leaveTable = (direction: 1 | -1): Command =>
  onTable((tr, { table, start }) => {
    const edge = direction === 1 ? start + table.nodeSize : start
    const $edge = tr.doc.resolve(edge)
    const beside = direction === 1 ? $edge.nodeAfter : $edge.nodeBefore
    const next = beside?.isTextblock ? tr : tr.insert(edge, nodes.paragraph.create())
    const position = direction === 1 || !beside?.isTextblock ? edge + 1 : edge - 1
    return next.setSelection(TextSelection.create(next.doc, position)).scrollIntoView()
  })

/** Whether a selection reaches over several cells of one table. */
function spannedCells({ doc, selection }: EditorState): { first: CellPlace; last: CellPlace } | undefined {
  if (selection.empty) return undefined
  const first = cellPlace(doc, selection.from)
  const last = cellPlace(doc, selection.to)
  const isSpan = first && last && first.start === last.start && first.inside !== last.inside
  return isSpan ? { first, last } : undefined
}

/** Empties the selected parts of several cells, which stay. */
export const clearCells: Command = (state, dispatch) => {
  const span = spannedCells(state)
  if (!span) return false
  if (!dispatch) return true
  const { from, to } = state.selection
  const tr = state.tr
  const parts: [number, number][] = []
  state.doc.nodesBetween(from, to, (node, position) => {
    if (node.type !== nodes.table_cell) return true
    parts.push([Math.max(from, position + 1), Math.min(to, position + 1 + node.content.size)])
    return false
  })
  for (const [begin, end] of parts.reverse()) if (end > begin) tr.delete(begin, end)
  dispatch(tr.setSelection(TextSelection.create(tr.doc, from)).scrollIntoView())
  return true
}
