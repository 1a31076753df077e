import type { Node } from 'prosemirror-model'
import { schema } from '../model/schema.ts'
import { MAX_CELLS, TooManyCells } from '../model/tableAt.ts'
import { cellText, withoutWholeBold } from './flow.ts'
import type { LeftOutKind } from './leftOut.ts'
import { isElement, type PastedElement, pastedElements, styleOf } from './pastedNode.ts'

const { nodes } = schema

/** The rows of a table, not those of a table in it. */
function rowsOf(table: PastedElement): { row: PastedElement; isHead: boolean }[] {
  return table.children.filter(isElement).flatMap((child) => {
    if (child.tag === 'tr') return [{ row: child, isHead: false }]
    if (child.tag !== 'thead' && child.tag !== 'tbody' && child.tag !== 'tfoot') return []
    return pastedElements(child.children, 'tr').map((row) => ({ row, isHead: child.tag === 'thead' }))
  })
}

const isCell = (node: PastedElement) => node.tag === 'td' || node.tag === 'th'

/** Whether a table only arranges what is in it: it says so, has one cell, or holds other tables. */
export function isLayout(table: PastedElement): boolean {
  const { role } = table.attributes
  if (role === 'presentation' || role === 'none') return true
  if (pastedElements(table.children, 'table').length > 0) return true
  const cells = rowsOf(table).flatMap(({ row }) => row.children.filter(isElement).filter(isCell))
  return cells.length <= 1
}

/** Over how many places a cell reaches; a number that is larger than the table means all of them. */
const spanOf = (cell: PastedElement, name: string, most: number) => {
  const count = Number.parseInt(cell.attributes[name] ?? '1', 10)
  return Number.isFinite(count) ? Math.min(Math.max(count, 1), most) : 1
}

/**
 * A table with the same number of cells in each row; a cell over several places has its text in the first of them.
 * @param read the blocks within a cell
 */
export function readTable(
  table: PastedElement,
  read: (cell: PastedElement) => readonly Node[],
  leftOut: (kind: LeftOutKind) => void,
): Node | undefined {
  const rows = rowsOf(table).map(({ row, isHead }) => ({
    cells: row.children.filter(isElement).filter(isCell),
    isHead,
  }))
  const widest = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const count = rows.reduce((sum, { cells }) => sum + cells.length, 0)
  if (count > MAX_CELLS) throw new TooManyCells(count)
  let room = 4 * MAX_CELLS
  const filled = rows.map(() => new Set<number>())
  const placed: { cell: PastedElement; row: number; column: number; isHead: boolean }[] = []
  let width = 0
  for (const [index, { cells, isHead }] of rows.entries()) {
    let column = 0
    for (const cell of cells) {
      while (filled[index]?.has(column)) column += 1
      placed.push({ cell, row: index, column, isHead: isHead || cell.tag === 'th' })
      const [down, across] = [spanOf(cell, 'rowspan', rows.length - index), spanOf(cell, 'colspan', 2 * widest)]
      if (down * across > 1) leftOut('mergedCell')
      room -= down * across
      if (room < 0) throw new TooManyCells(rows.length * widest)
      for (let y = index; y < index + down; y += 1) for (let x = column; x < column + across; x += 1) filled[y]?.add(x)
      column += across
      width = Math.max(width, column)
    }
  }
  if (placed.length === 0) return undefined
  const grid = rows.map(() => new Map<number, Node>())
  for (const { cell, row, column, isHead } of placed) {
    const align = styleOf(cell).get('text-align') ?? cell.attributes.align ?? ''
    const attrs = { header: isHead, align: /^(?:center|right)$/.test(align) ? align : '' }
    const made = nodes.table_cell.create(
      attrs,
      cellText(read(cell), () => leftOut('listInCell')),
    )
    grid[row]?.set(column, isHead ? made.type.create(attrs, withoutWholeBold(made)) : made)
  }
  // Columns in which no cell begins are those of a cell over several.
  const used = Array.from({ length: width }, (_, at) => at).filter((at) => grid.some((row) => row.has(at)))
  if (used.length * rows.length > MAX_CELLS) throw new TooManyCells(used.length * rows.length)
  const first = [...(grid[0]?.values() ?? [])]
  const isHead = first.every(({ attrs }) => attrs.header === true)
  return nodes.table.create(
    { head: isHead },
    grid.map((row, index) =>
      nodes.table_row.create(
        null,
        used.map((at) => row.get(at) ?? nodes.table_cell.create({ header: isHead && index === 0 })),
      ),
    ),
  )
}
