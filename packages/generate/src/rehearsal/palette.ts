import { contrast, type Srgb } from '@atelier/site'
import type { DesignPlan } from '../blueprint/schema.ts'

/** The colours of a design. */
export type DesignColors = Pick<
  DesignPlan,
  | 'primaryColor'
  | 'secondaryColor'
  | 'accentColor'
  | 'backgroundColor'
  | 'surfaceColor'
  | 'textColor'
  | 'textMutedColor'
>

/** Colours of a site, each as `#rrggbb`. */
export interface Palette {
  background: string
  surface: string
  text: string
  muted: string
  primary: string
  onPrimary: string
  secondary: string
  accent: string
}

/** The least contrast of text, WCAG 2.2 AA; a little more, so that mixes and rounding stay above it. */
const LEAST = 4.7

/**
 * The palette of a design in light and in dark. Colours that would be hard to read on the background are moved towards
 * black or white until they are not; a design with a dark background is dark in both.
 */
export function palettesOf(design: DesignColors): { light: Palette; dark: Palette } {
  const light = legible({
    background: design.backgroundColor,
    surface: design.surfaceColor,
    text: design.textColor,
    muted: design.textMutedColor,
    primary: design.primaryColor,
    secondary: design.secondaryColor,
    accent: design.accentColor,
  })
  if (isDark(design.backgroundColor)) return { light, dark: light }
  const background = colorMix('#121211', design.primaryColor, 0.06)
  const dark = legible({
    background,
    surface: colorMix(colorMix(background, '#ffffff', 0.05), design.primaryColor, 0.1),
    text: colorMix('#f6f5f2', design.backgroundColor, 0.4),
    muted: colorMix('#b4b4b0', design.surfaceColor, 0.2),
    primary: brightened(design.primaryColor),
    secondary: colorMix(design.secondaryColor, '#ffffff', 0.25),
    accent: design.accentColor,
  })
  return { light, dark }
}

function legible(given: Omit<Palette, 'onPrimary'>): Palette {
  const { background, surface } = given
  const end = isDark(background) ? '#ffffff' : '#000000'
  const readable = (colour: string) => {
    let found = colour
    for (let step = 1; step <= 20; step += 1) {
      if (ratio(found, background) >= LEAST && ratio(found, surface) >= LEAST) return found
      found = colorMix(colour, end, step / 20)
    }
    return found
  }
  const primary = readable(given.primary)
  const [pale, deep] = [
    colorMix('#ffffff', background, isDark(background) ? 0 : 0.5),
    colorMix('#0d0d0d', primary, 0.1),
  ]
  const onPrimary = ratio(pale, primary) >= ratio(deep, primary) ? pale : deep
  return { ...given, text: readable(given.text), muted: readable(given.muted), primary, onPrimary }
}

function channels(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function srgb(colour: string): Srgb {
  const [red, green, blue] = channels(colour)
  return { red: red / 255, green: green / 255, blue: blue / 255, alpha: 1 }
}

const ratio = (one: string, other: string): number => contrast(srgb(one), srgb(other))
const isDark = (colour: string): boolean => ratio(colour, '#ffffff') > ratio(colour, '#000000')

/** A colour for a dark background: the same hue, lighter, and not much paler. */
function brightened(colour: string): string {
  const given = channels(colour)
  const factor = Math.min(1.7, 235 / Math.max(...given, 1))
  return colorMix(hex(given.map((each) => each * Math.max(1, factor))), '#ffffff', 0.12)
}

/** @param share of the other colour, from 0 to 1 */
export function colorMix(colour: string, other: string, share: number): string {
  const others = channels(other)
  return hex(channels(colour).map((each, i) => each * (1 - share) + (others[i] ?? 0) * share))
}

const hex = (given: readonly number[]): string =>
  `#${given.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`
