import { tokenize } from '../css/tokenize.ts'
import { short } from './losses.ts'
import { isActiveCss, refuseAttribute } from './refuse.ts'
import { cleanSrcdoc, MAX_SRCDOC_DEPTH } from './srcdoc.ts'

/** What becomes of an attribute's value. */
export interface Kept {
  /** Undefined where nothing of it is kept. */
  value: string | undefined
  /** What of it is left out, and why; `where` is inside of it. */
  refused: readonly { what: string; where?: string; why: string }[]
}

const NOTHING: Kept['refused'] = []

/**
 * What may be kept of an attribute: of a style its harmless declarations, of a frame's `srcdoc` the cleaned document, of
 * every other one all or nothing.
 * @param judged the value as a browser will get it, where that is another
 * @param depth how many documents in attributes the element stands in
 */
export function keepAttribute(tag: string, name: string, value: string, judged = value, depth = 0): Kept {
  const why = refuseAttribute(tag, name, judged)
  const lower = name.length === 5 || name.length === 6 ? name.toLowerCase() : ''
  if (why !== undefined) {
    if (lower === 'style') return keepStyle(value, judged, why)
    return { value: undefined, refused: [{ what: `${name}="${short(value)}"`, why }] }
  }
  if (lower !== 'srcdoc' || tag.toLowerCase() !== 'iframe') return { value, refused: NOTHING }
  if (depth >= MAX_SRCDOC_DEPTH) {
    const deep = `documents in frames are taken ${MAX_SRCDOC_DEPTH} deep`
    return { value: undefined, refused: [{ what: `srcdoc="${short(value)}"`, why: deep }] }
  }
  const { text, refused } = cleanSrcdoc(value, depth + 1)
  return { value: text, refused }
}

/** The same where only the value matters, and nearly always all of it is kept: as a page is printed. */
export function keptValue(tag: string, name: string, value: string): string | undefined {
  return isKeptWhole(tag, name, value) ? value : keepAttribute(tag, name, value).value
}

/** Whether an attribute is kept as it is, without a look inside. */
export function isKeptWhole(tag: string, name: string, judged: string): boolean {
  return !(name.length === 6 && name.toLowerCase() === 'srcdoc') && refuseAttribute(tag, name, judged) === undefined
}

function keepStyle(value: string, judged: string, why: string): Kept {
  const parts = declarations(value)
  const kept = parts.filter((part) => !isActiveCss(part))
  const rest = kept.join('').trim()
  // What is active only as a whole, or only as it is read, goes as a whole.
  if (kept.length === parts.length || value !== judged || isActiveCss(rest)) {
    return { value: undefined, refused: [{ what: `style="${short(value)}"`, why }] }
  }
  const left = parts.filter((part) => isActiveCss(part))
  const refused = left.map((part) => ({ what: `style="${short(part.trim().replace(/;$/, ''))}"`, why }))
  return { value: rest === '' ? undefined : rest, refused }
}

/** The declarations of a style attribute, each with the semicolon behind it. */
function declarations(css: string): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  for (const { type, end } of tokenize(css)) {
    if (type === '(' || type === '[' || type === '{' || type === 'function') depth += 1
    else if (type === ')' || type === ']' || type === '}') depth = Math.max(0, depth - 1)
    else if (type === 'semicolon' && depth === 0) {
      parts.push(css.slice(start, end))
      start = end
    }
  }
  if (start < css.length) parts.push(css.slice(start))
  return parts
}
