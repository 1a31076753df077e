import type { View } from '@atelier/documents'
import { digestJson } from './digest.ts'

/**
 * Deletion marks: keys whose value `true` deletes what other keys of the document say. Without further care a mark and
 * an edit of what it deletes would never meet, since they are different keys.
 */
const modelOf = /^(?:model|field):([^/]+)/
const fieldOf = /^field:[^/]+\/[^/]+/
const modelMark = /^model:([^/]+)\/deleted$/
const fieldMark = /^field:[^/]+\/[^/]+\/deleted$/

export const ENTRY_MARK = 'deleted'

export const isMark = (key: string): boolean => key === ENTRY_MARK || modelMark.test(key) || fieldMark.test(key)

/** The marks that delete what a key says. */
export function marksOf(key: string): string[] {
  if (key === ENTRY_MARK) return []
  const model = modelOf.exec(key)?.[1]
  if (model === undefined) return [ENTRY_MARK]
  const field = fieldOf.exec(key)?.[0]
  const marks = [`model:${model}/deleted`, ...(field === undefined ? [] : [`${field}/deleted`])]
  return marks.filter((mark) => mark !== key)
}

/** The keys of a document whose meaning a mark deletes. */
export function markedKeys(view: View, mark: string): string[] {
  if (mark === ENTRY_MARK) return [...view.keys()].filter((key) => key !== ENTRY_MARK)
  const model = modelMark.exec(mark)?.[1]
  const owner = mark.slice(0, -'/deleted'.length)
  const keys = model === undefined ? view.keys(owner) : [...view.keys(owner), ...view.keys(`field:${model}/`)]
  return [...keys].filter((key) => key !== mark && marksOf(key).includes(mark))
}

/** The digest of all that a mark deletes, as a view has it. */
export function digestOfMarked(view: View, mark: string): string {
  return digestJson(markedKeys(view, mark).map((key) => [key, view.get(key) ?? null]))
}
