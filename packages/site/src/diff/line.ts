import type { ChangeLine } from '@atelier/documents'
import { valueExcerpt } from './excerpt.ts'

/**
 * The line of an item that was added, removed or changed; none if nothing is different.
 * @param part what is taken back with it: a key, or the beginning of several
 */
export function diffLine(
  what: string,
  label: string,
  before: string | undefined,
  after: string | undefined,
  part: string,
  target?: string,
): ChangeLine[] {
  if (before === after) return []
  const line: ChangeLine = {
    kind: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    what,
    label,
    part,
  }
  if (target !== undefined) line.target = target
  if (before !== undefined) line.before = valueExcerpt(before)
  if (after !== undefined) line.after = valueExcerpt(after)
  return [line]
}

/** The ids that follow a prefix in the keys, each once. */
export function idsOf(keys: readonly string[], prefix: string): string[] {
  const ids = keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length).split('/', 1)[0] ?? ''] : []))
  return [...new Set(ids)]
}
