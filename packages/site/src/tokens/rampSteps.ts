import { printColor, roundDecimals } from './color.ts'
import { fromOklch, isInSrgb, type Oklch, readOklch } from './oklch.ts'
import { lightAndDark, printSchemes } from './schemes.ts'

export type Scheme = 'light' | 'dark'

/** The steps of a new ramp, where the site has no other ramp to follow. */
export const defaultSteps: readonly string[] = ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900']

/** The lightness in Oklch along a ramp, at even distances. In the dark the first steps are the dark ones. */
const lightnessOf: Readonly<Record<Scheme, readonly number[]>> = {
  light: [0.975, 0.945, 0.89, 0.82, 0.72, 0.62, 0.54, 0.46, 0.38, 0.31],
  dark: [0.2, 0.25, 0.31, 0.38, 0.47, 0.57, 0.67, 0.77, 0.87, 0.95],
}
/** Above this lightness a colour loses chroma towards white, below the other towards black. */
const PALE = 0.6
const DEEP = 0.45

/** The lightness at a step, between the entries of the list above. */
function lightnessAt(index: number, count: number, scheme: Scheme): number {
  const list = lightnessOf[scheme]
  const at = count < 2 ? 0 : (index / (count - 1)) * (list.length - 1)
  const low = list[Math.floor(at)] ?? 0
  return low + ((list[Math.ceil(at)] ?? low) - low) * (at % 1)
}

/**
 * The step of a ramp that a colour is itself: the one whose lightness is nearest. The middle for a colour that only a
 * browser can compute.
 * @returns its index
 */
export function anchorOf(value: string, count: number): number {
  const color = readOklch(lightAndDark(value)?.light ?? value)
  if (!color) return Math.floor(count / 2)
  const distances = Array.from({ length: count }, (_, index) =>
    Math.abs(lightnessAt(index, count, 'light') - color.lightness),
  )
  return distances.indexOf(Math.min(...distances))
}

/**
 * The values of a ramp. The step at `anchor` is `var(name)`, the others go from there to almost white and almost black
 * in even steps of lightness, in Oklch, with as much chroma as their lightness can show. A colour that only a browser
 * can compute is mixed with white and black instead, and one that is written by `light-dark()` yields such values.
 * @param name the custom property of the colour, with its dashes
 */
export function rampValues(name: string, value: string, count: number, anchor: number, scheme: Scheme): string[] {
  const both = lightAndDark(value)
  if (both) {
    const dark = rampValues(name, both.dark, count, anchor, 'dark')
    return rampValues(name, both.light, count, anchor, 'light').map((light, index) =>
      index === anchor ? light : printSchemes(light, dark[index] ?? light),
    )
  }
  const color = readOklch(value)
  const values = color ? shadesOf(color, count, anchor, scheme) : mixes(name, count, anchor, scheme)
  return values.map((each, index) => (index === anchor ? `var(${name})` : each))
}

function shadesOf(color: Oklch, count: number, anchor: number, scheme: Scheme): string[] {
  const chromaAt = chromaCurve(color)
  const target = (index: number) => lightnessAt(index, count, scheme)
  return Array.from({ length: count }, (_, index) => {
    const end = index < anchor ? 0 : count - 1
    const share = index === anchor ? 0 : (target(index) - target(anchor)) / (target(end) - target(anchor))
    const lightness = color.lightness + share * (beyond(color.lightness, target(end), target(anchor)) - color.lightness)
    return printColor(
      fromOklch({
        lightness: roundDecimals(lightness, 3),
        chroma: roundDecimals(chromaAt(lightness), 3),
        hue: roundDecimals(color.hue, 1),
        alpha: color.alpha,
      }),
    )
  })
}

/** The end of a ramp, moved towards white or black where the colour itself is beyond it. */
function beyond(lightness: number, end: number, anchor: number): number {
  return end > anchor ? Math.max(end, (1 + lightness) / 2) : Math.min(end, lightness / 2)
}

/**
 * The chroma of a colour at another lightness: the same share of what sRGB can show there, but in pale and in deep
 * colours no more than falls evenly to none at white and at black.
 */
function chromaCurve(color: Oklch): (lightness: number) => number {
  const most = (lightness: number) => mostChroma(lightness, color.hue)
  const share = color.chroma / Math.max(most(color.lightness), 0.001)
  const fall = (lightness: number) => Math.min(1, (1 - lightness) / (1 - PALE), lightness / DEEP)
  const peak = Math.max(color.chroma / Math.max(fall(color.lightness), 0.001), share * most(PALE))
  return (lightness) => Math.min(share * most(lightness), peak * fall(lightness))
}

/** The most chroma of a hue that sRGB can show at a lightness. */
function mostChroma(lightness: number, hue: number): number {
  let [low, high] = [0, 0.4]
  for (let turn = 0; turn < 12; turn += 1) {
    const chroma = (low + high) / 2
    if (isInSrgb({ lightness, chroma, hue, alpha: 1 })) low = chroma
    else high = chroma
  }
  return low
}

/** Shares of the colour with white and black, for a colour that is not known here. */
function mixes(name: string, count: number, anchor: number, scheme: Scheme): string[] {
  const [first, last] = scheme === 'light' ? ['white', 'black'] : ['black', 'white']
  return Array.from({ length: count }, (_, index) => {
    const far = index < anchor ? (anchor - index) / anchor : (index - anchor) / Math.max(1, count - 1 - anchor)
    const share = roundDecimals(100 - far * (index < anchor ? 92 : 68), 0)
    return `color-mix(in oklch, var(${name}) ${share}%, ${index < anchor ? first : last})`
  })
}
