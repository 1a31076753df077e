import type { Command } from '@atelier/operation'
import { bestMatches } from '../../ui/matchRank.ts'

/** A command as the shell's palette, menus and shortcuts use it: bound to the editor that is open. */
export interface EditorCommand extends Command {
  /** A second text behind the label, such as a path. */
  readonly note?: string
  /** Its shortcut works while a text is being written. */
  readonly whileWriting?: boolean
  /** The browser's own event does it: its shortcut is shown, and the key left to the browser. */
  readonly native?: boolean
  /** Its shortcut works although something else has handled the key. */
  readonly always?: boolean
  /** Whether it can run as things are. */
  offered(): boolean
  run(): void
}

/** A command that only changes the view: it is no operation and changes no document. */
export interface ViewCommand<Editor> extends Omit<EditorCommand, 'offered' | 'run'> {
  /** Absent if it can always run. */
  offered?(editor: Editor): boolean
  run(editor: Editor): void
}

export function bindCommand<Editor>(command: ViewCommand<Editor>, editor: Editor): EditorCommand {
  return { ...command, offered: () => command.offered?.(editor) ?? true, run: () => command.run(editor) }
}

/** The groups of commands under one heading. */
export interface CommandSection {
  heading: string
  groups: readonly string[]
}

/** The commands of each section, in the order of its groups; sections without any are left out. */
export function inSections(
  commands: readonly EditorCommand[],
  sections: readonly CommandSection[],
): { heading: string; commands: EditorCommand[] }[] {
  return sections
    .map(({ heading, groups }) => ({
      heading,
      commands: groups.flatMap((group) => commands.filter((each) => each.group === group)),
    }))
    .filter((section) => section.commands.length > 0)
}

/** The sections with the commands that match what was typed, best first; the section of the best match stands first. */
export function matchingSections(
  commands: readonly EditorCommand[],
  sections: readonly CommandSection[],
  typed: string,
): { heading: string; commands: EditorCommand[] }[] {
  const all = inSections(commands, sections)
  const headings = new Map(all.flatMap(({ heading, commands }) => commands.map((each) => [each, heading])))
  const found = bestMatches([...headings.keys()], ({ note = '' }) => note, typed)
  return [...Map.groupBy(found, (each) => headings.get(each) ?? '')].map(([heading, commands]) => ({
    heading,
    commands,
  }))
}

/** The command that a key runs, by its name as `keyName` writes it. */
export function commandOfKey(commands: readonly EditorCommand[], key: string): EditorCommand | undefined {
  return commands.find(({ shortcuts }) => shortcuts?.includes(key))
}
