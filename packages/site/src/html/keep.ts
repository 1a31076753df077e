import { tokenize } from '../css/tokenize.ts'
import { isHarmless } from './harmless.ts'
import { short } from './losses.ts'
import { isActiveCss, refuseAttribute } from './refuse.ts'

/** The result of cleaning an attribute's value. */
export interface Kept {
  /** Undefined if nothing of it is kept. */
  value: string | undefined
  /** The parts that are left out, and why; `where` is the position inside the value. */
  refused: readonly { what: string; where?: string; why: string }[]
}

const NOTHING: Kept['refused'] = []

/**
 * The part of an attribute that may be kept: the harmless declarations of a style, all or nothing of others. A frame's
 * `srcdoc` is kept only in the cleaned form in which it was written (`keepWritten`).
 * @param judged the value as a browser will get it, if that is another
 */
export function keepAttribute(tag: string, name: string, value: string, judged = value): Kept {
  const why = refuseAttribute(tag, name, judged)
  if (why === undefined && name.length === 6 && name.toLowerCase() === 'srcdoc' && !isHarmless(value)) {
    return { value: undefined, refused: [{ what: `${name}="${short(value)}"`, why: 'its document was not cleaned' }] }
  }
  if (why === undefined) return { value, refused: NOTHING }
  if (name.toLowerCase() === 'style') return keepStyle(value, judged, why)
  return { value: undefined, refused: [{ what: `${name}="${short(value)}"`, why }] }
}

/** The same for printing a page, when only the value matters and nearly always all of it is kept. */
export function keptValue(tag: string, name: string, value: string): string | undefined {
  return isKeptWhole(tag, name, value) ? value : keepAttribute(tag, name, value).value
}

/** Whether an attribute is kept as it is, without inspecting its value. */
export function isKeptWhole(tag: string, name: string, judged: string): boolean {
  return !(name.length === 6 && name.toLowerCase() === 'srcdoc') && refuseAttribute(tag, name, judged) === undefined
}

function keepStyle(value: string, judged: string, why: string): Kept {
  const parts = declarations(value)
  const kept = parts.filter((part) => !isActiveCss(part))
  const rest = kept.join('').trim()
  // CSS that is active only as a whole, or only in the form that is read, is removed as a whole.
  if (kept.length === parts.length || value !== judged || isActiveCss(rest)) {
    return { value: undefined, refused: [{ what: `style="${short(value)}"`, why }] }
  }
  const left = parts.filter((part) => isActiveCss(part))
  const refused = left.map((part) => ({ what: `style="${short(part.trim().replace(/;$/, ''))}"`, why }))
  return { value: rest === '' ? undefined : rest, refused }
}

/** The declarations of a style attribute, each with the semicolon after it. */
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
