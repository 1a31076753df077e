import type { ContentConflict } from '@atelier/api'
import type { Resolution } from '@atelier/content'
import type { Json } from '@atelier/documents'
import { errorMessage } from '@atelier/operation'
import * as strings from '../strings.ts'

/** How a person decides on a conflict: for a side, or with a text of their own. */
export type Decision = { take: 'ours' | 'theirs' } | { take: 'value'; text: string }

/** A value as a text for people. */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null) return strings.nothing
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}

/** The text that a value of one's own begins with: what is proposed, or what the content has. */
export function firstText({ ours, theirs }: ContentConflict): string {
  const value = ours ?? theirs
  return value === undefined || value === null ? '' : shownValue(value)
}

/** Whether a conflict's own value is plain text; it is JSON where a side is anything else. */
const isTextConflict = ({ base, ours, theirs }: ContentConflict): boolean =>
  [base, ours, theirs].every((side) => side === undefined || side === null || typeof side === 'string')

/** The value of a conflict that a text means; an empty one clears it. */
export function ownValue(
  conflict: ContentConflict,
  text: string,
): { ok: true; value?: Json } | { ok: false; error: string } {
  if (text.trim() === '') return { ok: true }
  if (isTextConflict(conflict)) return { ok: true, value: text }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, error: strings.noJson(errorMessage(error)) }
  }
}

/** The decisions on the conflicts that there are now; one on a conflict that has changed since does not count. */
export function resolutionsOf(
  conflicts: readonly ContentConflict[],
  decisions: ReadonlyMap<string, Decision>,
): Resolution[] {
  return conflicts.flatMap((conflict): Resolution[] => {
    const { id } = conflict
    const decision = decisions.get(id)
    if (!decision) return []
    if (decision.take !== 'value') return [{ id, take: decision.take }]
    const read = ownValue(conflict, decision.text)
    if (!read.ok) return []
    return [{ id, take: 'value', ...(read.value === undefined ? {} : { value: read.value }) }]
  })
}
