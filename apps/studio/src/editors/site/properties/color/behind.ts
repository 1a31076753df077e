import { contrast, over, type ReadColor, readColor, type Srgb, toSrgb } from '@atelier/site'

/** The background of one element. */
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

const pictures = new Set(['img', 'picture', 'video', 'canvas', 'svg', 'iframe', 'object', 'embed'])

/**
 * The background behind an element's content: by itself, and by all that is under its middle, from the front. A hidden
 * element is assumed to be in front of only those around it.
 */
export function paintedBehind(element: Element, view: Window): Painted[] {
  const { left, top, width, height } = element.getBoundingClientRect()
  const under = element.ownerDocument.elementsFromPoint(left + width / 2, top + height / 2)
  const at = under.indexOf(element)
  return (at < 0 ? withParents(element) : under.slice(at)).map((each) => {
    const { backgroundColor, backgroundImage } = view.getComputedStyle(each)
    const isPicture = each !== element && pictures.has(each.localName)
    return { color: backgroundColor, hasImage: isPicture || (backgroundImage !== 'none' && backgroundImage !== '') }
  })
}

function withParents(element: Element): Element[] {
  const all: Element[] = []
  for (let at: Element | null = element; at; at = at.parentElement) all.push(at)
  return all
}
