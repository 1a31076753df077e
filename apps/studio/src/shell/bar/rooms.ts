import { paths } from '../../navigation/paths.ts'
import type { MenuEntry } from '../../ui/Menu.tsx'
import * as strings from './strings.ts'

/** The rooms of a project. */
export const rooms = [
  { value: 'site', label: strings.site, path: (id: string) => paths.project(id) },
  { value: 'content', label: strings.content, path: (id: string) => paths.content(id) },
  { value: 'parts', label: strings.parts, path: paths.parts },
] as const
export type Room = (typeof rooms)[number]['value']

/** The other rooms as entries of a menu, for bars without the room for a switch. */
export const roomEntries = (open: Room, projectId: string, navigate: (to: string) => void): MenuEntry[] =>
  rooms
    .filter(({ value }) => value !== open)
    .map(({ label, path }) => ({ label, onSelect: () => navigate(path(projectId)) }))
