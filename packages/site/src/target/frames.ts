import { canonical } from '../css/normalize.ts'
import type { Item } from '../css/syntax.ts'
import { type WidthBound, widthBound } from './conditions.ts'

/** A frame that a site would have by its own media queries. */
export interface ProposedFrame {
  label: string
  /** CSS pixels. */
  width: number
}

/** How many frames are proposed: those under whose bounds most declarations stand. */
const MAX_FRAMES = 5

/**
 * The frames at the bounds of stylesheets: those of the kind that most declarations have, each at the width at which its
 * query begins to apply, without those that stand already. Narrowest first.
 * @param standing the widths of the frames that a site has
 */
export function proposedFrames(sheets: readonly (readonly Item[])[], standing: readonly number[]): ProposedFrame[] {
  const counts = { min: new Map<number, number>(), max: new Map<number, number>() }
  for (const items of sheets) countBounds(items, undefined, counts)
  const sum = (kind: WidthBound['kind']) => [...counts[kind].values()].reduce((all, each) => all + each, 0)
  const kind = sum('min') > sum('max') ? 'min' : 'max'
  return [...counts[kind]]
    .filter(([width]) => width >= 200 && width <= 10_000 && !standing.includes(width))
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_FRAMES)
    .map(([width]) => ({ label: deviceLabel(width), width }))
    .sort((a, b) => a.width - b.width)
}

/** @param around the bound of the only width query around the items; null if there are several, or other media */
function countBounds(
  items: readonly Item[],
  around: WidthBound | null | undefined,
  counts: Readonly<Record<WidthBound['kind'], Map<number, number>>>,
): void {
  let declarations = 0
  for (const item of items) {
    if (item.kind === 'declaration') declarations += 1
    if (item.kind !== 'style' && item.kind !== 'at') continue
    const isMedia = item.kind === 'at' && item.name === 'media'
    const inside = isMedia ? (around === undefined ? (widthBound(canonical(item.prelude)) ?? null) : null) : around
    countBounds(item.items, inside, counts)
  }
  if (!around || declarations === 0) return
  const width = firstWidth(around)
  counts[around.kind].set(width, (counts[around.kind].get(width) ?? 0) + declarations)
}

/** The whole width nearest to a bound at which its query applies. */
function firstWidth({ kind, px, isStrict }: WidthBound): number {
  if (kind === 'min') return isStrict ? Math.floor(px) + 1 : Math.ceil(px)
  return isStrict ? Math.ceil(px) - 1 : Math.floor(px)
}

function deviceLabel(width: number): string {
  const device = width < 600 ? 'Phone' : width < 1_000 ? 'Tablet' : width < 1_300 ? 'Laptop' : 'Desktop'
  return `${device} ${width}`
}
