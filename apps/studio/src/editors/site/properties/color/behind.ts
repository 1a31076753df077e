import { contrast, over, type ReadColor, readColor, type Srgb, toSrgb } from '@atelier/site'

/** What one element paints behind its content. */
export interface Painted {
  /** A computed colour: `rgb(0, 0, 0)`, `oklch(…)`. */
  color: string
  hasImage: boolean
}

const WHITE: Srgb = { red: 1, green: 1, blue: 1, alpha: 1 }

/** The colour that can be seen behind something, from the nearest element outwards; undefined where a picture or an unknown colour is. */
export function colorBehind(painted: readonly Painted[]): Srgb | undefined {
  const layers: Srgb[] = []
  for (const { color, hasImage } of painted) {
    if (hasImage) return undefined
    const read = srgbOf(readColor(color))
    if (!read) return undefined
    layers.push(read)
    if (read.alpha === 1) break
  }
  return layers.reduceRight((below, top) => over(top, below), WHITE)
}

/** A known colour in sRGB. */
export const srgbOf = (read: ReadColor): Srgb | undefined => (read.kind === 'known' ? toSrgb(read.color) : undefined)

/** The contrast of a colour in front of another, from 1 to 21, with its alpha taken into account. */
export const contrastOver = (front: Srgb, behind: Srgb): number => contrast(over(front, behind), behind)

/** WCAG 2.2, 1.4.3 and 1.4.11: what a ratio is enough for. */
export function enoughFor(ratio: number): 'text' | 'largeText' | 'nothing' {
  return ratio >= 4.5 ? 'text' : ratio >= 3 ? 'largeText' : 'nothing'
}

/** What an element and those around it paint, from the inside. */
export function paintedBehind(element: Element, view: Window): Painted[] {
  const painted: Painted[] = []
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = view.getComputedStyle(at)
    painted.push({ color: backgroundColor, hasImage: backgroundImage !== 'none' && backgroundImage !== '' })
  }
  return painted
}
