import type { ColorShare } from './pictureColors.ts'

/** The most colours of a brand. */
const MOST = 3
/** Colours of a brand differ by more than this, of 441. */
const DIFFERENT = 72

const channelsOf = (color: string): [number, number, number] => {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** How much colour there is in a colour, from 0 for a grey to 1. */
export function saturationOf(color: string): number {
  const channels = channelsOf(color)
  return (Math.max(...channels) - Math.min(...channels)) / 255
}

/**
 * The colours by which a brand is known: of those that were found the most frequent with much colour in them; a brand without
 * any has its darkest grey.
 */
export function brandColors(found: readonly ColorShare[]): string[] {
  const coloured = found
    .filter(({ color, share }) => saturationOf(color) > 0.16 && share > 0.002)
    .map(({ color, share }) => ({ color, weight: Math.sqrt(share) * saturationOf(color) }))
    .sort((a, b) => b.weight - a.weight)
  const chosen: string[] = []
  for (const { color } of coloured) {
    if (chosen.length === MOST) break
    if (chosen.every((each) => differ(each, color))) chosen.push(color)
  }
  if (chosen.length > 0) return chosen
  const [darkest] = found
    .filter(({ share }) => share > 0.01)
    .map(({ color }) => ({ color, light: channelsOf(color).reduce((sum, each) => sum + each, 0) }))
    .sort((a, b) => a.light - b.light)
  return darkest && darkest.light < 600 ? [darkest.color] : []
}

function differ(one: string, other: string): boolean {
  const [first, second] = [channelsOf(one), channelsOf(other)]
  return Math.hypot(...first.map((each, i) => each - (second[i] ?? 0))) > DIFFERENT
}
