/** A tag in a text, as it is written. */
export interface WrittenTag {
  /** In lower case; `!doctype` too. */
  name: string
  isEnd: boolean
  /** Whether the element can hold nothing: by its name, or in a drawing by the slash at its end. */
  isEmpty: boolean
  /** Offsets in the text. */
  start: number
  end: number
  /** The text of an element that holds only text: where its end tag begins and ends; undefined if it has none. */
  content?: { end: number; close: number } | undefined
}

const VOID: ReadonlySet<string> = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** Their content holds no elements. */
const RAW: ReadonlySet<string> = new Set('script style textarea title'.split(' '))

/** The tags of HTML that may be cut, in their order, without those within comments, scripts and styles. One pass. */
export function* readTags(text: string): Generator<WrittenTag, void> {
  let drawings = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const end = tagEnd(text, at)
    if (end < 0) return
    const isEnd = text.charAt(at + 1) === '/'
    const name = /^!?[a-z][a-z0-9-]{0,40}/i.exec(text.slice(at + (isEnd ? 2 : 1), at + 44))?.[0].toLowerCase()
    if (name === undefined) {
      at = end
      continue
    }
    const tag = { name, isEnd, isEmpty: VOID.has(name), start: at, end }
    at = end
    if (!isEnd && drawings === 0 && RAW.has(name)) {
      const content = closing(text, name, end)
      yield { ...tag, content }
      if (!content) return
      at = content.close
      continue
    }
    if (drawings > 0 && text.charAt(end - 2) === '/') tag.isEmpty = true
    else if (name === 'svg') drawings = Math.max(0, drawings + (isEnd ? -1 : 1))
    yield tag
  }
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

/** The offset of the end tag of an element that holds only text; undefined if there is none. */
function closing(text: string, name: string, from: number): { end: number; close: number } | undefined {
  for (let at = text.indexOf('</', from); at >= 0; at = text.indexOf('</', at + 2)) {
    if (text.slice(at + 2, at + 2 + name.length).toLowerCase() !== name) continue
    const close = text.indexOf('>', at)
    return close < 0 ? undefined : { end: at, close: close + 1 }
  }
  return undefined
}
