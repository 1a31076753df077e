import type { Box } from '../insert/dropSpot.ts'

/** The tracks of a grid along one axis, as the browser lays them out, in CSS pixels. */
export interface Tracks {
  sizes: readonly number[]
  gap: number
  /** `justify-content` or `align-content` as computed. */
  align: string
  /** They run from the right to the left. */
  reversed?: boolean
}

export interface PlacedTrack {
  /** From the edge of the content box. */
  at: number
  size: number
}

/** Where tracks begin in a room, first to last. */
export function placeTracks({ sizes, gap, align, reversed }: Tracks, room: number): PlacedTrack[] {
  const count = sizes.length
  const free = room - sizes.reduce((sum, size) => sum + size, 0) - gap * Math.max(0, count - 1)
  const { before, between } = shares(align, free, count)
  let at = before
  return sizes.map((size) => {
    const placed = { at: reversed ? room - at - size : at, size }
    at += size + gap + between
    return placed
  })
}

/** The free room before the first track, and between two. */
function shares(align: string, free: number, count: number): { before: number; between: number } {
  const words = align.split(' ')
  if (words.includes('center')) return { before: free / 2, between: 0 }
  if (words.includes('end') || words.includes('flex-end') || words.includes('right'))
    return { before: free, between: 0 }
  if (free <= 0) return { before: 0, between: 0 }
  if (words.includes('space-between') && count > 1) return { before: 0, between: free / (count - 1) }
  if (words.includes('space-around')) return { before: free / count / 2, between: free / count }
  if (words.includes('space-evenly')) return { before: free / (count + 1), between: free / (count + 1) }
  return { before: 0, between: 0 }
}

/** The spaces between two neighbours, none where there is no space. */
export function spacesBetween(tracks: readonly PlacedTrack[]): PlacedTrack[] {
  return tracks.flatMap((one, index) => {
    const next = tracks[index + 1]
    if (!next) return []
    const [left, right] = one.at < next.at ? [one, next] : [next, one]
    const at = left.at + left.size
    return right.at - at > 0 ? [{ at, size: right.at - at }] : []
  })
}

/** A grid has so many lines at most that are drawn. */
const MOST_LINES = 80

/** The lines of a grid: at both edges of each track, those that fall on one another once. Boxes without thickness. */
export function gridLines(content: Box, columns: readonly PlacedTrack[], rows: readonly PlacedTrack[]): Box[] {
  const edges = (tracks: readonly PlacedTrack[]) =>
    [...new Set(tracks.flatMap(({ at, size }) => [at, at + size]).map((at) => Math.round(at * 100) / 100))].slice(
      0,
      MOST_LINES,
    )
  return [
    ...edges(columns).map((at) => ({ ...content, left: content.left + at, width: 0 })),
    ...edges(rows).map((at) => ({ ...content, top: content.top + at, height: 0 })),
  ]
}

/** Where the line between each two tracks is dragged: in the middle between them. */
export function linesBetween(tracks: readonly PlacedTrack[]): { index: number; at: number }[] {
  return tracks.flatMap((one, index) => {
    const next = tracks[index + 1]
    if (!next) return []
    return [{ index, at: one.at < next.at ? (one.at + one.size + next.at) / 2 : (next.at + next.size + one.at) / 2 }]
  })
}

/** The direction in which the children of a flex box follow each other on the screen. */
export type Way = 'right' | 'left' | 'down' | 'up'

export function flexWay(direction: string, isRightToLeft: boolean): Way {
  if (direction === 'column') return 'down'
  if (direction === 'column-reverse') return 'up'
  return (direction === 'row-reverse') === isRightToLeft ? 'right' : 'left'
}

/** The `flex-direction` that goes a way: what `flexWay` reads. */
export function flexDirection(way: Way, isRightToLeft: boolean): string {
  if (way === 'down') return 'column'
  if (way === 'up') return 'column-reverse'
  return (way === 'right') === isRightToLeft ? 'row-reverse' : 'row'
}

/** So far, in pixels of the screen, a pointer moves before it means a way. */
const WAY_BEGINS = 10

/** The way that a movement goes; undefined while it is too small to tell. */
export function wayOf(across: number, down: number): Way | undefined {
  if (Math.max(Math.abs(across), Math.abs(down)) < WAY_BEGINS) return undefined
  if (Math.abs(across) >= Math.abs(down)) return across > 0 ? 'right' : 'left'
  return down > 0 ? 'down' : 'up'
}
