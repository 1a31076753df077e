import { Bookmark, Component } from 'lucide-react'
import { Thumb } from '../media/Thumb.tsx'
import { drawings, type Shape } from './drawings.ts'
import styles from './Insert.module.css'
import type { InsertItem } from './items.ts'

/** A small picture of what an item looks like on a page. */
export function Preview({ item, projectId }: { item: InsertItem; projectId: string }) {
  if (item.kind === 'media') return <Thumb projectId={projectId} entry={item.entry} />
  if (item.kind === 'saved') return <Bookmark size={20} aria-hidden="true" />
  if (item.kind === 'components') return <Component size={20} aria-hidden="true" />
  return (
    <svg className={styles.drawing} viewBox="0 0 48 30" aria-hidden="true">
      {(drawings[item.layout] ?? []).map(([kind, x, y, width, height]) => (
        <rect
          key={`${kind}${x}-${y}`}
          className={kind === 'picture' ? styles.photo : styles[kind]}
          x={x}
          y={y}
          width={width}
          height={height}
          rx={radius[kind]}
        />
      ))}
    </svg>
  )
}

const radius: Readonly<Record<Shape[0], number>> = { word: 0.75, title: 0.75, picture: 1, button: 1.5, box: 1.5 }
