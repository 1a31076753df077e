import { expect, test } from 'vitest'
import { siteCommands } from './index.ts'
import { componentTitle } from './selection.ts'
import type { SiteEditorState } from './state.ts'

const selected = { nodeId: 'n1', title: 'hero: the start', isElement: true, isRoot: false, moves: {} }

const command = (name: string) => siteCommands.find((each) => each.name === name) ?? expect.fail(name)
const inputOf = (name: string, state: SiteEditorState) => command(name).input(state)
const offeredIn = (state: SiteEditorState) =>
  siteCommands.filter((each) => each.input(state) !== undefined).map(({ name }) => name)

test('with nothing selected only what needs no selection is offered', () => {
  expect(offeredIn({})).toEqual(['page.add'])
})

test('the body of a page is locked as its page, and neither deleted, moved, copied nor made a component', () => {
  expect(offeredIn({ selected: { ...selected, isRoot: true } })).toEqual(['node.lockForAgent', 'page.add'])
  const locked = { documentId: 'p1', selected: { ...selected, isRoot: true, isLocked: true } }
  expect(inputOf('node.unlockForAgent', locked)).toEqual({ ids: ['p1'], locked: false })
})

test('what is selected goes into the input, and what to turn to comes from the result or the state', () => {
  const state: SiteEditorState = { selected: { ...selected, next: 'n2' } }
  expect(inputOf('node.delete', state)).toEqual({ nodeId: 'n1' })
  expect(command('node.delete').focus?.(undefined, state)).toEqual({ nodeId: 'n2' })
  expect(inputOf('node.makeComponent', state)).toEqual({ title: 'Hero the start', nodeIds: ['n1'] })
  expect(command('page.add').focus?.({ pageId: 'p' }, state)).toEqual({ documentId: 'p' })
  expect(inputOf('node.multiply.4', state)).toEqual({ nodeId: 'n1', count: 3 })
})

test('an instance is detached and not made a component again; a text is neither', () => {
  const instance: SiteEditorState = { selected: { ...selected, componentId: 'c1' } }
  expect(inputOf('node.makeComponent', instance)).toBeUndefined()
  expect(inputOf('node.detach', instance)).toEqual({ nodeId: 'n1' })
  const text: SiteEditorState = { selected: { ...selected, isElement: false } }
  expect(inputOf('node.makeComponent', text)).toBeUndefined()
  expect(inputOf('node.detach', text)).toBeUndefined()
})

test('a component of a layer without letters has a title too', () => {
  expect(componentTitle('***')).toBe('Component')
  expect(componentTitle(`${'é'.repeat(200)}`)).toHaveLength(80)
})

test('a selection is grouped as one, and ungrouped if it holds layers', () => {
  const other = { ...selected, nodeId: 'n2' }
  expect(inputOf('node.group', { selected, selection: [other, selected] })).toEqual({ nodeIds: ['n2', 'n1'] })
  expect(inputOf('node.group', { selected })).toEqual({ nodeIds: ['n1'] })
  expect(inputOf('node.group', { selected: { ...selected, isRoot: true } })).toBeUndefined()
  expect(inputOf('node.ungroup', { selected })).toBeUndefined()
  expect(inputOf('node.ungroup', { selected: { ...selected, holdsOthers: true } })).toEqual({ nodeId: 'n1' })
})

test('a tag is changed to those of its kind', () => {
  const tags = (tag: string) =>
    siteCommands
      .filter(({ group }) => group === 'tag')
      .map((each) => each.input({ selected: { ...selected, tag } }))
      .filter((input) => input !== undefined)
  const inputs = (...all: string[]) => all.map((tag) => ({ nodeId: 'n1', patch: { tag } }))
  expect(tags('h2')).toEqual(inputs('h1', 'h3', 'h4', 'p', 'blockquote'))
  expect(tags('ul')).toEqual(inputs('ol'))
  expect(tags('img')).toEqual([])
})

test('several layers become one component, and a selection is hidden unless all of it is', () => {
  const other = { ...selected, nodeId: 'n2', title: 'second' }
  expect(inputOf('node.makeComponent', { selected: other, selection: [selected, other] })).toEqual({
    title: 'Hero the start',
    nodeIds: ['n1', 'n2'],
  })
  const hidden = { ...other, isHidden: true }
  const both = { nodeIds: ['n1', 'n2'] }
  expect(inputOf('node.hide', { selected, selection: [selected, hidden] })).toEqual({ ...both, hidden: true })
  expect(inputOf('node.unhide', { selected, selection: [selected, hidden] })).toEqual({ ...both, hidden: false })
  expect(inputOf('node.hide', { selected: hidden })).toBeUndefined()
  expect(inputOf('node.unhide', { selected })).toBeUndefined()
})

test('the commands of each group are in the order of its menu', () => {
  const names = (wanted: string) => siteCommands.filter(({ group }) => group === wanted).map(({ name }) => name)
  expect(names('layer')).toEqual([
    'node.duplicate',
    'node.group',
    'node.ungroup',
    'node.hide',
    'node.unhide',
    'node.lockForAgent',
    'node.unlockForAgent',
  ])
  expect(names('wrap')).toEqual(['node.wrapLink', 'node.wrapList', 'node.wrapRow', 'node.wrapStack', 'node.wrapGrid'])
  expect(names('component')).toEqual(['node.makeComponent', 'node.makeSlot', 'node.saveSection', 'node.detach'])
})
