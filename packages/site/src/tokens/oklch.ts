import { type KnownColor, readColor } from './color.ts'
import { type Srgb, toSrgb } from './srgb.ts'

/** A colour in Oklch: lightness and alpha from 0 to 1, chroma from 0, hue in degrees. */
export interface Oklch {
  lightness: number
  chroma: number
  hue: number
  alpha: number
}

/** Reads a colour whose channels are known; undefined for `var()`, `color-mix()` and the like, and for no colour. */
export function readOklch(text: string): Oklch | undefined {
  const read = readColor(text)
  return read.kind === 'known' ? toOklch(read.color) : undefined
}

/** Oklch of any known colour. CSS Color 4, sample code for conversions. */
export function toOklch(color: KnownColor): Oklch {
  const { lightness, rest, alpha, space } = color
  if (space === 'oklch') return { lightness: lightness / 100, chroma: rest[0], hue: rest[1], alpha }
  return fromSrgb(toSrgb(color))
}

export function fromSrgb({ red, green, blue, alpha }: Srgb): Oklch {
  const [r, g, b] = [red, green, blue].map(linear)
  const l = Math.cbrt(0.4122214708 * (r ?? 0) + 0.5363325363 * (g ?? 0) + 0.0514459929 * (b ?? 0))
  const m = Math.cbrt(0.2119034982 * (r ?? 0) + 0.6806995451 * (g ?? 0) + 0.1073969566 * (b ?? 0))
  const s = Math.cbrt(0.0883024619 * (r ?? 0) + 0.2817188376 * (g ?? 0) + 0.6299787005 * (b ?? 0))
  const one = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const two = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const chroma = Math.hypot(one, two)
  const hue = chroma < 1e-4 ? 0 : ((Math.atan2(two, one) * 180) / Math.PI + 360) % 360
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return { lightness, chroma: chroma < 1e-4 ? 0 : chroma, hue, alpha }
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** As `printColor` takes it. */
export const fromOklch = ({ lightness, chroma, hue, alpha }: Oklch): KnownColor => ({
  space: 'oklch',
  lightness: lightness * 100,
  rest: [chroma, hue],
  alpha,
})

/** In sRGB, clipped to it. */
export const oklchToSrgb = (color: Oklch): Srgb => toSrgb(fromOklch(color))

/** Whether sRGB can show the colour, with the tolerance of one step of eight bits. */
export function isInSrgb(color: Oklch): boolean {
  const back = fromSrgb(oklchToSrgb(color))
  return Math.abs(back.lightness - color.lightness) < 0.004 && Math.abs(back.chroma - color.chroma) < 0.004
}
