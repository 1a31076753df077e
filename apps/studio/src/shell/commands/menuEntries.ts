import type { MenuEntry } from '../../ui/Menu.tsx'
import type { EditorCommand } from './command.ts'

/** The offered commands of some groups as the entries of a menu, with a line between groups. */
export function menuEntries(commands: readonly EditorCommand[], groups: readonly string[]): MenuEntry[] {
  const entries: MenuEntry[] = []
  for (const group of groups) {
    const offered = commands.filter((each) => each.group === group && each.offered())
    if (offered.length > 0 && entries.length > 0) entries.push({ separator: true })
    for (const { label, shortcuts, danger, run } of offered) {
      entries.push({ label, shortcut: shortcuts?.[0], danger, onSelect: run })
    }
  }
  return entries
}
