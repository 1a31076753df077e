import { type KnownColor, printColor, readColor, roundDecimals } from './color.ts'

/** The number of variants of each kind for a colour. */
export interface VariantSettings {
  /** Darker variants, `-d-1` …; from 0 to 12. */
  shades: number
  /** Lighter variants, `-l-1` …; from 0 to 12. */
  tints: number
  /** Whether there are transparent variants, `-5`, `-10`, `-20` … `-90`. */
  transparencies: boolean
}

export const MAX_STEPS = 12
export const defaultVariants: VariantSettings = { shades: 4, tints: 4, transparencies: true }
const percents = [5, 10, 20, 30, 40, 50, 60, 70, 80, 90]

export interface Variant {
  /** The suffix after the token's name: `d-1`, `l-2`, `40`. */
  name: string
  value: string
}

/** The fraction of the distance to black or white at a step; the last step does not reach it. */
const share = (step: number, count: number) => (0.8 * step) / (count + 1)

/**
 * The shades, tints and transparent steps of a colour. A shade has the lightness L·(1−0.8·i/(n+1)), a tint
 * L+(100−L)·0.8·i/(n+1), in HSL for colours written in sRGB and in the colour's own space otherwise. Colours that only
 * a browser can compute use the same formulas as relative colours of CSS Color 5.
 */
export function colorVariants(value: string, { shades, tints, transparencies }: VariantSettings): Variant[] {
  const read = readColor(value)
  if (read.kind === 'none') return []
  const paint = read.kind === 'known' ? paintKnown(read.color) : paintExpression(value.trim())
  const steps = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  return [
    ...(transparencies ? percents : []).map((percent) => ({ name: `${percent}`, value: paint.alpha(percent / 100) })),
    ...steps(shades).map((step) => ({ name: `d-${step}`, value: paint.darker(share(step, shades)) })),
    ...steps(tints).map((step) => ({ name: `l-${step}`, value: paint.lighter(share(step, tints)) })),
  ]
}

interface Paint {
  alpha(alpha: number): string
  darker(share: number): string
  lighter(share: number): string
}

function paintKnown(color: KnownColor): Paint {
  const lit = (lightness: number) => printColor({ ...color, lightness })
  return {
    alpha: (alpha) => printColor({ ...color, alpha }),
    darker: (part) => lit(color.lightness * (1 - part)),
    lighter: (part) => lit(color.lightness + (100 - color.lightness) * part),
  }
}

function paintExpression(value: string): Paint {
  // color() may be outside sRGB, and HSL would clip it.
  const wide = /^color\(/i.test(value)
  const relative = (lightness: string) =>
    wide ? `oklch(from ${value} ${lightness} c h)` : `hsl(from ${value} h s ${lightness})`
  return {
    alpha: (alpha) => `rgb(from ${value} r g b / ${alpha})`,
    darker: (part) => relative(`calc(l * ${roundDecimals(1 - part, 4)})`),
    lighter: (part) => relative(`calc(l + (${wide ? 1 : 100} - l) * ${roundDecimals(part, 4)})`),
  }
}
