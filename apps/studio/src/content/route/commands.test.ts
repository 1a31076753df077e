import { expect, test } from 'vitest'
import type { ContentPlace } from '../../navigation/paths.ts'
import { commandIcons } from '../../shell/commands/icons.generated.ts'
import { contentCommands } from './commands.ts'

function commandsOf() {
  const visited: ContentPlace[] = []
  const commands = contentCommands({
    overview: undefined,
    go: (place) => visited.push(place),
    openSite: () => undefined,
  })
  return { visited, commands }
}

test('a command shows each room that the navigator links to, by the name that it has always had', () => {
  const { visited, commands } = commandsOf()
  const toRooms = commands.filter((command) => {
    visited.length = 0
    command.run()
    return visited[0]?.room !== undefined
  })
  expect(toRooms.map(({ name }) => name).toSorted()).toEqual(
    [
      'bin',
      'calendar',
      'keys',
      'media',
      'newModel',
      'notes',
      'repository',
      'settings',
      'showVocabulary',
      'submissions',
      'webhooks',
    ].map((name) => `content.${name}`),
  )
  for (const { icon } of commands) expect.soft(commandIcons).toHaveProperty(icon)
})

test('a model can be added by a command only once the content is set up', () => {
  const { commands } = commandsOf()
  expect(commands.find(({ name }) => name === 'content.newModel')?.offered()).toBe(false)
  expect(commands.find(({ name }) => name === 'content.keys')?.offered()).toBe(true)
})
