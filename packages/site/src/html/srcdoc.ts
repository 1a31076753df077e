import { parseDocument, printParsed } from './document.ts'
import { isHarmless } from './harmless.ts'
import { type Kept, keepAttribute } from './keep.ts'
import { short } from './losses.ts'
import { type Refusal, refuseAttribute } from './refuse.ts'

/** The maximum depth of documents in the frames of each other. */
const MAX_SRCDOC_DEPTH = 3
const MAX_KEPT = 100
const MAX_KEPT_LENGTH = 100_000

export interface CleanSrcdoc {
  /** The whole document as a browser reads it, without the refused parts; empty if there was none. */
  text: string
  refused: readonly Refusal[]
}

/** Cached, since a page is printed more often than it is written, and each of these documents costs a parse. */
const kept = new Map<string, CleanSrcdoc>()

/**
 * The part to keep of an attribute that a caller writes: for a frame's `srcdoc` the cleaned document, else what
 * `keepAttribute` keeps.
 * @param judged the value as a browser will get it, if that is another
 * @param depth the number of nested documents in attributes around the element
 */
export function keepWritten(tag: string, name: string, value: string, judged = value, depth = 0): Kept {
  const isDocument = name.toLowerCase() === 'srcdoc' && tag.toLowerCase() === 'iframe'
  if (!isDocument || refuseAttribute(tag, name, judged) !== undefined) return keepAttribute(tag, name, value, judged)
  if (depth >= MAX_SRCDOC_DEPTH) {
    const why = `documents in frames are taken ${MAX_SRCDOC_DEPTH} deep`
    return { value: undefined, refused: [{ what: `srcdoc="${short(value)}"`, why }] }
  }
  const { text, refused } = cleanSrcdoc(value, depth + 1)
  // It is printed only if its text shows that nothing in it is active.
  if (isHarmless(text)) return { value: text, refused }
  const why = 'its document holds tags inside of comments, styles or texts that could be taken for its own'
  return { value: undefined, refused: [...refused, { what: `srcdoc="${short(value)}"`, why }] }
}

/**
 * The document of a frame's `srcdoc`, cleaned by the rules of pages.
 * @param depth the nesting depth of such documents, including this one
 */
export function cleanSrcdoc(given: string, depth = 1): CleanSrcdoc {
  // Printed values hold no NUL.
  const value = given.includes('\0') ? given.replaceAll('\0', '') : given
  if (value === '') return { text: '', refused: [] }
  const key = `${depth} ${value}`
  const known = kept.get(key)
  if (known) return known
  const document = parseDocument(value, { depth })
  const text = printParsed(document)
  const clean = { text, refused: document.refused }
  keepClean(key, clean)
  // The cleaned text is cached as clean too, since it is printed inside the documents around it.
  keepClean(`1 ${text}`, { text, refused: [] })
  return clean
}

function keepClean(key: string, clean: CleanSrcdoc): void {
  if (key.length > MAX_KEPT_LENGTH) return
  const oldest = kept.keys().next()
  if (kept.size >= MAX_KEPT && !oldest.done) kept.delete(oldest.value)
  kept.set(key, clean)
}
