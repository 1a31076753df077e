import { useNavigate } from '../../navigation/context.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import styles from './Bar.module.css'
import { type Room, rooms } from './rooms.ts'
import * as strings from './strings.ts'

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
