import { isUpload, type MediaEntry } from './entries.ts'
import { siteUrl } from './resolve.ts'

/** The widths of variants in pixels; widths larger than the picture are left out. */
const variantWidths: readonly number[] = [320, 640, 960, 1280, 1920, 2560]

/** The types that get smaller variants. Animations, drawings and icons are served unchanged. */
const scalable: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif'])

/** A picture in one width. */
export interface ImageVariant {
  width: number
  /**
   * Where it is published: a WebP, which every browser reads. A server may answer a browser that reads AVIF with the
   * file beside it, which ends in `.avif`.
   */
  path: string
}

export interface ResponsiveImage {
  srcset: string
  sizes: string
  width: number
  height: number
  variants: ImageVariant[]
}

/** Whether smaller pictures are made of a file: only of uploads without animation whose size is known. */
function isScalable(entry: MediaEntry): boolean {
  return (
    scalable.has(entry.type) && isUpload(entry) && !entry.animated && (entry.width ?? 0) > 0 && (entry.height ?? 0) > 0
  )
}

/** The variants of a file, the smallest first; none if it is shown as it is. Depends only on its entry. */
export function imageVariants(entry: MediaEntry): ImageVariant[] {
  if (!isScalable(entry)) return []
  const own = Math.min(entry.width ?? 0, variantWidths.at(-1) ?? 0)
  // A width that is nearly the picture's own would only be one file more.
  const widths = [...variantWidths.filter((width) => width < own * 0.9), own]
  const stem = entry.path.replace(/\.[^.]*$/, '')
  return widths.map((width) => ({ width, path: `${stem}-${width}.webp` }))
}

/**
 * The attributes of a file's `<img>`, so that each screen loads no more than it shows; undefined if the file is shown
 * as it is.
 * @param sizes how wide it shows (HTML, `sizes`); by default as wide as the window, at most as wide as it is
 */
export function responsiveImage(entry: MediaEntry, sizes?: string): ResponsiveImage | undefined {
  const variants = imageVariants(entry)
  const { width, height } = entry
  if (variants.length === 0 || width === undefined || height === undefined) return undefined
  return {
    srcset: variants.map((variant) => `${siteUrl(variant.path)} ${variant.width}w`).join(', '),
    sizes: sizes ?? `(max-width: ${width}px) 100vw, ${width}px`,
    width,
    height,
    variants,
  }
}
