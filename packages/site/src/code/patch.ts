import { editText } from '../edits/editText.ts'
import type { TextKind } from '../edits/mend.ts'

export interface Replacement {
  oldText: string
  newText: string
  replaceAll?: boolean
}

export type PatchOutcome =
  | {
      ok: true
      content: string
      replaced: number
      /** The indexes of the replacements whose text has other white space or quotes. */
      loose: number[]
      /** Sentences on what was taken otherwise than it was sent, and on replacements that change nothing. */
      notes: string[]
    }
  /**
   * `index` of the replacement; `count` of places where its text stands; `near` the most similar text; `refused` why it
   * was not tried.
   */
  | { ok: false; index: number; count: number; lines: number[]; near?: string; refused?: string }

/**
 * Applies replacements in order, each to the result of the ones before it. A text that is not found, or found in
 * several places without `replaceAll`, is an error: then none is applied.
 */
export function patchText(
  content: string,
  replacements: readonly Replacement[],
  kind: Exclude<TextKind, 'html'>,
): PatchOutcome {
  let text = content
  let replaced = 0
  const loose: number[] = []
  const notes: string[] = []
  for (const [index, { oldText, newText, replaceAll = false }] of replacements.entries()) {
    if (replaceAll && oldText.trim() !== '' && text.includes(oldText)) {
      const pieces = text.split(oldText)
      text = pieces.join(newText)
      replaced += pieces.length - 1
      continue
    }
    const edited = editText(text, [{ search: oldText, replace: newText }], kind)
    const [failed] = edited.failed
    if (failed) {
      const { places: count, lines, bestMatch, refused } = failed
      const near = bestMatch && `${bestMatch.line}: ${bestMatch.text.slice(0, 200)}`
      return {
        ok: false,
        index,
        count,
        lines,
        ...(near === undefined ? {} : { near }),
        ...(refused ? { refused: failed.error } : {}),
      }
    }
    notes.push(...edited.notes.map(({ says }) => `Replacement ${index + 1}: ${says}.`))
    if (edited.matchTiers[0] !== 'exact') loose.push(index)
    text = edited.text
    replaced += 1
  }
  return { ok: true, content: text, replaced, loose, notes }
}
