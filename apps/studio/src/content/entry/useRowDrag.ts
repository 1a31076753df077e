import { type PointerEvent, type RefObject, useState } from 'react'

/**
 * Dragging a row of a list by its grip.
 * @param list whose children are the rows
 * @param onMove called when a row is let go, with the indexes that it had and has
 */
export function useRowDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<{ from: number; to: number }>()

  /** The row at a height of the window. */
  const rowAt = (y: number) => {
    const rows = [...(list.current?.children ?? [])]
    const found = rows.findIndex((row) => y < row.getBoundingClientRect().bottom)
    return found < 0 ? rows.length - 1 : found
  }

  return {
    /** The attributes of a row: whether it is dragged, and on which side of it another one would be dropped. */
    row: (index: number) => ({
      'data-drop':
        drag && drag.to === index && drag.from !== index ? (drag.from < index ? 'below' : 'above') : undefined,
      'data-dragged': drag?.from === index || undefined,
    }),
    grip: (index: number) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: index, to: index })
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const to = rowAt(event.clientY)
        setDrag((held) => held && { ...held, to })
      },
      onPointerUp() {
        if (drag) onMove(drag.from, drag.to)
        setDrag(undefined)
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  }
}
