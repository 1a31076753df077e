import type { MediaEntry } from '@atelier/site'
import type { ComponentPropsWithRef } from 'react'
import styles from './Library.module.css'
import { Thumb } from './Thumb.tsx'

export interface MediaTileProps extends ComponentPropsWithRef<'button'> {
  projectId: string
  file: Pick<MediaEntry, 'id' | 'name' | 'type' | 'blur'>
  selected: boolean
  /** In a panel of the site: smaller, in a grid that gives it its width. */
  dense?: boolean
}

/** A file of the library as a picture with its name. */
export function MediaTile({ projectId, file, selected, dense = false, ...rest }: MediaTileProps) {
  return (
    <button
      type="button"
      className={styles.tile}
      data-dense={dense || undefined}
      aria-pressed={selected}
      title={file.name}
      {...rest}
    >
      <span className={styles.picture}>
        <Thumb projectId={projectId} entry={file} />
      </span>
      <span className={styles.name}>{file.name}</span>
    </button>
  )
}
