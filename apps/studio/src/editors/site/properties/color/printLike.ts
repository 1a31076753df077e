import { fromOklch, isInSrgb, type Oklch, oklchToSrgb, printColor, type Srgb } from '@atelier/site'

/** The most chroma that the plane shows; sRGB reaches about 0.32. */
export const MAX_CHROMA = 0.33

/** Writes a colour the way the value was written: hex stays hex where sRGB can show it, everything else is `oklch()`. */
export function printLike(color: Oklch, former: string): string {
  if (/^#/.test(former.trim()) && isInSrgb(color)) return printHex(oklchToSrgb(color))
  return printColor(fromOklch(color))
}

/** `#1f3a5f`, with two digits more where it is not opaque. */
export function printHex({ red, green, blue, alpha }: Srgb): string {
  const pair = (channel: number) =>
    Math.round(channel * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${pair(red)}${pair(green)}${pair(blue)}${alpha < 1 ? pair(alpha) : ''}`
}
