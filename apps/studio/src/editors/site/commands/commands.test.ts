import { siteCommands, siteOperations } from '@atelier/site'
import { expect, test } from 'vitest'
import { commandIcons } from '../../../shell/commands/icons.generated.ts'
import { shellCommands } from '../../../shell/commands/shellCommands.ts'
import { operations } from '../session/handles.ts'
import { handleOf, viewCommands } from './index.ts'

const all = [...viewCommands, ...siteCommands, ...shellCommands]

test('no two commands have a name or a shortcut in common', () => {
  const names = all.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const keys = all.flatMap((command) => ('shortcuts' in command ? [...(command.shortcuts ?? [])] : []))
  expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted())
})

test('every key that the editor has ever had runs its command', () => {
  const commandOf = (key: string) =>
    all.find((command) => 'shortcuts' in command && command.shortcuts?.some((each) => each === key))?.name
  expect(
    Object.fromEntries(
      `mod+k mod+\\ mod+z mod+shift+z mod+y mod+d mod+a / ? enter t v escape delete backspace f2
       arrowup arrowdown arrowleft arrowright alt+arrowup alt+arrowdown alt+arrowleft alt+arrowright`
        .split(/\s+/)
        .map((key) => [key, commandOf(key)]),
    ),
  ).toEqual({
    'mod+k': 'shell.palette',
    'mod+\\': 'shell.navigator',
    'mod+z': 'edit.undo',
    'mod+shift+z': 'edit.redo',
    'mod+y': 'edit.redo',
    'mod+d': 'node.duplicate',
    'mod+a': 'select.siblings',
    '/': 'shell.agent',
    '?': 'shell.shortcuts',
    enter: 'select.enter',
    t: 'node.editText',
    v: 'select.nothing',
    escape: 'select.leave',
    delete: 'node.delete',
    backspace: 'node.delete',
    f2: 'node.rename',
    arrowup: 'select.previous',
    arrowdown: 'select.next',
    arrowleft: 'select.parent',
    arrowright: 'select.child',
    'alt+arrowup': 'node.moveUp',
    'alt+arrowdown': 'node.moveDown',
    'alt+arrowleft': 'node.moveOut',
    'alt+arrowright': 'node.moveIn',
  })
})

test('every command has an icon in the palette', () => {
  for (const { icon } of all) expect.soft(commandIcons).toHaveProperty(icon)
})

test('each operation’s command is on that operation, and the studio has a handle for it', () => {
  const onOperations = siteOperations.flatMap(({ id, commands }) => commands.map((command) => ({ id, command })))
  const sorted = (commands: readonly { name: string }[]) => commands.map(({ name }) => name).toSorted()
  expect(sorted(onOperations.map(({ command }) => command))).toEqual(sorted(siteCommands))
  for (const { id, command } of onOperations) {
    expect.soft(command.operation, command.name).toBe(id)
    expect.soft(handleOf(command).id, command.name).toBe(id)
  }
})

test('every handle is one of an operation of the site, by its own name', () => {
  const ids = new Set(siteOperations.map(({ id }) => id))
  for (const [name, { id }] of Object.entries(operations)) {
    expect.soft(ids.has(id), id).toBe(true)
    expect.soft(`site.${name}`).toBe(id)
  }
})
