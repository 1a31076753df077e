import type { View } from '@atelier/documents'
import { type MediaEntry, mediaEntries } from './entries.ts'
import { siteUrl } from './resolve.ts'
import { imageVariants, type ResponsiveImage } from './responsive.ts'

/** The forms that a page can name, by their width for a height of 1: `/media/photo.jpg?crop=square`. */
export const cropPresets: Readonly<Record<string, number>> = {
  square: 1,
  card: 4 / 3,
  wide: 16 / 9,
  banner: 3,
  portrait: 3 / 4,
  tall: 9 / 16,
}

const widths: readonly number[] = [320, 640, 960, 1280, 1920]

/** One picture cut to a preset around its focal point, in one width. */
export interface Crop {
  entry: MediaEntry
  preset: string
  /** In pixels, of the file. */
  width: number
  height: number
  /** The part of the picture that is kept, in its pixels. */
  area: CropArea
  /** Where it is published. Another focal point is another path, so that it can be cached for good. */
  path: string
}

export interface CropArea {
  left: number
  top: number
  width: number
  height: number
}

/** The preset that an address asks for; undefined if it names none. */
export function presetIn(url: string): string | undefined {
  const [, query = ''] = url.split('#', 1)[0]?.split('?') ?? []
  const preset = new URLSearchParams(query).get('crop') ?? ''
  return Object.hasOwn(cropPresets, preset) ? preset : undefined
}

/** The largest part of a picture in the form of a preset that has the focal point in its middle, as far as the edges let it. */
export function cropArea({ width = 0, height = 0, focal = { x: 0.5, y: 0.5 } }: MediaEntry, ratio: number): CropArea {
  const wide = Math.max(1, Math.min(width, Math.round(height * ratio)))
  const high = Math.max(1, Math.min(height, Math.round(wide / ratio)))
  const start = (middle: number, length: number, whole: number) =>
    Math.round(Math.min(whole - length, Math.max(0, middle * whole - length / 2)))
  return { left: start(focal.x, wide, width), top: start(focal.y, high, height), width: wide, height: high }
}

/** The widths in which a picture is published cut to a preset, the smallest first; none of a file that is shown as it is. */
export function cropsOf(entry: MediaEntry, preset: string): Crop[] {
  const ratio = Object.hasOwn(cropPresets, preset) ? cropPresets[preset] : undefined
  if (ratio === undefined || imageVariants(entry).length === 0) return []
  const area = cropArea(entry, ratio)
  const { x, y } = entry.focal ?? { x: 0.5, y: 0.5 }
  const own = Math.min(area.width, widths.at(-1) ?? 0)
  const stem = `${entry.path.replace(/\.[^.]*$/, '')}-${preset}-${Math.round(x * 1000)}-${Math.round(y * 1000)}`
  return [...widths.filter((width) => width < own * 0.9), own].map((width) => ({
    entry,
    preset,
    width,
    height: Math.max(1, Math.round((width * area.height) / area.width)),
    area,
    path: `${stem}-${width}.webp`,
  }))
}

/** The attributes of a cut picture's `<img>`; its `src` is the widest. Undefined if the file is shown as it is. */
export function responsiveCrop(
  entry: MediaEntry,
  preset: string,
  sizes?: string,
): (ResponsiveImage & { src: string }) | undefined {
  const crops = cropsOf(entry, preset)
  const widest = crops.at(-1)
  if (!widest) return undefined
  const { width, height } = widest
  return {
    src: siteUrl(widest.path),
    srcset: crops.map((crop) => `${siteUrl(crop.path)} ${crop.width}w`).join(', '),
    sizes: sizes ?? `(max-width: ${width}px) 100vw, ${width}px`,
    width,
    height,
    variants: crops,
  }
}

/** The cut picture that is published under a path; undefined if there is none, or its focal point is another one now. */
export function cropByPath(site: View, path: string): Crop | undefined {
  const preset = Object.keys(cropPresets).find((each) => path.includes(`-${each}-`))
  if (preset === undefined) return undefined
  for (const entry of mediaEntries(site)) {
    if (!path.startsWith(entry.path.replace(/\.[^.]*$/, ''))) continue
    const crop = cropsOf(entry, preset).find((each) => each.path === path)
    if (crop) return crop
  }
  return undefined
}
