import { applyEdits } from '../edits/applyEdits.ts'

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
    }
  /** `index` of the replacement; `count` of places where its text stands; `near` the most similar text. */
  | { ok: false; index: number; count: number; lines: number[]; near?: string }

/**
 * Applies replacements in order, each to the result of the ones before it. A text that is not found, or found in
 * several places without `replaceAll`, is an error: then none is applied.
 */
export function patchText(content: string, replacements: readonly Replacement[]): PatchOutcome {
  let text = content
  let replaced = 0
  const loose: number[] = []
  for (const [index, { oldText, newText, replaceAll = false }] of replacements.entries()) {
    if (replaceAll && oldText.trim() !== '' && text.includes(oldText)) {
      const pieces = text.split(oldText)
      text = pieces.join(newText)
      replaced += pieces.length - 1
      continue
    }
    const edited = applyEdits(text, [{ search: oldText, replace: newText }], false)
    const [failed] = edited.failed
    if (failed) {
      const { places: count, lines, bestMatch } = failed
      const near = bestMatch && `${bestMatch.line}: ${bestMatch.text.slice(0, 200)}`
      return { ok: false, index, count, lines, ...(near === undefined ? {} : { near }) }
    }
    if (edited.matchTiers[0] !== 'exact') loose.push(index)
    text = edited.text
    replaced += 1
  }
  return { ok: true, content: text, replaced, loose }
}
