import { cutText, joinBlocks, matchBlocks } from './paragraphs.ts'

/** A paragraph of which two people made different things; null where one of them deleted it. */
export interface ParagraphConflict {
  theirs: string | null
  mine: string | null
}

/**
 * A long text with what two people made of it, paragraph by paragraph: each paragraph as the one has it who edited it,
 * and what both added. Undefined if both edited the same paragraph differently, or one deleted what the other edited.
 * @param base what both began with
 */
export function mergeText(
  type: 'markdown' | 'richtext',
  base: string,
  theirs: string,
  mine: string,
): string | undefined {
  const merged = mergeParagraphs(type, base, theirs, mine)
  return 'text' in merged ? merged.text : undefined
}

/** Merges as `mergeText` does, and returns the conflicting paragraphs instead of undefined. */
export function mergeParagraphs(
  type: 'markdown' | 'richtext',
  base: string,
  theirs: string,
  mine: string,
): { text: string } | { conflicts: ParagraphConflict[] } {
  if (theirs === base || theirs === mine) return { text: mine }
  if (mine === base) return { text: theirs }
  const before = cutText(type, base)
  const one = sidesOf(before, cutText(type, theirs))
  const other = sidesOf(before, cutText(type, mine))
  const merged = joinLists(one.added(-1), other.added(-1))
  const conflicts: ParagraphConflict[] = []
  for (const [index, block] of before.entries()) {
    const [a, b] = [one.kept(index), other.kept(index)]
    if (equalTrimmed(a, block)) merged.push(...listOf(equalTrimmed(b, block) && b === block ? a : b))
    else if (equalTrimmed(b, block) || equalTrimmed(a, b)) merged.push(...listOf(a))
    else conflicts.push({ theirs: a ?? null, mine: b ?? null })
    merged.push(...joinLists(one.added(index), other.added(index)))
  }
  return conflicts.length > 0 ? { conflicts } : { text: joinBlocks(merged) }
}

/** White space at the ends of a block belongs to what stands around it. */
const equalTrimmed = (a: string | undefined, b: string | undefined) => a?.trim() === b?.trim()

const listOf = (block: string | undefined) => (block === undefined ? [] : [block])

const joinLists = (a: readonly string[], b: readonly string[]): string[] =>
  a.length === b.length && a.every((block, i) => block === b[i]) ? [...a] : [...a, ...b]

/** The state of each block of a text, and the new blocks behind it; the blocks before all others are behind -1. */
function sidesOf(before: readonly string[], after: readonly string[]) {
  const kept = new Map<number, string>()
  const added = new Map<number, string[]>()
  let last = -1
  for (const [at, index] of matchBlocks(before, after).entries()) {
    const block = after[at] ?? ''
    if (index === undefined) added.set(last, [...(added.get(last) ?? []), block])
    else {
      kept.set(index, block)
      last = index
    }
  }
  return { kept: (index: number) => kept.get(index), added: (index: number) => added.get(index) ?? [] }
}
