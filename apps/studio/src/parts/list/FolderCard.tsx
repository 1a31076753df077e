import type { PartFolder } from '@atelier/api'
import { Ellipsis, Folder } from 'lucide-react'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { IconButton, Menu, type MenuEntry } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import { type DraggedItem, dragOf, useDrop } from './dragging.ts'
import styles from './Parts.module.css'

interface FolderCardProps {
  projectId: string
  folder: PartFolder
  /** How many parts and folders are in it. */
  count: number
  /** Absent where the person may only read. */
  entries?: readonly MenuEntry[] | undefined
  onDrop?: ((item: DraggedItem) => void) | undefined
}

/** A folder of parts: it is opened by a click, and takes what is dropped on it. */
export function FolderCard({ projectId, folder, count, entries, onDrop }: FolderCardProps) {
  const { over, attributes } = useDrop(onDrop)
  return (
    <div
      className={styles.folder}
      data-over={over || undefined}
      {...attributes}
      {...(entries ? dragOf({ kind: 'folder', id: folder.id }) : {})}
    >
      <Folder size={16} aria-hidden="true" />
      <Link to={paths.parts(projectId, folder.id)} className={styles.open} draggable={false}>
        {folder.name}
      </Link>
      <span className="quiet rigid">{strings.itemCount(count)}</span>
      {entries && (
        <span className={styles.more}>
          <Menu
            align="end"
            trigger={
              <IconButton label={strings.moreOf(folder.name)} size="sm">
                <Ellipsis size={15} />
              </IconButton>
            }
            entries={entries}
          />
        </span>
      )}
    </div>
  )
}
