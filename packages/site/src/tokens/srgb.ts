import type { KnownColor } from './color.ts'

/** Channels from 0 to 1, gamma-encoded, and an alpha from 0 to 1. */
export interface Srgb {
  red: number
  green: number
  blue: number
  alpha: number
}

/** A colour in sRGB, clipped to the sRGB gamut. CSS Color 4, sample code for conversions. */
export function toSrgb({ space, lightness, rest: [one, two], alpha }: KnownColor): Srgb {
  if (space === 'hsl') return { ...fromHsl(one, two / 100, lightness / 100), alpha }
  const isPolar = space === 'lch' || space === 'oklch'
  const angle = (two * Math.PI) / 180
  const [a, b] = isPolar ? [one * Math.cos(angle), one * Math.sin(angle)] : [one, two]
  const linear = space === 'oklab' || space === 'oklch' ? fromOklab(lightness / 100, a, b) : fromLab(lightness, a, b)
  const [red, green, blue] = linear.map(encode)
  return { red: red ?? 0, green: green ?? 0, blue: blue ?? 0, alpha }
}

function fromHsl(hue: number, saturation: number, lightness: number): Omit<Srgb, 'alpha'> {
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12
    const spread = saturation * Math.min(lightness, 1 - lightness)
    return lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return { red: channel(0), green: channel(8), blue: channel(4) }
}

function fromOklab(lightness: number, a: number, b: number): number[] {
  const l = (lightness + 0.3963377773761749 * a + 0.2158037573099136 * b) ** 3
  const m = (lightness - 0.1055613458156586 * a - 0.0638541728258133 * b) ** 3
  const s = (lightness - 0.0894841775298119 * a - 1.2914855480194092 * b) ** 3
  return [
    4.0767416360759574 * l - 3.3077115392580616 * m + 0.2309699031821044 * s,
    -1.2684379732850317 * l + 2.6097573492876887 * m - 0.3413193760026573 * s,
    -0.0041960761386756 * l - 0.7034186179359363 * m + 1.7076146940746117 * s,
  ]
}

/** CIE Lab at D50, adapted to D65 by Bradford. */
function fromLab(lightness: number, a: number, b: number): number[] {
  const fy = (lightness + 16) / 116
  const fx = fy + a / 500
  const fz = fy - b / 200
  const kappa = 24389 / 27
  const cut = 216 / 24389
  const x = 0.9642956764295677 * (fx ** 3 > cut ? fx ** 3 : (116 * fx - 16) / kappa)
  const y = lightness > kappa * cut ? fy ** 3 : lightness / kappa
  const z = 0.8251046025104602 * (fz ** 3 > cut ? fz ** 3 : (116 * fz - 16) / kappa)
  const X = 0.9554734527042182 * x - 0.023098536874261423 * y + 0.0632593086610217 * z
  const Y = -0.028369706963208136 * x + 1.0099954580058226 * y + 0.021041398966943008 * z
  const Z = 0.012314001688319899 * x - 0.020507696433477912 * y + 1.3303659366080753 * z
  return [
    3.2409699419045226 * X - 1.537383177570094 * Y - 0.4986107602930034 * Z,
    -0.9692436362808796 * X + 1.8759675015077202 * Y + 0.04155505740717559 * Z,
    0.05563007969699366 * X - 0.20397695888897652 * Y + 1.0569715142428786 * Z,
  ]
}

function encode(linear: number): number {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.min(1, Math.max(0, value))
}

/** Composites a colour over an opaque one. */
export function over(top: Srgb, below: Srgb): Srgb {
  const mix = (one: number, other: number) => one * top.alpha + other * (1 - top.alpha)
  return { red: mix(top.red, below.red), green: mix(top.green, below.green), blue: mix(top.blue, below.blue), alpha: 1 }
}

/** WCAG 2.2, relative luminance. */
function luminance({ red, green, blue }: Srgb): number {
  const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** WCAG 2.2, contrast ratio, from 1 to 21. */
export function contrast(one: Srgb, other: Srgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}
