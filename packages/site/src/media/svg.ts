import type { Dimensions } from '@atelier/operation'
import { cssRefusal as refuseCss } from '../css/safety.ts'
import { refuseAttribute, refuseTag } from '../html/refuse.ts'
import { type XmlAttribute, XmlReader, type XmlTag } from './xml.ts'

export interface CleanSvg {
  /** The same text if there was nothing to take out. */
  text: string
  /** The removed parts, each in a few words. */
  removed: string[]
  /** Pixels that it shows at without styles, if it declares them. */
  size?: Dimensions
}

/** Elements that run something, or bring in a document; by their local name. */
const refusedElements: ReadonlySet<string> = new Set(
  'script iframe object embed applet frame frameset base link meta handler listener portal fencedframe form input button textarea select'.split(
    ' ',
  ),
)

/**
 * A drawing without scripts, handlers, documents of its own and URLs that run something. It is read strictly, as an
 * XML parser does; what is not well-formed is refused rather than guessed at.
 * @returns `problem`: a sentence for a person
 */
export function cleanSvg(bytes: Uint8Array): CleanSvg | { problem: string } {
  const source = decodeXml(bytes)
  if (source === undefined) return { problem: 'The drawing is not written in UTF-8, UTF-16 or Latin-1.' }
  const reader = new XmlReader(source)
  const removed: string[] = []
  let out = ''
  let size: Dimensions | undefined
  let skipping = 0
  let style: { text: string; value?: string }[] = []
  const open: XmlTag[] = []
  for (let piece = reader.next(); piece; piece = reader.next()) {
    if (piece.kind === 'problem') return { problem: `The drawing is not well-formed: ${piece.message}` }
    if (piece.kind === 'instruction') {
      if (/^<\?xml\s/.test(piece.text)) out += piece.text.replace(/(encoding=)(["'])[^"']*\2/, '$1$2UTF-8$2')
      else removed.push(`the instruction ${piece.text.slice(0, 40)}`)
      continue
    }
    if (piece.kind === 'doctype') {
      out += piece.kept
      removed.push(...piece.dropped)
      continue
    }
    if (piece.kind === 'end') {
      const tag = open.pop()
      if (skipping > 0) {
        skipping -= 1
        continue
      }
      if (tag?.local === 'style' && refuseCss(style.map(({ value, text }) => value ?? text).join('')) !== undefined) {
        removed.push('a style that runs code')
        out = out.slice(0, out.length - style.reduce((length, { text }) => length + text.length, 0))
      }
      out += piece.text
      continue
    }
    if (piece.kind !== 'start') {
      if (skipping === 0) {
        out += piece.text
        if (open.at(-1)?.local === 'style') style.push(piece)
      }
      continue
    }
    const tag = piece
    if (open.length === 0) size ??= svgSize(tag)
    if (skipping > 0 || isRefused(tag)) {
      if (skipping === 0) removed.push(`<${tag.name}>`)
      if (!tag.closed) {
        open.push(tag)
        skipping += 1
      }
      continue
    }
    const kept = keepAttributes(tag, removed)
    out += kept
    if (!tag.closed) open.push(tag)
    if (tag.local === 'style') style = []
  }
  return size ? { text: out, removed, size } : { text: out, removed }
}

/** Whether an element runs something, or brings in a document, in HTML's or SVG's namespace. */
export function isRefused({ local }: XmlTag): boolean {
  return refusedElements.has(local.toLowerCase()) || refuseTag(local) !== undefined
}

/** The tag as authored, or rewritten without its refused parts. */
function keepAttributes(tag: XmlTag, removed: string[]): string {
  const bad = refusedAttributes(tag)
  if (bad.length === 0) return tag.text
  let text = tag.text
  for (const { start, end, name } of bad.toReversed()) {
    removed.push(`${name} of <${tag.name}>`)
    text = text.slice(0, start) + text.slice(end)
  }
  return text
}

/** The attributes that run something, on elements in HTML's or SVG's namespace. */
export function refusedAttributes(tag: XmlTag): XmlAttribute[] {
  return tag.attributes.filter(({ name, local, value }) => {
    if (name === 'xmlns' || name.startsWith('xmlns:')) return false
    return (
      refuseAttribute(tag.local.toLowerCase(), local, value) !== undefined ||
      (local.toLowerCase() === 'href' && /^\s*data:(?!image\/|font\/|audio\/|video\/)/i.test(value))
    )
  })
}

/** As the file says itself; what it says it is written in must be one of a few, so that no reader decodes it in another way. */
export function decodeXml(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeSvg(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decodeSvg(bytes, 'utf-16be')
  const head = decodeSvg(bytes.subarray(0, 200), 'windows-1252') ?? ''
  const said =
    /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\bencoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
  if (said === 'utf-8' || said === 'us-ascii' || said === 'ascii') return decodeSvg(bytes, 'utf-8')
  if (said === 'iso-8859-1' || said === 'windows-1252' || said === 'latin1') return decodeSvg(bytes, 'windows-1252')
  return undefined
}

function decodeSvg(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** SVG 2, 8.2: `width` and `height` in pixels, otherwise the size of the view box. */
function svgSize({ attributes }: XmlTag): Dimensions | undefined {
  const read = (name: string) => attributes.find((each) => each.name === name)?.value.trim() ?? ''
  const pixels = (text: string) => {
    const number = /^(\d+(?:\.\d+)?|\.\d+)(?:px)?$/.exec(text)?.[1]
    return number === undefined ? 0 : Math.round(Number(number))
  }
  const box = read('viewBox')
    .split(/[\s,]+/)
    .map(Number)
  const [boxWidth = 0, boxHeight = 0] = [box[2], box[3]]
  let [width, height] = [pixels(read('width')), pixels(read('height'))]
  if (boxWidth > 0 && boxHeight > 0) {
    if (width > 0 && height === 0) height = Math.round((width * boxHeight) / boxWidth)
    else if (height > 0 && width === 0) width = Math.round((height * boxWidth) / boxHeight)
    else if (width === 0) [width, height] = [Math.round(boxWidth), Math.round(boxHeight)]
  }
  return width > 0 && height > 0 && width < 1e6 && height < 1e6 ? { width, height } : undefined
}
