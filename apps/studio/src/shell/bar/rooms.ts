import { paths } from '../../navigation/paths.ts'
import * as strings from './strings.ts'

/** The rooms of a project, in the order of the switch. */
export const rooms = [
  { value: 'site', label: strings.site, path: (projectId: string) => paths.project(projectId) },
  { value: 'content', label: strings.content, path: (projectId: string) => paths.content(projectId) },
  { value: 'parts', label: strings.parts, path: paths.parts },
  { value: 'assistant', label: strings.assistant, path: paths.assistant },
] as const

export type Room = (typeof rooms)[number]['value']

/** The room that the shortcut of the switch leads to. */
export const nextRoom = (room: Room): Room => (room === 'site' ? 'content' : 'site')

/** The ways to the other rooms, for a menu. */
export const otherRooms = (room: Room, projectId: string, navigate: (to: string) => void) =>
  rooms
    .filter(({ value }) => value !== room)
    .map(({ label, path }) => ({ label, onSelect: () => navigate(path(projectId)) }))
