import { useEffect, useRef, useState } from 'react'
import { useScrub } from '../fields/useScrub.ts'
import curveStyles from './Curve.module.css'
import styles from './Style.module.css'
import * as strings from './strings.ts'
import { type Curve, namedCurves } from './transitions.ts'

const SIZE = 120
/** Room above and below, for curves that overshoot. */
const ROOM = 30

/** A cubic-bezier curve: its two handles are dragged or moved with the arrow keys; the named curves are beside it. */
export function CurvePad({ curve, onChange }: { curve: Curve; onChange: (curve: Curve) => void }) {
  const [shown, setShown] = useState(curve)
  const latest = useRef(curve)
  const text = curve.join(' ')
  useEffect(() => {
    const read = text.split(' ').map(Number)
    const [x1 = 0, y1 = 0, x2 = 1, y2 = 1] = read
    latest.current = [x1, y1, x2, y2]
    setShown([x1, y1, x2, y2])
  }, [text])
  const move = (handle: 0 | 1, x: number, y: number) => {
    const inside = Math.min(1, Math.max(0, x))
    const high = Math.min(1.25, Math.max(-0.25, y))
    const [x1, y1, x2, y2] = latest.current
    latest.current = handle === 0 ? [inside, high, x2, y2] : [x1, y1, inside, high]
    setShown(latest.current)
  }
  const [x1, y1, x2, y2] = shown
  const at = (x: number, y: number) => `${x * SIZE} ${SIZE - y * SIZE}`
  return (
    <div className="row gap-10">
      <div className={curveStyles.curvePad}>
        <svg viewBox={`0 ${-ROOM} ${SIZE} ${SIZE + 2 * ROOM}`} aria-hidden="true">
          <path className={curveStyles.curveLine} d={`M ${at(0, 0)} L ${at(x1, y1)} M ${at(1, 1)} L ${at(x2, y2)}`} />
          <path className={curveStyles.curvePath} d={`M ${at(0, 0)} C ${at(x1, y1)} ${at(x2, y2)} ${at(1, 1)}`} />
        </svg>
        {([0, 1] as const).map((handle) => (
          <Handle
            key={handle}
            label={strings.curveHandle(handle + 1)}
            x={handle === 0 ? x1 : x2}
            y={handle === 0 ? y1 : y2}
            onMove={(x, y) => move(handle, x, y)}
            onDone={() => onChange(latest.current)}
            onCancel={() => {
              latest.current = curve
              setShown(curve)
            }}
          />
        ))}
      </div>
      <div className="grid justify-items-start">
        {Object.entries(namedCurves).map(([name, named]) => (
          <button
            key={name}
            type="button"
            className={styles.quietButton}
            aria-pressed={named.every((value, index) => value === curve[index])}
            onClick={() => onChange(named)}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}

interface HandleProps {
  label: string
  x: number
  y: number
  onMove: (x: number, y: number) => void
  onDone: () => void
  onCancel: () => void
}

function Handle({ label, x, y, onMove, onDone, onCancel }: HandleProps) {
  const start = useRef({ x: 0, y: 0 })
  const scrub = useScrub({
    onMove: (by) => onMove(start.current.x + by.x / SIZE, start.current.y - by.y / SIZE),
    onDone,
    onCancel,
  })
  return (
    <button
      type="button"
      className={curveStyles.curveHandle}
      aria-label={`${label}: ${x.toFixed(2)}, ${y.toFixed(2)}`}
      style={{ left: x * SIZE, top: ROOM + SIZE - y * SIZE }}
      onPointerDown={(event) => {
        start.current = { x, y }
        scrub(event)
      }}
      onKeyDown={(event) => {
        const step = { ArrowUp: [0, 0.05], ArrowDown: [0, -0.05], ArrowLeft: [-0.05, 0], ArrowRight: [0.05, 0] }[
          event.key
        ]
        if (!step) return
        event.preventDefault()
        event.stopPropagation()
        onMove(x + (step[0] ?? 0), y + (step[1] ?? 0))
        onDone()
      }}
    />
  )
}
