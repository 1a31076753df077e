import type { ListedPart } from '@atelier/api'
import { Box, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { partPictureUrl } from '../../api/parts.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { IconButton, Menu, type MenuEntry } from '../../ui/index.ts'
import * as strings from '../strings.ts'
import { dragOf } from './dragging.ts'
import styles from './Parts.module.css'

interface PartCardProps {
  projectId: string
  part: Pick<ListedPart, 'id' | 'name'>
  /** Absent where the person may only read. */
  entries?: readonly MenuEntry[] | undefined
}

/** A part in the list: its picture, its name, and what is done with it. */
export function PartCard({ projectId, part, entries }: PartCardProps) {
  const [failed, setFailed] = useState(false)
  // A page takes a picture with a known address from its memory, also if the part has changed since.
  const [revision] = useState(() => Date.now())
  return (
    <div className={styles.card} {...(entries ? dragOf({ kind: 'part', id: part.id }) : {})}>
      <div className={styles.cover}>
        {failed ? (
          <Box size={28} aria-hidden="true" />
        ) : (
          <img
            src={partPictureUrl(projectId, part.id, { width: 480, height: 360, revision })}
            alt=""
            draggable={false}
            loading="lazy"
            onError={() => setFailed(true)}
          />
        )}
      </div>
      <div className={styles.foot}>
        <Link to={paths.part(projectId, part.id)} className={styles.open} draggable={false}>
          {part.name}
        </Link>
        {entries && (
          <span className={styles.more}>
            <Menu
              align="end"
              trigger={
                <IconButton label={strings.moreOf(part.name)} size="sm">
                  <Ellipsis size={15} />
                </IconButton>
              }
              entries={entries}
            />
          </span>
        )}
      </div>
    </div>
  )
}
