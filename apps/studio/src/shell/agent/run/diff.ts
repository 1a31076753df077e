import { diffArrays } from 'diff'

/** A piece of a comparison: a line or some words that are on both sides, or on one of them. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** The maximum additions and removals searched for; texts with more differences are shown whole. */
const MAX_EDITS = 800

/** The lines of two texts against each other. */
export function diffLines(before: string, after: string): DiffPart[] {
  return diffLists(before === '' ? [] : before.split('\n'), after === '' ? [] : after.split('\n'))
}

/**
 * The words of two one-line values against each other, neighbours of one kind joined. If less than a third is common
 * the whole values are compared: scattered matches would be harder to read than both sides.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const parts = diffLists(words(before), words(after))
  const common = parts.reduce((sum, { kind, text }) => (kind === 'same' ? sum + text.trim().length : sum), 0)
  if (common * 3 < Math.max(before.length, after.length)) {
    return [part('removed', before), part('added', after)].filter(({ text }) => text !== '')
  }
  return joinDiffParts(parts)
}

/** Words, numbers with their unit, names with their dashes; spaces and signs on their own. */
function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}_#.%-]+|\s+|./gu) ?? []
}

/** The fewest changes from one list to the other, the removed before the added. */
function diffLists(a: readonly string[], b: readonly string[]): DiffPart[] {
  const changes = diffArrays([...a], [...b], { maxEditLength: MAX_EDITS })
  if (!changes) return [...a.map((text) => part('removed', text)), ...b.map((text) => part('added', text))]
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text) => part(added ? 'added' : removed ? 'removed' : 'same', text)),
  )
}

function joinDiffParts(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = []
  for (const each of parts) {
    const last = all.at(-1)
    if (last?.kind === each.kind) last.text += each.text
    else all.push({ ...each })
  }
  return all
}

function part(kind: DiffPart['kind'], text: string): DiffPart {
  return { kind, text }
}
