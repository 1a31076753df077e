import { useNavigate } from '../../navigation/context.ts'
import { paths } from '../../navigation/paths.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import styles from './Bar.module.css'
import * as strings from './strings.ts'

const rooms = [
  { value: 'site', label: strings.site },
  { value: 'content', label: strings.content },
] as const

/** The open room of a project: its site or its content. */
export function RoomSwitch({ room, projectId }: { room: 'site' | 'content'; projectId: string }) {
  const navigate = useNavigate()
  return (
    <div className={styles.room}>
      <Segmented
        label={strings.siteOrContent}
        value={room}
        onChange={(next) => {
          if (next !== room) navigate(next === 'site' ? paths.project(projectId) : paths.content(projectId))
        }}
        options={rooms.map(({ value, label }) => ({
          value,
          label,
          ...(value === room ? {} : { tooltip: label, shortcut: 'mod+e' }),
        }))}
      />
    </div>
  )
}
