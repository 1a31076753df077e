import { languageName } from '../../ui/languageName.ts'

/** Texts of the palette and the shortcuts, and labels of every editor's commands. */
export const commands = 'Commands'
export const searchCommands = 'What do you want to do?'
export const noMatchingCommand = 'No matching command. Press Esc, then / to ask the agent.'
export const keyboardShortcuts = 'Keyboard shortcuts'
export const askTheAgent = 'Ask the agent'
export const redo = 'Redo'
export const showStyleAndSettings = 'Show style and settings'
export const showTheNavigator = 'Show the navigator'
export const undo = 'Undo'
export const foundHeading = 'In this project'
const kindNames: Readonly<Record<string, string>> = {
  page: 'Page',
  section: 'Section',
  entry: 'Entry',
  collection: 'Collection',
  image: 'Picture',
  menu: 'Menu',
}
export const foundKind = (type: string, where: string | undefined, locale?: string) =>
  [
    // The name of a collection says what its entries are.
    ...(type === 'entry' && where !== undefined ? [] : [kindNames[type] ?? type]),
    ...(where === undefined ? [] : [where]),
    ...(locale === undefined ? [] : [languageName(locale)]),
  ].join(' · ')
