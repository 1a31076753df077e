import { expect, test } from 'vitest'
import { addPageCommand } from './addPage.ts'
import { changeTagCommands } from './changeTag.ts'
import { componentTitle, createComponentCommand } from './createComponent.ts'
import { deleteNodeCommand } from './deleteNode.ts'
import { detachComponentCommand } from './detachComponent.ts'
import { hideNodeCommands } from './hideNode.ts'
import { siteCommands } from './index.ts'
import type { SiteEditorState } from './state.ts'
import { unwrapNodeCommand } from './unwrapNode.ts'
import { groupNodesCommands } from './wrapNodes.ts'

const selected = { nodeId: 'n1', title: 'hero: the start', isElement: true, isRoot: false, moves: {} }

test('with nothing selected only what needs no selection is offered', () => {
  const offered = siteCommands.filter((command) => command.input({}) !== undefined)
  expect(offered.map(({ name }) => name)).toEqual(['page.add'])
})

test('the body of a page is neither deleted, moved, copied nor made a component', () => {
  const state: SiteEditorState = { selected: { ...selected, isRoot: true } }
  const offered = siteCommands.filter((command) => command.input(state) !== undefined)
  expect(offered.map(({ name }) => name)).toEqual(['page.add'])
})

test('what is selected goes into the input, and what to turn to comes from the result or the state', () => {
  const state: SiteEditorState = { selected: { ...selected, next: 'n2' } }
  expect(deleteNodeCommand.input(state)).toEqual({ nodeId: 'n1' })
  expect(deleteNodeCommand.focus(undefined, state)).toEqual({ nodeId: 'n2' })
  expect(createComponentCommand.input(state)).toEqual({ title: 'Hero the start', nodeIds: ['n1'] })
  expect(addPageCommand.focus({ pageId: 'p' })).toEqual({ documentId: 'p' })
})

test('an instance is detached and not made a component again; a text is neither', () => {
  const instance: SiteEditorState = { selected: { ...selected, componentId: 'c1' } }
  expect(createComponentCommand.input(instance)).toBeUndefined()
  expect(detachComponentCommand.input(instance)).toEqual({ nodeId: 'n1' })
  const text: SiteEditorState = { selected: { ...selected, isElement: false } }
  expect(createComponentCommand.input(text)).toBeUndefined()
  expect(detachComponentCommand.input(text)).toBeUndefined()
})

test('a component of a layer without letters has a title too', () => {
  expect(componentTitle('***')).toBe('Component')
  expect(componentTitle(`${'é'.repeat(200)}`)).toHaveLength(80)
})

test('a selection is grouped as one, and ungrouped if it holds layers', () => {
  const [group] = groupNodesCommands
  const other = { ...selected, nodeId: 'n2' }
  expect(group.input({ selected, selection: [other, selected] })).toEqual({ nodeIds: ['n2', 'n1'] })
  expect(group.input({ selected })).toEqual({ nodeIds: ['n1'] })
  expect(group.input({ selected: { ...selected, isRoot: true } })).toBeUndefined()
  expect(unwrapNodeCommand.input({ selected })).toBeUndefined()
  expect(unwrapNodeCommand.input({ selected: { ...selected, holdsOthers: true } })).toEqual({ nodeId: 'n1' })
})

test('a tag is changed to those of its kind', () => {
  const tags = (tag: string) =>
    changeTagCommands.flatMap((command) => command.input({ selected: { ...selected, tag } })?.patch.tag ?? [])
  expect(tags('h2')).toEqual(['h1', 'h3', 'h4', 'p', 'blockquote'])
  expect(tags('ul')).toEqual(['ol'])
  expect(tags('img')).toEqual([])
})

test('several layers become one component, and a selection is hidden unless all of it is', () => {
  const other = { ...selected, nodeId: 'n2', title: 'second' }
  expect(createComponentCommand.input({ selected: other, selection: [selected, other] })).toEqual({
    title: 'Hero the start',
    nodeIds: ['n1', 'n2'],
  })
  const [hide, unhide] = hideNodeCommands
  const hidden = { ...other, isHidden: true }
  expect(hide.input({ selected, selection: [selected, hidden] })).toEqual({ nodeIds: ['n1', 'n2'], hidden: true })
  expect(unhide.input({ selected, selection: [selected, hidden] })).toEqual({ nodeIds: ['n1', 'n2'], hidden: false })
  expect(hide.input({ selected: hidden })).toBeUndefined()
  expect(unhide.input({ selected })).toBeUndefined()
})
