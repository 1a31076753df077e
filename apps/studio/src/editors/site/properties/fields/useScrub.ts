import { type PointerEvent as ReactPointerEvent, useEffect, useRef } from 'react'

/** Modifier keys held while dragging. */
export interface DragKeys {
  shift: boolean
  alt: boolean
}

export interface ScrubOptions {
  /** Called as the pointer moves, with the distance to the right and down from where it went down, in pixels. */
  onMove(distance: { x: number; y: number }, keys: DragKeys): void
  /** The pointer was let go after it had moved. */
  onDone(): void
  /** Escape was pressed, or the drag was taken from the page: all is as before. */
  onCancel(): void
  /** The pointer was let go where it went down. */
  onPress?(): void
}

/** How far a pointer may tremble in a click, in pixels. */
const SLACK = 3

/** A handle that is dragged to change a number: what the element's `onPointerDown` does. */
export function useScrub(options: ScrubOptions): (event: ReactPointerEvent<HTMLElement>) => void {
  const latest = useRef(options)
  latest.current = options
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return (event) => {
    if (event.button !== 0) return
    event.preventDefault()
    const element = event.currentTarget
    const from = { x: event.clientX, y: event.clientY }
    let moved = false
    element.setPointerCapture(event.pointerId)
    const move = (next: PointerEvent) => {
      const distance = { x: next.clientX - from.x, y: next.clientY - from.y }
      if (!moved && Math.abs(distance.x) < SLACK && Math.abs(distance.y) < SLACK) return
      moved = true
      latest.current.onMove(distance, { shift: next.shiftKey, alt: next.altKey })
    }
    const up = () => {
      end()
      if (moved) latest.current.onDone()
      else latest.current.onPress?.()
    }
    const cancel = () => {
      end()
      latest.current.onCancel()
    }
    const key = (next: KeyboardEvent) => {
      if (next.key !== 'Escape') return
      next.preventDefault()
      next.stopPropagation()
      cancel()
    }
    const end = () => {
      stop.current = undefined
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', key, true)
      if (element.hasPointerCapture(event.pointerId)) element.releasePointerCapture(event.pointerId)
    }
    stop.current = cancel
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', key, true)
  }
}
