import type { UndoMerge } from '@atelier/documents'
import { readBirth, splitKey } from '../document/node.ts'
import { mergeWords } from '../text/mergeWords.ts'

/** The most text that one merge compares, in characters, so that an undo does not hold up others. */
const MAX_MERGED = 40_000

/**
 * Takes a change out of a text that another user has changed since, word by word: their words stay. Undefined where both
 * changed the same words.
 */
export const siteUndoMerge: UndoMerge = (view, { key, before, after }, current) => {
  const [id, field] = splitKey(key)
  if (field !== 'text') return undefined
  const birth = readBirth(view.get(id))
  const born = birth?.kind === 'element' ? undefined : birth?.text
  const [was, made, now] = [before ?? born, after ?? born, current ?? born]
  if (typeof was !== 'string' || typeof made !== 'string' || typeof now !== 'string') return undefined
  if (was.length + made.length + now.length > MAX_MERGED) return undefined
  const { text, conflicts } = mergeWords(made, was, now)
  return conflicts.length > 0 ? undefined : text
}
