import type { LibraryFile } from '@atelier/api'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { MediaTile } from '../../media/MediaTile.tsx'
import { tileAfter } from '../../media/tiles.ts'
import { Skeleton } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import styles from './Media.module.css'
import * as strings from './strings.ts'
import { type Library, ROW_HEIGHT } from './useLibrary.ts'

export interface MediaGridProps {
  library: Library
  selected: string | undefined
  onSelect: (file: LibraryFile) => void
  /** Enter on a tile, or a double click. */
  onTake?: (file: LibraryFile) => void
}

/** The tiles in sight of the library; arrow keys walk them all. */
export function MediaGrid({ library, selected, onSelect, onTake }: MediaGridProps) {
  const { project } = useContent()
  const { scroller, columns, total = 0, first, end, reveal, at } = library
  const [active, setActive] = useState(0)
  const walked = useRef(false)
  const current = Math.min(active, Math.max(0, total - 1))
  useLayoutEffect(() => {
    if (!walked.current) return
    const tile = scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)
    if (!tile) return
    walked.current = false
    tile.focus({ preventScroll: true })
  })
  function onKeyDown(event: KeyboardEvent) {
    const page = { PageDown: 3 * columns, PageUp: -3 * columns, Home: -current, End: total - 1 - current }[event.key]
    const next =
      page === undefined
        ? tileAfter(event.key, current, columns, total)
        : Math.min(total - 1, Math.max(0, current + page))
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setActive(next)
    reveal(Math.floor(next / columns))
    walked.current = true
  }
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, row) => first + row)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the tiles inside
    <div ref={scroller} className={styles.scroller} onKeyDown={onKeyDown}>
      <ul
        className="m-0 p-0 relative list-none"
        aria-label={strings.files}
        style={{ height: Math.ceil(total / columns) * ROW_HEIGHT, '--columns': columns }}
      >
        {rows.flatMap((row) =>
          Array.from({ length: Math.min(columns, total - row * columns) }, (_, column) => {
            const index = row * columns + column
            const file = at(index)
            const place = { top: row * ROW_HEIGHT, left: `calc(${column} * (100% / var(--columns)))` }
            return (
              <li
                key={file?.id ?? index}
                className={styles.cell}
                style={place}
                aria-setsize={total}
                aria-posinset={index + 1}
              >
                {file ? (
                  <MediaTile
                    projectId={project.id}
                    file={file}
                    selected={file.id === selected}
                    data-index={index}
                    tabIndex={index === current ? 0 : -1}
                    onFocus={() => setActive(index)}
                    onClick={() => onSelect(file)}
                    onDoubleClick={() => onTake?.(file)}
                  />
                ) : (
                  <span className={styles.unread} aria-busy="true">
                    <Skeleton height={108} />
                  </span>
                )}
              </li>
            )
          }),
        )}
      </ul>
    </div>
  )
}
