import type { View } from '@atelier/documents'
import type { PageEntry } from '../document/pages.ts'
import type { PageTree } from '../document/tree.ts'
import { readCss } from './css.ts'
import { htmlParts, jsonLength } from './parts.ts'
import { type Cleaned, nothingCleaned } from './shorten.ts'

/** The largest result of a read, in characters of its JSON, and the smallest that may be requested. */
export const MAX_READ = 80_000
export const MIN_READ = 1_200

export interface ReadPart {
  title: string
  html: string
  css: string
  pageInfo: PageInfo
}

export interface PageInfo {
  part: number
  totalParts: number
  nextPart: number | null
  maxChars: number
  totalChars: number
  returnedChars: number
  ranges: { html: [number, number]; css: [number, number] }
  serializedChars: number
  cleaned: Cleaned
  note?: string
}

/** The JSON around html and css: the document's ref, and the numbers of `pageInfo` at their longest. */
const AROUND = 560

/**
 * A document as HTML and the CSS that can apply to it, in parts of at most `maxChars` characters of JSON, HTML first.
 * The parts are the same from call to call until the document changes.
 */
export function readParts(site: View, entry: PageEntry, tree: PageTree, maxChars: number): ReadPart[] {
  const cleaned = nothingCleaned()
  const title = shortTitle(entry.title)
  const budget = maxChars - AROUND - jsonLength(title)
  const pieces = htmlParts(tree, budget, cleaned).map(({ html, from, to }) => ({
    html,
    css: '',
    ranges: { html: [from, to] as [number, number], css: [0, 0] as [number, number] },
  }))
  const htmlChars = pieces.at(-1)?.ranges.html[1] ?? 0
  let offset = 0
  let last = pieces.at(-1)
  let room = budget - jsonLength(last?.html ?? '')
  for (const text of readCss(site, entry.id, tree, budget, cleaned)) {
    const size = jsonLength(text)
    if (!last || (size > room && (last.html !== '' || last.css !== ''))) {
      last = { html: '', css: '', ranges: { html: [htmlChars, htmlChars], css: [offset, offset] } }
      pieces.push(last)
      room = budget
    }
    last.css += text
    offset += text.length
    last.ranges.css[1] = offset
    room -= size
  }
  const shortened = cleaned.dataUrls + cleaned.longUrls + cleaned.longTexts > 0
  return pieces.map(({ html, css, ranges }, i) => {
    const pageInfo: PageInfo = {
      part: i + 1,
      totalParts: pieces.length,
      nextPart: i + 1 < pieces.length ? i + 2 : null,
      maxChars,
      totalChars: htmlChars + offset,
      returnedChars: html.length + css.length,
      ranges,
      serializedChars: 0,
      cleaned,
      ...(shortened ? { note: 'Long values are shortened; getNodeHtml gives them whole.' } : {}),
    }
    const read = { title, html, css, pageInfo }
    return { ...read, pageInfo: { ...pageInfo, serializedChars: serialized(read) } }
  })
}

/** The length of a read as JSON, including that number and the document's ref. */
export function serialized(read: object): number {
  const length = JSON.stringify({ document: { type: 'component', id: '0123456789' }, ...read }).length
  return length + String(length).length - 1
}

export function shortTitle(title: string): string {
  const line = title.replace(/\s+/g, ' ').slice(0, 120).toWellFormed()
  return jsonLength(line) > 160 ? line.replace(/[^\p{L}\p{N} .,:;!?-]/gu, '') : line
}
