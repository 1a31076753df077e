import type { View } from '@atelier/documents'
import { walkRules } from '../css/rules.ts'
import { readSheets } from '../css/sheets.ts'
import { escapeAttribute, unescapeAttribute } from '../html/print.ts'
import { presetIn, responsiveCrop } from './crops.ts'
import { isUpload, type MediaEntry, mediaByPath, mediaEntries } from './entries.ts'
import { sitePath, siteUrl } from './resolve.ts'
import { type ResponsiveImage, responsiveImage } from './responsive.ts'

export interface ResponsivePage {
  html: string
  /** Pictures of the library that the page shows, each once. */
  images: MediaEntry[]
  /** Those that it shows cut to a preset: the id of each with the preset. */
  crops: { mediaId: string; preset: string }[]
  /**
   * CSS that the page needs for them, in a layer: whatever the page’s own styles say holds over it. It keeps the
   * proportion of a picture that has its own size as attributes, and shows a few pixels of it until it is there. May be
   * empty.
   */
  css: string
}

export interface ResponsiveOptions {
  /** False leaves the few pixels out: where pictures are fitted into boxes, they would show beside them. */
  blur?: boolean
}

/** Whether a stylesheet fits pictures into boxes that they do not fill. */
export function letterboxes(css: string): boolean {
  return /object-fit\s*:\s*(?:contain|none|scale-down)/i.test(css)
}

/** Elements whose inside is text, and those that choose among pictures themselves. */
const skipped = /^(?:picture|style|xmp|iframe|noembed|noframes|textarea|title)$/
const tagPattern = /<!--[\s\S]*?(?:-->|$)|<([a-z][^\s/<>]*)((?:[^<>"]|"[^"]*(?:"|$))*)/gi
/** An `<img>` further down is not loaded before it is near. The first ones may be what the visitor sees first. */
const eager = 2

/**
 * Adds the widths of each `<img>` of the library, so that a screen loads no more than it shows. An author's attributes
 * stay: a picture with a `srcset`, or in a `<picture>`, stays as it is, and so does every file that an import brought.
 * Takes HTML as the publisher prints it.
 * @param address where the page is published, from the root on
 */
export function responsiveImages(
  site: View,
  html: string,
  address: string,
  { blur = true }: ResponsiveOptions = {},
): ResponsivePage {
  const images = new Map<string, Shown>()
  if (!html.includes('media/')) return { html, images: [], crops: [], css: '' }
  const crops = new Map<string, { mediaId: string; preset: string }>()
  let out = ''
  let from = 0
  let count = 0
  const tags = new RegExp(tagPattern)
  let hasHeight: ((attributes: ReadonlyMap<string, string>) => boolean) | undefined
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    const name = match[1]?.toLowerCase() ?? ''
    if (skipped.test(name)) {
      const end = new RegExp(`</${name}`, 'gi')
      end.lastIndex = tags.lastIndex
      tags.lastIndex = end.exec(html)?.index ?? html.length
      continue
    }
    if (name !== 'img') continue
    count += 1
    const attributes = readAttributes(match[2] ?? '')
    const entry = entryOf(site, attributes, address)
    if (!entry) continue
    const preset = presetIn(attributes.get('src') ?? '')
    const crop = preset === undefined ? undefined : responsiveCrop(entry, preset, attributes.get('sizes'))
    if (preset !== undefined && crop) {
      crops.set(`${entry.id} ${preset}`, { mediaId: entry.id, preset })
      const cut = match[0].replace(/(\ssrc=)"[^"]*"/i, (_, name: string) => `${name}"${escapeAttribute(crop.src)}"`)
      out += html.slice(from, match.index) + cut + added(attributes, crop, count > eager)
      from = match.index + match[0].length
      continue
    }
    const image = responsiveImage(entry, attributes.get('sizes'))
    const more = image && added(attributes, image, count > eager)
    let isSized = more?.includes(' height="') ?? false
    if (!isSized && hasOwnSize(attributes, entry)) {
      hasHeight ??= picturesWithHeight(site)
      isSized = !hasHeight(attributes)
    }
    if (more === undefined && !isSized) continue
    images.set(entry.id, { entry, sized: isSized || images.get(entry.id)?.sized === true })
    if (more === undefined) continue
    const end = match.index + match[0].length
    out += html.slice(from, end) + more
    from = end
  }
  const shown = [...images.values()]
  return {
    html: out + html.slice(from),
    images: shown.map(({ entry }) => entry),
    crops: [...crops.values()],
    css: layerCss(shown, blur),
  }
}

interface Shown {
  entry: MediaEntry
  /** The tag has the picture's own width and height. */
  sized: boolean
}

const hasOwnSize = (attributes: ReadonlyMap<string, string>, entry: MediaEntry) =>
  isSizedUpload(entry) &&
  attributes.get('width') === String(entry.width) &&
  attributes.get('height') === String(entry.height)

/** Tells pictures whose height a rule of the site sets in any case, by `img`, a class or both; it wins over the layer here. */
function picturesWithHeight(site: View): (attributes: ReadonlyMap<string, string>) => boolean {
  const classes = new Set<string>()
  for (const [{ kind, canonical, declarations }, around] of walkRules(readSheets(site))) {
    if (kind !== 'style' || around.length > 0 || !declarations.some(({ name }) => name === 'height')) continue
    for (const selector of canonical.split(',')) {
      const [, name] = /^(?:img)?(?:\.([\w-]{1,200}))?$/.exec(selector) ?? []
      if (name !== undefined || selector === 'img') classes.add(name ?? '')
    }
  }
  return (attributes) =>
    classes.has('') || (attributes.get('class') ?? '').split(/\s+/).some((name) => name !== '' && classes.has(name))
}

const isSizedUpload = (entry: MediaEntry) => isUpload(entry) && entry.width !== undefined && entry.height !== undefined

function readAttributes(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', value = ''] of text.matchAll(/\s([^\s"=<>]+)(?:="([^"]*)")?/g)) {
    found.set(name.toLowerCase(), unescapeAttribute(value))
  }
  return found
}

function entryOf(site: View, attributes: ReadonlyMap<string, string>, address: string): MediaEntry | undefined {
  if (attributes.has('srcset')) return undefined
  const path = sitePath(attributes.get('src') ?? '', address)
  return path?.startsWith('media/') ? mediaByPath(site, path) : undefined
}

/** The missing attributes of the tag, as HTML. */
function added(attributes: ReadonlyMap<string, string>, image: ResponsiveImage, later: boolean): string {
  let text = ` srcset="${escapeAttribute(image.srcset)}"`
  const add = (name: string, value: string) => {
    if (!attributes.has(name)) text += ` ${name}="${escapeAttribute(value)}"`
  }
  add('sizes', image.sizes)
  // Only together they say the proportion, which keeps the page from jumping.
  if (!attributes.has('width') && !attributes.has('height')) {
    add('width', String(image.width))
    add('height', String(image.height))
  }
  add('decoding', 'async')
  if (later && attributes.get('fetchpriority') !== 'high') add('loading', 'lazy')
  return text
}

/**
 * The proportions of the library's pictures where no page is printed, such as on the canvas: the same as a published
 * page says of those that it shows.
 */
export function pictureProportions(site: View): string {
  const sized = mediaEntries(site).filter(isSizedUpload)
  return layerCss(
    sized.map((entry) => ({ entry, sized: true })),
    false,
  )
}

/** The placeholder is painted behind the content box only, so that it shows nowhere else. */
function layerCss(images: readonly Shown[], blur: boolean): string {
  const rules = images.flatMap(({ entry, sized }) => {
    const { path, width, height } = entry
    const pixels = blur && entry.blur !== undefined && /^[A-Za-z0-9+/]+=*$/.test(entry.blur) ? entry.blur : undefined
    const selector = `img[src$="${siteUrl(path)}"]`
    const size = sized ? [`${selector}[width="${width}"][height="${height}"]{height:auto}`] : []
    const image = `url(data:image/webp;base64,${pixels}) 50%/cover no-repeat content-box`
    return [...size, ...(pixels === undefined ? [] : [`${selector}{background:${image}}`])]
  })
  return rules.length === 0 ? '' : `@layer images{${rules.join('')}}`
}
