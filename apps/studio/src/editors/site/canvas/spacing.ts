import type { Box } from '../insert/dropSpot.ts'
import {
  gridLines,
  linesBetween,
  type PlacedTrack,
  placeTracks,
  spacesBetween,
  type Tracks,
  type Way,
} from './tracks.ts'

export const sides = ['top', 'right', 'bottom', 'left'] as const
export type Side = (typeof sides)[number]
/** Widths by side, in CSS pixels. */
export type Sides = Readonly<Record<Side, number>>

/** The measures of an element that its handles need, all in CSS pixels of the page. */
export interface BoxModel {
  /** The border box. */
  box: Box
  margin: Sides
  border: Sides
  padding: Sides
  /** The layout of its children; absent where it has no gaps. */
  inner?: {
    kind: 'row' | 'column' | 'grid'
    rowGap: number
    columnGap: number
    children: readonly Box[]
    /** The tracks of a grid. */
    columns?: Tracks
    rows?: Tracks
    /** Which of a grid's tracks are a list of lengths in its rule, so that they can be dragged. */
    listed?: readonly TrackProperty[]
    /** The direction in which the children of a flex box follow each other. */
    way?: Way
  }
}

export type TrackProperty = 'grid-template-columns' | 'grid-template-rows'

export type BandKind = 'margin' | 'padding' | 'gap' | 'line'

/** A tinted part of an element. */
export interface Band {
  name: string
  kind: BandKind
  box: Box
}

/** A handle: what it changes, and in which direction of the pointer the value grows. */
export interface HandlePlace {
  name: string
  kind: BandKind | 'size' | 'way'
  /** The index of the track before a line of a grid. */
  track?: number
  properties: readonly string[]
  /** The middle of the handle, in CSS pixels of the page. */
  x: number
  y: number
  /** Which movement changes the value, and whether to the right or down it grows or shrinks. */
  across: -1 | 0 | 1
  down: -1 | 0 | 1
  value: number
  least: number
}

const isUpright = (side: Side) => side === 'left' || side === 'right'

/** The area inside of the widths at its sides. */
export function insetBox({ left, top, width, height }: Box, by: Sides): Box {
  return {
    left: left + by.left,
    top: top + by.top,
    width: Math.max(0, width - by.left - by.right),
    height: Math.max(0, height - by.top - by.bottom),
  }
}

function growBox({ left, top, width, height }: Box, by: Sides): Box {
  return {
    left: left - by.left,
    top: top - by.top,
    width: width + by.left + by.right,
    height: height + by.top + by.bottom,
  }
}

/** The four parts between an outer box and the widths inside it; none where a width is not above 0. */
function ring(kind: BandKind, outer: Box, widths: Sides): Band[] {
  const inner = insetBox(outer, widths)
  const boxes: Record<Side, Box> = {
    top: { ...outer, height: widths.top },
    bottom: { ...outer, top: inner.top + inner.height, height: widths.bottom },
    left: { left: outer.left, top: inner.top, width: widths.left, height: inner.height },
    right: { left: inner.left + inner.width, top: inner.top, width: widths.right, height: inner.height },
  }
  return sides.flatMap((side) => (widths[side] > 0 ? [{ name: `${kind}-${side}`, kind, box: boxes[side] }] : []))
}

/** The gaps between the children of a flex box or the tracks of a grid. */
export function gapsOf({ box, border, padding, inner }: BoxModel): { across: Box[]; down: Box[] } {
  if (!inner) return { across: [], down: [] }
  const content = insetBox(insetBox(box, border), padding)
  const { kind, children, columnGap, rowGap } = inner
  if (kind === 'grid') {
    const { columns, rows } = placedTracks(inner, content)
    return {
      across: spacesBetween(columns).map(({ at, size }) => ({ ...content, left: content.left + at, width: size })),
      down: spacesBetween(rows).map(({ at, size }) => ({ ...content, top: content.top + at, height: size })),
    }
  }
  const across: Box[] = []
  const down: Box[] = []
  for (const [index, one] of children.entries()) {
    const next = children[index + 1]
    if (!next) continue
    if (kind === 'column') {
      const middle = (one.top + one.height + next.top) / 2
      if (rowGap > 0) down.push({ ...content, top: middle - rowGap / 2, height: rowGap })
    } else if (next.left >= one.left + one.width - 1) {
      const middle = (one.left + one.width + next.left) / 2
      const top = Math.min(one.top, next.top)
      const height = Math.max(one.top + one.height, next.top + next.height) - top
      if (columnGap > 0) across.push({ left: middle - columnGap / 2, top, width: columnGap, height })
    }
  }
  return { across, down }
}

function placedTracks({ columns, rows }: NonNullable<BoxModel['inner']>, content: Box) {
  const none: PlacedTrack[] = []
  return {
    columns: columns ? placeTracks(columns, content.width) : none,
    rows: rows ? placeTracks(rows, content.height) : none,
  }
}

/** The lines of a grid, as boxes without thickness. */
export function linesOf({ box, border, padding, inner }: BoxModel): Band[] {
  if (inner?.kind !== 'grid') return []
  const content = insetBox(insetBox(box, border), padding)
  const { columns, rows } = placedTracks(inner, content)
  return gridLines(content, columns, rows).map((line, index) => ({ name: `line-${index}`, kind: 'line', box: line }))
}

/** How far a handle of a line stands from the edge of the grid, in pixels of the screen. */
const LINE_HANDLE = 10

/** The handles of the lines between tracks that can be dragged. */
function lineHandles({ box, border, padding, inner }: BoxModel, scale: number): HandlePlace[] {
  const content = insetBox(insetBox(box, border), padding)
  if (!inner) return []
  const { columns, rows } = placedTracks(inner, content)
  const edge = LINE_HANDLE / scale
  const { listed = [] } = inner
  const of = (property: TrackProperty, tracks: readonly PlacedTrack[], isColumns: boolean) =>
    !listed.includes(property)
      ? []
      : linesBetween(tracks).map(
          ({ index, at }): HandlePlace => ({
            name: `${property} ${index + 1}`,
            kind: 'line',
            track: index,
            properties: [property],
            x: isColumns ? content.left + at : content.left + edge,
            y: isColumns ? content.top + edge : content.top + at,
            across: isColumns ? (inner.columns?.reversed ? -1 : 1) : 0,
            down: isColumns ? 0 : 1,
            value: tracks[index]?.size ?? 0,
            least: 0,
          }),
        )
  return [...of('grid-template-columns', columns, true), ...of('grid-template-rows', rows, false)]
}

/** The tinted parts of an element. */
export function bandsOf(model: BoxModel): Band[] {
  const { box, margin, border, padding } = model
  const { across, down } = gapsOf(model)
  const gap = (each: Box, index: number): Band => ({ name: `gap-${index}`, kind: 'gap', box: each })
  return [
    ...ring('margin', growBox(box, margin), margin),
    ...ring('padding', insetBox(box, border), padding),
    ...[...across, ...down].map(gap),
  ]
}

/** How far a handle of a side without width stands from the edge, in CSS pixels at 100 %. */
const OFF_EDGE = 9
/** A box must be so large, in pixels of the screen, to have handles in the middle of its sides. */
export const LEAST_SIZE = 44

/** The handles of an element. */
export function handlesOf(model: BoxModel, scale: number, isRoot: boolean): HandlePlace[] {
  const { box, margin, border, padding, inner } = model
  const off = OFF_EDGE / scale
  const places: HandlePlace[] = []
  const at = (side: Side, distance: number) => ({
    x: isUpright(side)
      ? side === 'left'
        ? box.left + distance
        : box.left + box.width - distance
      : box.left + box.width / 2,
    y: isUpright(side)
      ? box.top + box.height / 2
      : side === 'top'
        ? box.top + distance
        : box.top + box.height - distance,
  })
  for (const side of sides) {
    const room = (isUpright(side) ? box.height : box.width) * scale
    if (room < LEAST_SIZE) continue
    const inward = side === 'top' || side === 'left' ? 1 : -1
    const moves = (sign: number) => ({
      across: (isUpright(side) ? sign : 0) as -1 | 0 | 1,
      down: (isUpright(side) ? 0 : sign) as -1 | 0 | 1,
    })
    const deep = (isUpright(side) ? box.width : box.height) * scale
    if (deep >= LEAST_SIZE) {
      const name = `padding-${side}`
      const inside = border[side] + Math.max(off, padding[side] / 2)
      places.push({
        name,
        kind: 'padding',
        properties: [name],
        ...at(side, inside),
        ...moves(inward),
        value: padding[side],
        least: 0,
      })
    }
    if (isRoot) continue
    const name = `margin-${side}`
    const outside = -Math.max(off, margin[side] / 2)
    places.push({
      name,
      kind: 'margin',
      properties: [name],
      ...at(side, outside),
      ...moves(-inward),
      value: margin[side],
      least: -9_999,
    })
  }
  if (inner) {
    const { across, down } = gapsOf(model)
    const gap = (name: 'row-gap' | 'column-gap', each: Box | undefined, value: number) => {
      if (!each) return
      const upright = name === 'column-gap'
      places.push({
        name,
        kind: 'gap',
        properties: [name],
        x: each.left + each.width / 2,
        y: each.top + each.height / 2,
        across: upright ? 1 : 0,
        down: upright ? 0 : 1,
        value,
        least: 0,
      })
    }
    gap('column-gap', across[0], inner.columnGap)
    gap('row-gap', down[0], inner.rowGap)
    places.push(...lineHandles(model, scale))
  }
  if (!isRoot) {
    const right = box.left + box.width
    const bottom = box.top + box.height
    const size = { kind: 'size', least: 0 } as const
    places.push(
      {
        ...size,
        name: 'width',
        properties: ['width'],
        x: right,
        y: bottom - Math.min(box.height / 4, 24 / scale),
        across: 1,
        down: 0,
        value: box.width,
      },
      {
        ...size,
        name: 'height',
        properties: ['height'],
        x: right - Math.min(box.width / 4, 24 / scale),
        y: bottom,
        across: 0,
        down: 1,
        value: box.height,
      },
    )
  }
  return places
}

/** A length that a value snaps to, such as a token: its name, and its size in CSS pixels. */
export interface Step {
  name: string
  size: number
}

/** So near to a token, in CSS pixels, a dragged value becomes it. */
const SNAP = 4

/** A dragged value: whole pixels, or the token that is nearest within reach. */
export function snapped(value: number, least: number, steps: readonly Step[]): { value: number; step?: Step } {
  const whole = Math.max(least, Math.round(value))
  let best: Step | undefined
  for (const step of steps) {
    const reach = Math.abs(step.size - value)
    if (step.size > 0 && reach <= SNAP && (!best || reach < Math.abs(best.size - value))) best = step
  }
  return best ? { value: best.size, step: best } : { value: whole }
}

/** The properties that a drag changes: with Alt the opposite side too, with Shift all four. */
export function together(property: string, { alt, shift }: { alt: boolean; shift: boolean }): string[] {
  const [, kind, side] = /^(margin|padding)-(top|right|bottom|left)$/.exec(property) ?? []
  if (kind === undefined || side === undefined) {
    if (!shift) return [property]
    return property.endsWith('-gap') ? ['row-gap', 'column-gap'] : [property]
  }
  if (shift) return sides.map((each) => `${kind}-${each}`)
  const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }[side]
  return alt && opposite ? [property, `${kind}-${opposite}`] : [property]
}
