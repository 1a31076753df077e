import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { createMarkdownText } from '../../markdown/markdownText.ts'
import { schema } from '../model/schema.ts'
import { selectedCell } from '../model/tableAt.ts'
import {
  addColumn,
  addRow,
  alignColumn,
  cellBelow,
  clearCells,
  deleteColumn,
  deleteRow,
  deleteTable,
  insertTable,
  stepCell,
} from './tableCommands.ts'
import { tablePlugins } from './tablePlugin.ts'

const markdown = createMarkdownText()
const TABLE = '| A | B |\n| --- | --- |\n| 1 | 2 |'

/** A text with the caret behind the words. */
function open(text: string, words: string) {
  const doc = markdown.read(text)
  let place = 1
  doc.descendants((node, position) => {
    if (node.text?.includes(words)) place = position + node.text.indexOf(words) + words.length
  })
  let state = EditorState.create({ doc, plugins: tablePlugins(), selection: TextSelection.create(doc, place) })
  return {
    run(command: Command) {
      return command(state, (transaction) => {
        state = state.apply(transaction)
      })
    },
    select(from: number, to: number) {
      state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)))
    },
    edit(change: (tr: EditorState['tr']) => EditorState['tr']) {
      state = state.apply(change(state.tr))
    },
    text: () => markdown.write(state.doc),
    doc: () => state.doc,
    cell: () => {
      const place = selectedCell(state)
      return place && [place.row, place.column]
    },
  }
}

test('rows and columns are added beside the caret, which goes there', () => {
  const editor = open(TABLE, '1')
  expect(editor.run(addRow('below'))).toBe(true)
  expect([editor.cell(), editor.text()]).toEqual([[2, 0], `${TABLE}\n|  |  |`])
  editor.run(addRow('above'))
  editor.run(addColumn('after'))
  expect(editor.cell()).toEqual([2, 1])
  editor.run(addColumn('before'))
  expect(editor.text()).toBe(
    '| A |  |  | B |\n| --- | --- | --- | --- |\n| 1 |  |  | 2 |\n|  |  |  |  |\n|  |  |  |  |',
  )
})

test('the row that names the columns stays the first one', () => {
  const editor = open(TABLE, 'A')
  editor.run(addRow('below'))
  expect(editor.text()).toBe('| A | B |\n| --- | --- |\n|  |  |\n| 1 | 2 |')
  const above = open(TABLE, 'A')
  above.run(addRow('above'))
  expect(above.text()).toBe('|  |  |\n| --- | --- |\n| A | B |\n| 1 | 2 |')
  const heads = above
    .doc()
    .child(0)
    .children.map((row) => row.children.map(({ attrs }) => attrs.header))
  expect(heads).toEqual([
    [true, true],
    [false, false],
    [false, false],
  ])
  above.run(deleteRow)
  expect(
    above
      .doc()
      .child(0)
      .child(0)
      .children.map(({ attrs }) => attrs.header),
  ).toEqual([true, true])
})

test('rows and columns are deleted, the last of them with the table', () => {
  const editor = open(TABLE, '2')
  editor.run(deleteColumn)
  expect(editor.text()).toBe('| A |\n| --- |\n| 1 |')
  editor.run(deleteRow)
  expect(editor.text()).toBe('| A |\n| --- |')
  editor.run(deleteRow)
  expect(editor.doc().childCount).toBe(1)
  expect(editor.doc().child(0).type).toBe(schema.nodes.paragraph)
  const other = open(`One\n\n${TABLE}\n\nTwo`, 'A')
  other.run(deleteTable)
  expect(other.text()).toBe('One\n\nTwo')
})

test('Tab goes from cell to cell, adds a row behind the last one, and leaves in front of the first', () => {
  const editor = open(TABLE, 'B')
  editor.run(stepCell(1))
  expect(editor.cell()).toEqual([1, 0])
  editor.run(stepCell(1))
  editor.run(stepCell(1))
  expect(editor.cell()).toEqual([2, 0])
  expect(editor.text()).toBe(`${TABLE}\n|  |  |`)
  editor.run(stepCell(-1))
  expect(editor.cell()).toEqual([1, 1])
  expect(open(TABLE, 'A').run(stepCell(-1))).toBe(false)
  expect(open('No table', 'No').run(stepCell(1))).toBe(false)
})

test('Enter goes down, and from the last row behind the table', () => {
  const editor = open(TABLE, 'B')
  editor.run(cellBelow)
  expect(editor.cell()).toEqual([1, 1])
  editor.run(cellBelow)
  expect(editor.cell()).toBeUndefined()
  editor.edit((tr) => tr.insertText('Behind'))
  expect(editor.text()).toBe(`${TABLE}\n\nBehind`)
})

test('a column is aligned as a whole', () => {
  const editor = open(TABLE, '2')
  editor.run(alignColumn('right'))
  expect(editor.text()).toBe('| A | B |\n| --- | ---: |\n| 1 | 2 |')
  expect(markdown.read(editor.text()).child(0).child(1).child(1).attrs.align).toBe('right')
})

test('a new table takes the place of an empty paragraph, and there is none in a table', () => {
  const editor = open('One', 'One')
  editor.edit((tr) => tr.split(tr.selection.from))
  expect(editor.run(insertTable)).toBe(true)
  expect(editor.cell()).toEqual([0, 0])
  editor.edit((tr) => tr.insertText('Name'))
  expect(editor.text()).toBe('One\n\n| Name |  |  |\n| --- | --- | --- |\n|  |  |  |\n|  |  |  |')
  expect(editor.run(insertTable)).toBe(false)
})

test('deleting over several cells empties them, and every row keeps its cells', () => {
  const editor = open(TABLE, 'A')
  editor.select(3, editor.doc().content.size - 3)
  expect(editor.run(clearCells)).toBe(true)
  const widths = () =>
    editor
      .doc()
      .child(0)
      .children.map(({ childCount }) => childCount)
  expect(widths()).toEqual([2, 2])
  expect(open('Two words', 'Two').run(clearCells)).toBe(false)
  // Any other way to delete leaves rows of one width as well.
  const other = open(`Before\n\n${TABLE}\n\nBehind`, 'B')
  other.edit((tr) => tr.delete(3, tr.selection.from))
  other.doc().check()
  for (const table of other.doc().children.filter(({ type }) => type === schema.nodes.table))
    expect(new Set(table.children.map(({ childCount }) => childCount)).size).toBe(1)
})
