/** A text up to its last whole part, and what stands open there. */
export interface WholePart {
  text: string
  /** The start tags (or the at-rules) that stand open at its end, the outermost first. */
  open: string[]
}

/** Elements that stand in a line of text: their end is no good place to stop at. */
const IN_LINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo br button cite code data dfn em i img input kbd label mark q s samp small source span strong sub sup time track u var wbr'.split(
    ' ',
  ),
)
const VOID: ReadonlySet<string> = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** Their content holds no elements. */
const RAW: ReadonlySet<string> = new Set('script style textarea title'.split(' '))
const LONGEST_TAG = 300

/** What stands open: a list that shares its tail, so that a place is remembered at no cost. */
interface Open {
  tag: string
  written: string
  below: Open | undefined
}

/** The part of a file that is whole, by the kind of the file. */
export function wholePart(filename: string, text: string): WholePart {
  if (filename.endsWith('.css')) return wholeCss(text)
  if (/\.(?:js|mjs|ts|json|txt|svg)$/.test(filename))
    return { text: text.slice(0, text.lastIndexOf('\n') + 1), open: [] }
  return wholeHtml(text)
}

/** HTML up to the last element that was closed, where possible one that is more than a word within a text. One pass. */
export function wholeHtml(text: string): WholePart {
  let open: Open | undefined
  const counts = new Map<string, number>()
  /** The best places to stop at: behind a block, behind any element, behind any tag. */
  let block: { end: number; open: Open | undefined } | undefined
  let element = block
  let any = block
  let drawings = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const end = tagEnd(text, at)
    if (end < 0) break
    const { name, isEnd } = nameOf(text, at)
    if (name === '') {
      at = end
      continue
    }
    if (isEnd) {
      const isOpen = (counts.get(name) ?? 0) > 0
      while (isOpen && open) {
        const { tag } = open
        counts.set(tag, (counts.get(tag) ?? 1) - 1)
        if (tag === 'svg') drawings -= 1
        open = open.below
        if (tag === name) break
      }
      if (isOpen) {
        element = { end, open }
        if (!IN_LINE.has(name) && drawings === 0) block = element
      }
    } else if (VOID.has(name) || (drawings > 0 && text.charAt(end - 2) === '/')) {
      element = { end, open }
    } else if (RAW.has(name) && drawings === 0) {
      const close = closing(text, name, end)
      if (close < 0) break
      block = { end: close, open }
      at = close
      continue
    } else if (name !== '!doctype') {
      open = { tag: name, written: text.slice(at, Math.min(end, at + LONGEST_TAG)), below: open }
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (name === 'svg') drawings += 1
    }
    any = { end, open }
    at = end
  }
  const best = block ?? element ?? any
  if (!best) return { text: '', open: [] }
  const tags: string[] = []
  for (let each = best.open; each; each = each.below) tags.push(each.written)
  return { text: text.slice(0, best.end), open: tags.reverse() }
}

/** Where a tag or a comment that begins at `at` ends; -1 if it does not. */
function tagEnd(text: string, at: number): number {
  if (text.startsWith('<!--', at)) {
    const end = text.indexOf('-->', at + 4)
    return end < 0 ? -1 : end + 3
  }
  if (!/[a-z/!]/i.test(text.charAt(at + 1))) return at + 1 < text.length ? at + 1 : -1
  let quote = ''
  for (let each = at + 1; each < text.length; each += 1) {
    const sign = text.charAt(each)
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if ((sign === '"' || sign === "'") && text.charAt(each - 1) === '=') quote = sign
    else if (sign === '>') return each + 1
  }
  return -1
}

/** The name of a tag in lower case; empty for comments and for a `<` that begins none. */
function nameOf(text: string, at: number): { name: string; isEnd: boolean } {
  const isEnd = text.charAt(at + 1) === '/'
  const name = /^!?[a-z][a-z0-9-]{0,40}/i.exec(text.slice(at + (isEnd ? 2 : 1), at + 44))?.[0].toLowerCase() ?? ''
  return { name, isEnd }
}

/** Where the end tag of an element that holds text alone ends; -1 if there is none. */
function closing(text: string, name: string, from: number): number {
  for (let at = text.indexOf('</', from); at >= 0; at = text.indexOf('</', at + 2)) {
    if (text.slice(at + 2, at + 2 + name.length).toLowerCase() !== name) continue
    const end = text.indexOf('>', at)
    return end < 0 ? -1 : end + 1
  }
  return -1
}

/** CSS up to the last rule that was closed. One pass. */
export function wholeCss(text: string): WholePart {
  const open: string[] = []
  let end = 0
  let kept: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '/' && text.charAt(at + 1) === '*') {
      const close = text.indexOf('*/', at + 2)
      if (close < 0) break
      at = close + 1
      if (text.slice(from, at).trimStart().startsWith('/*')) from = at + 1
    } else if (sign === '"' || sign === "'") {
      at = stringEnd(text, at)
    } else if (sign === '{') {
      open.push(text.slice(from, Math.min(at, from + LONGEST_TAG)).trim())
      from = at + 1
    } else if (sign === ';') from = at + 1
    else if (sign === '}') {
      open.pop()
      from = at + 1
      end = from
      kept = [...open]
    }
  }
  return { text: text.slice(0, end), open: kept }
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
