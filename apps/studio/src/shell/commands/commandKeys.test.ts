import { expect, test } from 'vitest'
import { bindCommand, type EditorCommand, inSections, matchingSections, type ViewCommand } from './command.ts'
import { menuEntries } from './menuEntries.ts'
import { runShortcut } from './shortcuts.ts'

function setUp(fields: Partial<ViewCommand<object>> & { shortcuts: string[] }) {
  const ran: string[] = []
  const command: ViewCommand<object> = {
    name: 'a',
    label: 'A',
    icon: 'copy',
    group: 'one',
    run: () => void ran.push('a'),
    ...fields,
  }
  return { ran, commands: [bindCommand(command, {})] }
}

function press(commands: readonly EditorCommand[], fields: Partial<KeyboardEvent>, field = false) {
  let prevented = fields.defaultPrevented ?? false
  const target = Object.assign(new EventTarget(), {
    nodeType: 1,
    nodeName: field ? 'INPUT' : 'DIV',
    getAttribute: () => null,
    closest: () => null,
  })
  const none = { metaKey: false, ctrlKey: false, shiftKey: false, altKey: false, isComposing: false }
  const event = {
    ...none,
    key: '',
    ...fields,
    target,
    defaultPrevented: prevented,
    preventDefault() {
      prevented = true
    },
  }
  const ran = runShortcut(event, commands)
  return { ran, prevented }
}

test('a key runs its command, and the browser does nothing with it', () => {
  const { ran, commands } = setUp({ shortcuts: ['v'] })
  expect(press(commands, { key: 'v' })).toEqual({ ran: true, prevented: true })
  expect(press(commands, { key: 'x' })).toEqual({ ran: false, prevented: false })
  expect(ran).toEqual(['a'])
})

test('a command that is not offered leaves a plain key to the browser, but not one with Ctrl or Alt', () => {
  const { ran, commands } = setUp({ shortcuts: ['enter', 'alt+arrowleft', 'mod+d'], offered: () => false })
  expect(press(commands, { key: 'Enter' }).prevented).toBe(false)
  expect(press(commands, { key: 'ArrowLeft', altKey: true }).prevented).toBe(true)
  expect(press(commands, { key: 'd', ctrlKey: true }).prevented).toBe(true)
  expect(ran).toEqual([])
})

test('while a user writes, only what says so runs', () => {
  const plain = setUp({ shortcuts: ['mod+z', 'v'] })
  expect(press(plain.commands, { key: 'z', ctrlKey: true }, true)).toEqual({ ran: false, prevented: false })
  expect(press(plain.commands, { key: 'v' }, true)).toEqual({ ran: false, prevented: false })
  const always = setUp({ shortcuts: ['mod+k'], whileWriting: true })
  expect(press(always.commands, { key: 'k', ctrlKey: true }, true).ran).toBe(true)
})

test('a key that something else has handled runs only what says so', () => {
  const quiet = setUp({ shortcuts: ['v'] })
  expect(press(quiet.commands, { key: 'v', defaultPrevented: true }).ran).toBe(false)
  const loud = setUp({ shortcuts: ['/'], always: true })
  expect(press(loud.commands, { key: '/', defaultPrevented: true }).ran).toBe(true)
})

test('a menu holds what is offered, with a line between groups; sections without commands are left out', () => {
  const make = (name: string, group: string, offered = true) =>
    bindCommand({ name, label: name, icon: 'copy', group, offered: () => offered, run: () => undefined }, {})
  const commands = [make('a', 'two'), make('b', 'one'), make('c', 'one', false), make('d', 'three')]
  const entries = menuEntries(commands, ['one', 'two']).map((entry) => ('label' in entry ? entry.label : '-'))
  expect(entries).toEqual(['b', '-', 'a'])
  const nested = menuEntries(commands, ['one', { label: 'More', group: 'two' }, { label: 'None', group: 'nowhere' }])
  expect(nested).toMatchObject([{ label: 'b' }, { separator: true }, { label: 'More', entries: [{ label: 'a' }] }])
  const sections = inSections(commands, [
    { heading: 'First', groups: ['two', 'one'] },
    { heading: 'None', groups: ['nowhere'] },
  ])
  expect(sections.map(({ heading, commands: held }) => [heading, held.map(({ name }) => name)])).toEqual([
    ['First', ['a', 'b', 'c']],
  ])
})

test('the commands that match what is typed come best first, under their section', () => {
  const named = (label: string, group: string, note?: string): EditorCommand => ({
    name: label,
    label,
    icon: 'copy',
    group,
    note,
    offered: () => true,
    run: () => undefined,
  })
  const commands = [
    named('Delete the page', 'site'),
    named('Page settings', 'site'),
    named('Open a page', 'go', 'delta'),
  ]
  const sections = [
    { heading: 'Site', groups: ['site'] },
    { heading: 'Go', groups: ['go'] },
  ]
  const found = (typed: string) =>
    matchingSections(commands, sections, typed).map(({ heading, commands }) => [
      heading,
      ...commands.map(({ label }) => label),
    ])
  expect(found('')).toEqual([
    ['Site', 'Delete the page', 'Page settings'],
    ['Go', 'Open a page'],
  ])
  expect(found('p')).toEqual([
    ['Site', 'Page settings', 'Delete the page'],
    ['Go', 'Open a page'],
  ])
  expect(found(' DELTA ')).toEqual([['Go', 'Open a page']])
  expect(found('page open')).toEqual([['Go', 'Open a page']])
  expect(found('quantum')).toEqual([])
})
