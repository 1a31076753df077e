import { readTags } from '../markup/tags.ts'

/** A text up to its last whole part, and what stands open there. */
export interface WholePart {
  text: string
  /** The start tags (or the at-rules) that stand open at its end, the outermost first. */
  open: string[]
}

/** Inline elements: their end is no good place to stop at. */
const IN_LINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo br button cite code data dfn em i img input kbd label mark q s samp small source span strong sub sup time track u var wbr'.split(
    ' ',
  ),
)
const LONGEST_TAG = 300

/** The open elements: a list that shares its tail, so that a place is remembered at no cost. */
interface Open {
  name: string
  written: string
  below: Open | undefined
}

/** A place to stop at. */
interface Stop {
  end: number
  open: Open | undefined
}

/** The part of a file that is whole, by the kind of the file. */
export function wholePart(filename: string, text: string): WholePart {
  if (filename.endsWith('.css')) return wholeCss(text)
  if (/\.(?:js|mjs|ts|json|txt|svg)$/.test(filename))
    return { text: text.slice(0, text.lastIndexOf('\n') + 1), open: [] }
  return wholeHtml(text)
}

/** HTML up to the last element that was closed, where possible one that is more than a word within a text. One pass. */
function wholeHtml(text: string): WholePart {
  let open: Open | undefined
  const counts = new Map<string, number>()
  let block: Stop | undefined
  let element: Stop | undefined
  let any: Stop | undefined
  for (const { name, isEnd, isEmpty, start, end, content } of readTags(text)) {
    any = { end, open }
    if (content) block = { end: content.close, open }
    else if (isEnd) {
      if ((counts.get(name) ?? 0) === 0) continue
      for (let closed = false; open && !closed; open = open.below) {
        counts.set(open.name, (counts.get(open.name) ?? 1) - 1)
        closed = open.name === name
      }
      element = { end, open }
      if (!IN_LINE.has(name) && (counts.get('svg') ?? 0) === 0) block = element
    } else if (isEmpty) element = { end, open }
    else if (name !== '!doctype') {
      open = { name, written: text.slice(start, Math.min(end, start + LONGEST_TAG)), below: open }
      counts.set(name, (counts.get(name) ?? 0) + 1)
      any = { end, open }
    }
  }
  return upTo(text, block ?? element ?? any)
}

function upTo(text: string, stop: Stop | undefined): WholePart {
  if (!stop) return { text: '', open: [] }
  const written: string[] = []
  for (let each = stop.open; each; each = each.below) written.push(each.written)
  return { text: text.slice(0, stop.end), open: written.reverse() }
}

/** CSS up to the last rule that was closed. One pass. */
function wholeCss(text: string): WholePart {
  let open: Open | undefined
  let stop: Stop | undefined
  /** Where the selector or the at-rule begins that is being read. */
  let from = 0
  let isBlank = true
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '/' && text.charAt(at + 1) === '*') {
      const close = text.indexOf('*/', at + 2)
      if (close < 0) break
      at = close + 1
      if (isBlank) from = at + 1
    } else if (sign === '{') {
      const written = text.slice(from, Math.min(at, from + LONGEST_TAG)).trim()
      open = { name: '', written, below: open }
    } else if (sign === '}') {
      open = open?.below
      stop = { end: at + 1, open }
    } else {
      if (sign === '"' || sign === "'") at = stringEnd(text, at)
      isBlank &&= /\s/.test(sign)
    }
    if (sign === '{' || sign === '}' || sign === ';') {
      from = at + 1
      isBlank = true
    }
  }
  return upTo(text, stop)
}

function stringEnd(text: string, at: number): number {
  const quote = text.charAt(at)
  for (let each = at + 1; each < text.length; each += 1) {
    const sign = text.charAt(each)
    if (sign === '\\') each += 1
    else if (sign === quote || sign === '\n') return each
  }
  return text.length
}
