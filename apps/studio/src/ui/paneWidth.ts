/** The limits of a side pane, in CSS pixels. */
export interface PaneWidths {
  /** Until the user changes it. */
  fresh: number
  min: number
  max: number
  /** While the pane is folded; none if it does not fold. */
  folded?: number
}

/** On which side of the main pane a pane stands. */
export type PaneSide = 'start' | 'end'

const step = 8
const bigStep = 48
const paneWidthKey = (id: string) => `atelier.pane.${id}`

/** A width within what the pane may measure, and within `room`: how much wider than `now` it could get. */
export function widthWithin(wanted: number, { min, max }: PaneWidths, now: number, room: number): number {
  return Math.round(Math.max(min, Math.min(wanted, max, Math.max(now + room, min))))
}

/** The width after a key on the line beside the pane: arrows move the line, Home and End go to the limits. */
export function widthByKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  side: PaneSide,
  now: number,
  { min, max }: PaneWidths,
): number | undefined {
  if (key === 'Home') return min
  if (key === 'End') return max
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const wider = (key === 'ArrowRight') === (side === 'start')
  return now + (shiftKey ? bigStep : step) * (wider ? 1 : -1)
}

/** The width that this browser remembers of a pane. */
export function readWidth(storage: Storage, id: string, widths: PaneWidths): number {
  const stored = Number(storage.getItem(paneWidthKey(id)) ?? Number.NaN)
  return Number.isFinite(stored) ? Math.max(widths.min, Math.min(stored, widths.max)) : widths.fresh
}

export function rememberWidth(storage: Storage, id: string, width: number): void {
  storage.setItem(paneWidthKey(id), String(width))
}
