import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { type Command, Plugin } from 'prosemirror-state'
import { schema } from '../model/schema.ts'
import { rectangular, selectedCell } from '../model/tableAt.ts'
import {
  addColumn,
  addRow,
  cellBelow,
  clearCells,
  deleteColumn,
  deleteRow,
  leaveTable,
  stepCell,
} from './tableCommands.ts'

const { nodes } = schema

/** Leaves a table that nothing follows, or that nothing is in front of. */
const arrowOut =
  (direction: 1 | -1): Command =>
  (state, dispatch, view) => {
    const place = selectedCell(state)
    if (!place || !view?.endOfTextblock(direction === 1 ? 'down' : 'up')) return false
    const isEdge = place.row === (direction === 1 ? place.table.childCount - 1 : 0)
    const $start = state.doc.resolve(place.start)
    const isLast = $start.index() === (direction === 1 ? $start.parent.childCount - 1 : 0)
    return isEdge && isLast && leaveTable(direction)(state, dispatch, view)
  }

/** The keys within a table, and what keeps the number of cells in its rows the same. */
export function tablePlugins(): Plugin[] {
  const checked = new WeakSet<Node>()
  return [
    keymap({
      Tab: stepCell(1),
      'Shift-Tab': stepCell(-1),
      Enter: cellBelow,
      'Mod-Enter': leaveTable(1),
      ArrowDown: arrowOut(1),
      ArrowUp: arrowOut(-1),
      Backspace: clearCells,
      Delete: clearCells,
      'Alt-Shift-ArrowDown': addRow('below'),
      'Alt-Shift-ArrowUp': addRow('above'),
      'Alt-Shift-ArrowRight': addColumn('after'),
      'Alt-Shift-ArrowLeft': addColumn('before'),
      'Alt-Shift-Backspace': deleteRow,
      'Alt-Shift-Delete': deleteColumn,
    }),
    new Plugin({
      props: {
        handleTextInput(view, _from, _to, text) {
          if (!clearCells(view.state, view.dispatch)) return false
          view.dispatch(view.state.tr.insertText(text))
          return true
        },
      },
      appendTransaction(transactions, _, { doc, tr }) {
        if (!transactions.some(({ docChanged }) => docChanged)) return null
        const ragged: { position: number; size: number; table: Node }[] = []
        doc.descendants((node, position) => {
          if (node.type !== nodes.table) return !node.isTextblock
          if (checked.has(node)) return false
          const table = rectangular(node)
          if (table) ragged.push({ position, size: node.nodeSize, table })
          else checked.add(node)
          return false
        })
        for (const { position, size, table } of ragged.reverse()) tr.replaceWith(position, position + size, table)
        return ragged.length > 0 ? tr : null
      },
    }),
  ]
}
