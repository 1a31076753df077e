import { parseFragment } from 'parse5'
import type { Token } from './tokens.ts'

/** An attribute of a start tag, with its characters in the text. */
export interface MarkupAttribute {
  /** In lower case. */
  readonly name: string
  /** The value in the form in which values are compared. */
  readonly value: string
  readonly from: number
  readonly to: number
}

/** A start tag. */
export interface Tag {
  readonly name: string
  readonly attributes: readonly MarkupAttribute[]
  /** Set if the text holds only the start or only the end of the tag. */
  readonly cut?: 'start' | 'end'
}

/** A tag that a parser adds where it is missing. */
export interface SoftTag {
  /** `/li` of an end tag, `tbody` of a start tag. */
  readonly name: string
  readonly from: number
  readonly to: number
}

/**
 * A part of an HTML text that is compared as a whole: a word, a sign, a tag or a comment. `text` is equal for two pieces
 * that mean the same: entities are decoded, attributes sorted, quotes and dashes plain.
 */
export interface Piece extends Token {
  /** Set for tags and comments, beside which white space means nothing. */
  readonly isMarkup: boolean
  readonly tag?: Tag
  /** The soft tags between the piece before and this one. */
  readonly before: readonly SoftTag[]
}

export interface Pieces {
  readonly list: readonly Piece[]
  /** The soft tags behind the last piece. */
  readonly behind: readonly SoftTag[]
}

/** The attribute that the view of a page adds to blocks. */
export const BLOCK_NAME = 'data-block'
/** Attributes that say nothing about which tag is meant: the view adds or drops them. */
const isAddedOrDropped = (name: string) => name === BLOCK_NAME || (name.length > 2 && name.startsWith('on'))

/** Elements whose end tag may be missing, and those of drawings that are often written as `<path />`. */
export const SOFT_ENDS: ReadonlySet<string> = new Set(
  'li p dt dd option optgroup tr td th thead tbody tfoot colgroup caption rt rp path circle rect line polyline polygon ellipse use stop image animate animatetransform'.split(
    ' ',
  ),
)
const RAW = /<(\/?)(script|style)\b/gi

const UNIT = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});?|[\p{L}\p{M}\p{N}_]+|\.{3}|\S/giu
const WORD = /^[\p{L}\p{M}\p{N}_]+$/u
const RAW_UNIT = /[\p{L}\p{M}\p{N}_]+|\S/gu

const QUOTES = /[\u201c-\u201f\u2018-\u201b\u00ab\u00bb\u2039\u203a\u2032\u2033"]/gu
const DASHES = /[\u2010-\u2015\u2212]/gu

const decoded = new Map<string, string>()
/** The most entities that are kept decoded. */
const MOST_DECODED = 500

/** The characters that an entity represents; the entity itself if there is none of that name. */
function decodeEntity(entity: string): string {
  const known = decoded.get(entity)
  if (known !== undefined) return known
  const [node] = parseFragment(entity).childNodes
  const text = node && 'value' in node ? node.value : entity
  if (decoded.size < MOST_DECODED) decoded.set(entity, text)
  return text
}

const plainSigns = (text: string) =>
  text.normalize('NFC').replace(QUOTES, "'").replace(DASHES, '-').replaceAll('\u2026', '...')

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});?/gi

/** An attribute's value as it is compared; empty for `disabled="disabled"`. */
function comparableValue(name: string, written: string): string {
  const value = plainSigns(written.replace(ENTITY, decodeEntity)).replace(/\s+/g, ' ').trim()
  if (name === 'href' || name === 'action') return comparableLink(value)
  return value.toLowerCase() === name ? '' : value
}

/** A link as it is compared: `about.html`, `../About.HTML` and `/about/` are the same. */
function comparableLink(url: string): string {
  const at = url.search(/[?#]/)
  const [path, suffix] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  const isFile = /\.html?$/i.test(path)
  const name = (isFile ? path.toLowerCase() : path)
    .replace(/^(?:\.{0,2}\/){1,20}/, '')
    .replace(/\.html?$/i, '')
    .replace(/\/$/, '')
  return (name === 'index' ? '' : name.replace(/\/index$/, '')) + suffix
}

/**
 * The pieces of an HTML text, in linear time.
 * @param isPart whether the text may begin in the middle of a tag
 */
export function piecesOf(html: string, isPart: boolean): Pieces {
  const list: Piece[] = []
  let soft: SoftTag[] = []
  const add = (piece: Omit<Piece, 'before'>) => {
    list.push({ ...piece, before: soft })
    soft = []
  }
  let at = 0
  const opening = isPart ? cutTag(html) : undefined
  if (opening) {
    add({ from: 0, to: opening.to, text: '', isMarkup: true, tag: { ...opening.tag, cut: 'start' } })
    at = opening.to
  }
  let raw = false
  while (at < html.length) {
    const next = raw ? endOfRaw(html, at) : nextTag(html, at)
    addWords(html.slice(at, next), at, raw, add)
    if (next >= html.length) break
    raw = false
    const comment = endOfComment(html, next)
    if (comment !== undefined) {
      const text = html.slice(next, comment).replace(/\s+/g, ' ')
      add({ from: next, to: comment, text: text.startsWith('<!--') ? text : text.toLowerCase(), isMarkup: true })
      at = comment
      continue
    }
    const { tag, to, isEnd, isWhole } = readTag(html, next)
    at = to
    if (isWhole && isSoft(tag, isEnd)) soft.push({ name: `${isEnd ? '/' : ''}${tag.name}`, from: next, to })
    else if (isEnd) add({ from: next, to, text: `</${tag.name}`, isMarkup: true })
    else {
      const cut = isWhole ? {} : { cut: 'end' as const }
      add({ from: next, to, text: isWhole ? tagKey(tag) : '', isMarkup: true, tag: { ...tag, ...cut } })
      raw = tag.name === 'script' || tag.name === 'style'
    }
  }
  return { list, behind: soft }
}

function isSoft({ name, attributes }: Tag, isEnd: boolean): boolean {
  return isEnd ? SOFT_ENDS.has(name) : name === 'tbody' && attributes.length === 0
}

/** The form in which a start tag is compared. */
function tagKey({ name, attributes }: Tag): string {
  const named = attributes.filter((each) => !isAddedOrDropped(each.name)).map((each) => `${each.name}=${each.value}`)
  return `<${[name, ...named.sort()].join('\0')}`
}

/** The next `<` that begins a tag or comment, or the end of the text. */
function nextTag(html: string, from: number): number {
  for (let at = html.indexOf('<', from); at >= 0; at = html.indexOf('<', at + 1)) {
    if (/[a-z/!]/i.test(html.charAt(at + 1))) return at
  }
  return html.length
}

function endOfRaw(html: string, from: number): number {
  RAW.lastIndex = from
  for (let found = RAW.exec(html); found; found = RAW.exec(html)) if (found[1] === '/') return found.index
  return html.length
}

function endOfComment(html: string, at: number): number | undefined {
  if (html.charAt(at + 1) !== '!') return undefined
  const mark = html.startsWith('<!--', at) ? '-->' : '>'
  const end = html.indexOf(mark, at + 2)
  return end < 0 ? html.length : end + mark.length
}

function addWords(text: string, offset: number, raw: boolean, add: (piece: Omit<Piece, 'before'>) => void): void {
  let word: { from: number; to: number; text: string } | undefined
  const flush = () => {
    if (word) add({ ...word, text: word.text.normalize('NFC'), isMarkup: false })
    word = undefined
  }
  for (const { index, 0: written } of text.matchAll(raw ? RAW_UNIT : UNIT)) {
    const from = offset + index
    const to = from + written.length
    const meant = !raw && written.startsWith('&') && written.length > 1 ? decodeEntity(written) : written
    if (meant.trim() === '') flush()
    else if (WORD.test(meant)) {
      if (word?.to !== from) flush()
      word = word ? { from: word.from, to, text: word.text + meant } : { from, to, text: meant }
    } else {
      flush()
      add({ from, to, text: raw ? meant.replaceAll('"', "'") : plainSigns(meant), isMarkup: false })
    }
  }
  flush()
}

/** The end of a tag at the beginning of a part of a text, such as `class="hero">`. */
function cutTag(html: string): { tag: Tag; to: number } | undefined {
  const close = html.indexOf('>')
  const open = html.indexOf('<')
  if (close < 0 || (open >= 0 && open < close) || !/^\s*[a-z][\w:-]*\s*=\s*["']/i.test(html.slice(0, close)))
    return undefined
  const read = readAttributes(html, 0)
  return read.isWhole ? { tag: { name: '', attributes: read.attributes }, to: read.to } : undefined
}

const NAME = /\/?([^\s/>]*)/y

/** The tag that begins at an offset. */
function readTag(html: string, from: number): { tag: Tag; to: number; isEnd: boolean; isWhole: boolean } {
  NAME.lastIndex = from + 1
  const name = NAME.exec(html)?.[1]?.toLowerCase() ?? ''
  const isEnd = html.charAt(from + 1) === '/'
  const { attributes, to, isWhole } = readAttributes(html, from + 1 + (isEnd ? 1 : 0) + name.length)
  return { tag: { name, attributes }, to, isEnd, isWhole }
}

function readAttributes(html: string, from: number): { attributes: MarkupAttribute[]; to: number; isWhole: boolean } {
  const attributes: MarkupAttribute[] = []
  let at = from
  const skip = (signs: RegExp) => {
    while (at < html.length && signs.test(html.charAt(at))) at += 1
  }
  for (;;) {
    skip(/[\s/]/)
    if (at >= html.length) return { attributes, to: html.length, isWhole: false }
    if (html.charAt(at) === '>') return { attributes, to: at + 1, isWhole: true }
    const start = at
    at += 1
    skip(/[^\s/>=]/)
    const name = html.slice(start, at).toLowerCase()
    let end = at
    let value = ''
    skip(/\s/)
    if (html.charAt(at) === '=') {
      at += 1
      skip(/\s/)
      const quote = html.charAt(at)
      if (quote === '"' || quote === "'") {
        const close = html.indexOf(quote, at + 1)
        if (close < 0) return { attributes, to: html.length, isWhole: false }
        value = html.slice(at + 1, close)
        at = close + 1
      } else {
        const begin = at
        skip(/[^\s>]/)
        value = html.slice(begin, at)
      }
      end = at
    }
    attributes.push({ name, value: comparableValue(name, value), from: start, to: end })
  }
}
