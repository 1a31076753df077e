import type { RunChanges } from '@atelier/api'

/** Two frames beside each other, or one over the other. */
export type FrameMode = 'beside' | 'slider'

/** Between two frames, in CSS pixels. */
export const GAP = 12

/** The width that one frame may take of the room, in CSS pixels. */
export function columnWidth(mode: FrameMode, room: number): number {
  return mode === 'beside' ? Math.max(0, (room - GAP) / 2) : room
}

/** How much smaller a page of a width is shown in a column; never larger than it is. */
export function frameScale(column: number, width: number): number {
  return column <= 0 ? 1 : Math.min(1, column / width)
}

/** The page that is shown first: the first changed one, or else the open one if it is a page, or the first of all. */
export function pageToShow(
  pageIds: readonly string[],
  documents: RunChanges['documents'],
  open: string | undefined,
): string | undefined {
  const changed = documents.find(({ documentId }) => pageIds.includes(documentId))?.documentId
  return changed ?? pageIds.find((id) => id === open) ?? pageIds[0]
}
