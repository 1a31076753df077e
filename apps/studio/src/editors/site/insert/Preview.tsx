import { useQuery } from '@tanstack/react-query'
import { Bookmark, Component } from 'lucide-react'
import { frameQuery } from '../../../api/versions.ts'
import { Thumb } from '../../../media/Thumb.tsx'
import { drawings, type Shape } from './drawings.ts'
import styles from './Insert.module.css'
import type { InsertItem } from './items.ts'
import * as strings from './strings.ts'

/** A small picture of what an item looks like on a page. */
export function Preview({ item, projectId }: { item: InsertItem; projectId: string }) {
  if (item.kind === 'media') return <Thumb projectId={projectId} entry={item.entry} />
  if (item.kind === 'saved') {
    return item.html === '' ? <Bookmark size={20} aria-hidden="true" /> : <Rendered html={item.html} sandbox="" />
  }
  if (item.kind === 'parts')
    return (
      <img src={`/api/projects/${projectId}/parts/${item.partId}/picture?width=144&height=90`} alt="" loading="lazy" />
    )
  if (item.kind === 'components') return <ComponentPreview projectId={projectId} componentId={item.componentId} />
  return (
    <svg className={styles.drawing} viewBox="0 0 48 30" aria-hidden="true">
      {(drawings[item.kind === 'forms' ? 'form' : item.layout] ?? []).map(([kind, x, y, width, height]) => (
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

/** Without scripts; pictures are the project's own, and come to users who may see it. */
const WITH_PICTURES = 'allow-same-origin'

/** A component with its own default values, as the server renders it. */
function ComponentPreview({ projectId, componentId }: { projectId: string; componentId: string }) {
  const page = useQuery({ ...frameQuery(projectId, componentId, {}), staleTime: 60_000 })
  return page.data ? (
    <Rendered html={page.data.html} sandbox={WITH_PICTURES} />
  ) : (
    <Component size={20} aria-hidden="true" />
  )
}

/** A page, rendered small. No script runs in it, and neither pointer nor keyboard reach it. */
function Rendered({ html, sandbox }: { html: string; sandbox: string }) {
  return (
    <span className={styles.rendered} inert>
      <iframe title={strings.preview} tabIndex={-1} sandbox={sandbox} srcDoc={html} loading="lazy" />
    </span>
  )
}

const radius: Readonly<Record<Shape[0], number>> = { word: 0.75, title: 0.75, picture: 1, button: 1.5, box: 1.5 }
