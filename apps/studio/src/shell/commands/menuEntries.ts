import type { MenuEntry } from '../../ui/Menu.tsx'
import type { EditorCommand } from './command.ts'

/** A group of commands that a menu shows in a menu of its own. */
export interface Submenu {
  label: string
  group: string
}

/** The offered commands of some groups as the entries of a menu, with a line between groups; submenus stand together. */
export function menuEntries(commands: readonly EditorCommand[], groups: readonly (string | Submenu)[]): MenuEntry[] {
  const entries: MenuEntry[] = []
  let last: string | Submenu | undefined
  for (const each of groups) {
    const group = typeof each === 'string' ? each : each.group
    const offered = commands.filter((command) => command.group === group && command.offered())
    if (offered.length === 0) continue
    if (entries.length > 0 && (typeof each === 'string' || typeof last === 'string')) entries.push({ separator: true })
    const own = offered.map(
      ({ label, shortcuts, danger, run }): MenuEntry => ({ label, shortcut: shortcuts?.[0], danger, onSelect: run }),
    )
    if (typeof each === 'string') entries.push(...own)
    else entries.push({ label: each.label, entries: own })
    last = each
  }
  return entries
}
