import { type Dimensions, readRasterHeader, textAt } from '@atelier/operation'
import { type MediaType, mediaTypeOf, mediaTypeOfName } from './types.ts'

export interface Sniffed {
  type: MediaType
  /** For a picture whose header has it. A drawing's size is read when it is cleaned. */
  size?: Dimensions
  animated?: true
}

/** As many of a file's first bytes as are needed to tell what it is; metadata may precede a size. */
export const sniffBytes = 512 * 1024

/**
 * The type of a file, from its first bytes; what its name says counts only between kinds of text, which look alike.
 * Undefined if its type is not allowed as media.
 */
export function sniffMedia(head: Uint8Array, name: string): Sniffed | undefined {
  const raster = readRasterHeader(head)
  if (raster) {
    const { type, animated, ...size } = raster
    const known = mediaTypeOf(type)
    return known && { type: known, size, ...(animated ? { animated } : {}) }
  }
  const binary = binaryType(new DataView(head.buffer, head.byteOffset, head.byteLength), name)
  if (binary) return found(binary)
  const text = decodeText(head)
  if (text === undefined) return undefined
  if (isSvg(text)) return found('image/svg+xml')
  const named = mediaTypeOfName(name)
  return named?.kind === 'text' ? { type: named } : undefined
}

function found(type: string): Sniffed | undefined {
  const known = mediaTypeOf(type)
  return known && { type: known }
}

function binaryType(view: DataView, name: string): string | undefined {
  const start = (length: number) => textAt(view, 0, length)
  if (start(4) === 'wOF2') return 'font/woff2'
  if (start(4) === 'wOFF') return 'font/woff'
  if (start(4) === 'OTTO') return 'font/otf'
  if (start(4) === 'true' || start(4) === '\0\x01\0\0') return 'font/ttf'
  if (textAt(view, 34, 2) === 'LP' && /\.eot$/i.test(name)) return 'application/vnd.ms-fontobject'
  if (start(4) === 'glTF') return 'model/gltf-binary'
  if (start(5) === '%PDF-') return 'application/pdf'
  if (start(4) === 'RIFF' && textAt(view, 8, 4) === 'WAVE') return 'audio/wav'
  if (start(4) === 'fLaC') return 'audio/flac'
  if (start(4) === 'OggS') return /\.ogv$/i.test(name) || hasVideo(view) ? 'video/ogg' : 'audio/ogg'
  // EBML with the document type `webm`.
  if (start(4) === '\x1aE\xdf\xa3')
    return textAt(view, 0, Math.min(view.byteLength, 64)).includes('webm') ? 'video/webm' : undefined
  if (textAt(view, 4, 4) === 'ftyp') return isoType(textAt(view, 8, 4))
  if (start(3) === 'ID3') return 'audio/mpeg'
  // An MPEG frame without tags in front: eleven bits set, layer III, and a bit rate and sampling rate that exist.
  if (view.byteLength > 4 && view.getUint8(0) === 0xff && (view.getUint8(1) & 0xe6) === 0xe2) {
    const third = view.getUint8(2)
    if (third >> 4 !== 0xf && third >> 4 !== 0 && ((third >> 2) & 3) !== 3) return 'audio/mpeg'
  }
  return undefined
}

function hasVideo(view: DataView): boolean {
  return textAt(view, 0, Math.min(view.byteLength, 128)).includes('theora')
}

/** ISO 14496-12: the major brand of a file that begins with `ftyp`. */
function isoType(brand: string): string | undefined {
  if (brand.startsWith('M4A')) return 'audio/mp4'
  if (/^(isom|iso[2-9]|mp4[12]|avc1|M4V |M4VH|M4VP|MSNV|dash|mmp4|f4v )/.test(brand)) return 'video/mp4'
  return undefined
}

/** UTF-8 (or UTF-16 with its mark) without control characters; undefined if the bytes are not text. */
function decodeText(head: Uint8Array): string | undefined {
  const utf16 =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined
  try {
    // The last character may be cut off, since the file continues.
    const text = new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(head, { stream: true })
    return [...text.slice(0, 4096)].some((each) => each < ' ' && !'\t\n\r\f'.includes(each)) ? undefined : text
  } catch {
    const latin = new TextDecoder('windows-1252').decode(head)
    // An old drawing says what it is written in.
    return /^\s*<\?xml[^>]*encoding=["'](?:iso-8859-1|windows-1252)/i.test(latin) ? latin : undefined
  }
}

/** The first element is `svg`, whatever declarations and comments precede it. */
function isSvg(text: string): boolean {
  let at = 0
  const skip = (pattern: RegExp) => {
    const { lastIndex } = pattern
    pattern.lastIndex = at
    const match = pattern.exec(text)
    pattern.lastIndex = lastIndex
    if (!match) return false
    at += match[0].length
    return true
  }
  const before = [/[\s\ufeff]+/y, /<\?[\s\S]*?\?>/y, /<!--[\s\S]*?-->/y, /<!doctype[^[>]*(?:\[[\s\S]*?\]\s*)?>/iy]
  while (before.some(skip)) {
    // On to the next of them.
  }
  return /^<(?:[\w-]+:)?svg[\s/>]/.test(text.slice(at, at + 40))
}
