import { ChevronDown } from 'lucide-react'
import { useNavigate } from '../../navigation/context.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { useCompact } from '../../ui/media.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import styles from './Bar.module.css'
import { nextRoom, type Room, rooms } from './rooms.ts'
import * as strings from './strings.ts'

/** The open room of a project, such as its site or its content; a menu in a narrow window. */
export function RoomSwitch({ room, projectId }: { room: Room; projectId: string }) {
  const navigate = useNavigate()
  const compact = useCompact()
  const go = (next: Room) => {
    const found = rooms.find(({ value }) => value === next)
    // From a part the open room leads to the list of all parts.
    if (found && (next !== room || next === 'parts')) navigate(found.path(projectId))
  }
  if (compact) {
    const label = rooms.find(({ value }) => value === room)?.label ?? ''
    return (
      <Menu
        trigger={
          <Button variant="quiet" className={styles.crumb} aria-label={strings.roomIs(label)}>
            <span>{label}</span>
            <ChevronDown size={13} />
          </Button>
        }
        entries={rooms.map(({ value, label: each }) => ({
          label: each,
          checked: value === room,
          onSelect: () => go(value),
        }))}
      />
    )
  }
  return (
    <div className={styles.room}>
      <Segmented
        label={strings.room}
        value={room}
        onChange={go}
        options={rooms.map(({ value, label }) => ({
          value,
          label,
          ...(value === nextRoom(room) ? { tooltip: label, shortcut: 'mod+e' } : {}),
        }))}
      />
    </div>
  )
}
