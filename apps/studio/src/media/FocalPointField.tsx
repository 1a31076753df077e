import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import styles from './FocalPoint.module.css'
import { type FocalPoint, focalPointText, readFocalPoint } from './focalPoint.ts'
import * as strings from './strings.ts'

export interface FocalPointFieldProps {
  /** The address of a small version of the picture. */
  url: string
  /** The value of `object-position`; undefined if there is none. */
  value: string | undefined
  onChange: (value: string) => void
  /** As wide and high as the room that it has. */
  large?: boolean
}

const MIDDLE: FocalPoint = { x: 50, y: 50 }
const STEPS: Readonly<Record<string, FocalPoint>> = {
  ArrowLeft: { x: -5, y: 0 },
  ArrowRight: { x: 5, y: 0 },
  ArrowUp: { x: 0, y: -5 },
  ArrowDown: { x: 0, y: 5 },
}

/**
 * The part of a picture that stays visible if it is cut to fit: a point that is dragged, or moved by the arrow keys.
 */
export function FocalPointField({ url, value, onChange, large = false }: FocalPointFieldProps) {
  const [dragged, setDragged] = useState<FocalPoint>()
  const point = dragged ?? readFocalPoint(value) ?? MIDDLE
  const pointOf = (event: PointerEvent): FocalPoint => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: ((event.clientX - box.left) / box.width) * 100, y: ((event.clientY - box.top) / box.height) * 100 }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    onChange(focalPointText({ x: point.x + step.x, y: point.y + step.y }))
  }
  return (
    <button
      type="button"
      className={styles.focal}
      data-large={large || undefined}
      aria-label={strings.focalPointAt(focalPointText(point))}
      title={strings.focalPointTitle}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(pointOf(event))
      }}
      onPointerMove={(event) => dragged && setDragged(pointOf(event))}
      onPointerUp={(event) => {
        if (!dragged) return
        setDragged(undefined)
        onChange(focalPointText(pointOf(event)))
      }}
      onPointerCancel={() => setDragged(undefined)}
    >
      <img src={url} alt="" draggable={false} decoding="async" />
      <span
        className={styles.point}
        style={{
          left: `${Math.min(100, Math.max(0, point.x))}%`,
          top: `${Math.min(100, Math.max(0, point.y))}%`,
        }}
      />
    </button>
  )
}
