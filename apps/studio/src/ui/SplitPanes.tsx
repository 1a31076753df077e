import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react'
import { type PaneSide, type PaneWidths, readWidth, rememberWidth, widthByKey, widthWithin } from './paneWidth.ts'
import styles from './SplitPanes.module.css'

/** The least width of the main pane, in CSS pixels; `.main` has it too. */
const mainMin = 320

/** Panes side by side, or one below the other: a `MainPane`, and `SidePane`s before and behind it. */
export function SplitPanes({ stacked = false, children }: { stacked?: boolean; children: ReactNode }) {
  return (
    <div className={styles.panes} data-stacked={stacked || undefined}>
      {children}
    </div>
  )
}

/** The pane that has all the room that the others leave. */
export function MainPane({ children }: { children: ReactNode }) {
  return (
    <div className={styles.main} data-pane="main">
      {children}
    </div>
  )
}

export interface SidePaneProps {
  /** Its width is remembered under it in this browser. */
  id: string
  side: PaneSide
  /** The subject of the line beside it, such as “Width of the navigator”. */
  label: string
  widths: PaneWidths
  /** It has the width of a folded pane, which is not resized. */
  folded?: boolean
  children: ReactNode
}

/** A pane with a line towards the main one, to drag or to move with the arrow keys. A double click brings its first width back. */
export function SidePane({ id, side, label, widths, folded = false, children }: SidePaneProps) {
  const paneId = useId()
  const pane = useRef<HTMLDivElement>(null)
  const drag = useRef<{ x: number; width: number } | undefined>(undefined)
  const [dragging, setDragging] = useState(false)
  const [width, setWidth] = useState(() => readWidth(window.localStorage, id, widths))
  const size = folded ? { flex: `0 0 ${widths.folded ?? widths.min}px` } : { flexBasis: width, minWidth: widths.min }

  const resize = (wanted: number) => {
    const now = pane.current?.offsetWidth ?? width
    const main = pane.current?.parentElement?.querySelector<HTMLElement>(':scope > [data-pane=main]')
    const next = widthWithin(wanted, widths, now, (main?.offsetWidth ?? mainMin) - mainMin)
    setWidth(next)
    rememberWidth(window.localStorage, id, next)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, width: pane.current?.offsetWidth ?? width }
    setDragging(true)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return
    const moved = event.clientX - drag.current.x
    resize(drag.current.width + (side === 'start' ? moved : -moved))
  }
  const onPointerEnd = () => {
    drag.current = undefined
    setDragging(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = widthByKey(event, side, pane.current?.offsetWidth ?? width, widths)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    resize(next)
  }

  const line = (
    <hr
      className={styles.separator}
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-controls={paneId}
      aria-valuenow={width}
      aria-valuemin={widths.min}
      aria-valuemax={widths.max}
      data-dragged={dragging || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={() => resize(widths.fresh)}
      onKeyDown={onKeyDown}
    />
  )
  return (
    <>
      {side === 'end' && !folded && line}
      <div ref={pane} id={paneId} className={styles.side} style={size}>
        {children}
      </div>
      {side === 'start' && !folded && line}
    </>
  )
}
