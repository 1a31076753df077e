import { useNavigate } from '../../navigation/context.ts'
import { paths } from '../../navigation/paths.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import styles from './Bar.module.css'
import * as strings from './strings.ts'

const rooms = [
  { value: 'site', label: strings.site, path: (id: string) => paths.project(id) },
  { value: 'content', label: strings.content, path: (id: string) => paths.content(id) },
  { value: 'parts', label: strings.parts, path: paths.parts },
] as const
type Room = (typeof rooms)[number]['value']

/** The key leads from the site to its content, and from everywhere else to the site. */
const byKey = (room: Room): Room => (room === 'site' ? 'content' : 'site')

/** The open room of a project: its site, its content or its parts. The open one leads to its first screen. */
export function RoomSwitch({ room, projectId }: { room: Room; projectId: string }) {
  const navigate = useNavigate()
  return (
    <div className={styles.room}>
      <Segmented<Room>
        label={strings.rooms}
        value={room}
        onChange={(next) => {
          const found = rooms.find(({ value }) => value === next)
          if (found && (next !== room || next === 'parts')) navigate(found.path(projectId))
        }}
        options={rooms.map(({ value, label }) => ({
          value,
          label,
          ...(value === byKey(room) ? { tooltip: label, shortcut: 'mod+e' } : {}),
        }))}
      />
    </div>
  )
}
