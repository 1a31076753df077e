import { refuseAttribute, refuseTag } from './refuse.ts'

/** The maximum depth of nested frame documents to check. */
const DEPTH = 3
/** The start of a comment, a doctype, an end tag or a start tag, as the printer writes them: no `<` or `>` inside of a tag. */
const PIECE = /<!--|<!doctype [^<>]*>|<\/[a-z][^\s<>/"'=]*>|<([a-z][^\s<>/"'=]*)((?: [^\s<>/"'=]+="[^"<>]*")*)>/iy
const WRITTEN: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
  '&#13;': '\r',
  '&#27;': '\x1b',
}

/**
 * Whether HTML in the form that the printer writes holds nothing active. It needs no parser, and so is
 * stricter than one: whatever looks like a tag counts as one, in a text, a style or a comment too, and any other form
 * counts as harmful. The documents of frames, which were cleaned when they were written, are checked again
 * whenever a page is printed.
 */
export function isHarmless(html: string, depth = 1): boolean {
  if (depth > DEPTH) return false
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (!/[a-z/!?]/i.test(html.charAt(at + 1))) continue
    PIECE.lastIndex = at
    const [piece, tag, attributes = ''] = PIECE.exec(html) ?? []
    if (piece === undefined) return false
    at += piece.length - 1
    if (tag !== undefined && (refuseTag(tag) !== undefined || !hasHarmlessAttributes(tag, attributes, depth)))
      return false
  }
  return true
}

function hasHarmlessAttributes(tag: string, attributes: string, depth: number): boolean {
  for (const [, name = '', written = ''] of attributes.matchAll(/ ([^\s<>/"'=]+)="([^"]*)"/g)) {
    // References that the printer does not write could mean anything.
    if (/&(?!(?:amp|lt|gt|quot|nbsp|#13|#27);)/.test(written)) return false
    const value = written.replace(/&[#\w]{2,5};/g, (each) => WRITTEN[each] ?? each)
    if (/^http-equiv$/i.test(name) || refuseAttribute(tag, name, value) !== undefined) return false
    if (/^srcdoc$/i.test(name) && !isHarmless(value, depth + 1)) return false
  }
  return true
}
