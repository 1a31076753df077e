import { findMatches, type MatchTier, type Source, sourceOf } from './find.ts'
import { diagonals } from './fuzzy.ts'
import { type Replacement, replacementFor } from './merge.ts'
import { lineAt, occurrences, tokenize } from './tokens.ts'

/** One search and its replacement; an empty replacement deletes. */
export interface Edit {
  search: string
  replace: string
  /** In how many places the search stands, all of which are replaced. Default 1. */
  expectedReplacements?: number
  /** Set if the edit is not to be tried: the reason, as a sentence. */
  refused?: string
}

/** The part of a text that comes nearest to a search that was not found. */
export interface BestMatch {
  text: string
  /** Up to five lines around it, 300 characters at most. */
  surrounding: string
  /** The share of the search's tokens that it has, from 0 to 1. */
  similarity: number
  /** Its first line, from 1. */
  line: number
}

export interface FailedEdit {
  /** The index among the edits. */
  index: number
  error: string
  /** In how many places it stands, and the lines of the first ten; none if it was not found. */
  places: number
  lines: number[]
  bestMatch?: BestMatch
  /** Set if the search is about text that an edit before it, which failed too, would have made. */
  cascade?: true
  /** Set if the edit was not tried. */
  refused?: true
}

export interface EditedText {
  text: string
  appliedCount: number
  /** The tier of each edit that was applied, in order. */
  matchTiers: MatchTier[]
  failed: FailedEdit[]
  /** The characters that each edit wrote, in the text as it is now, in order of place. */
  changed: { from: number; to: number }[]
  /** The indexes of the edits that were applied and changed nothing. */
  unchanged: number[]
}

/** A replacement of fewer characters says nothing about whether an edit was made before. */
const LEAST_THERE = 20

/**
 * Carries out edits one after the other, each on the text that those before it made. An edit whose search is not found
 * exactly as often as expected changes nothing and is listed.
 */
export function applyEdits(text: string, edits: readonly Edit[], html: boolean): EditedText {
  const done: EditedText = { text, appliedCount: 0, matchTiers: [], failed: [], changed: [], unchanged: [] }
  let source = sourceOf(text, html)
  for (const [index, { search, replace, expectedReplacements = 1, refused }] of edits.entries()) {
    if (refused !== undefined) {
      done.failed.push({ index, places: 0, lines: [], error: refused, refused: true })
      continue
    }
    const found = search.trim() === '' ? { places: [] } : findMatches(source, search, expectedReplacements)
    if ('places' in found) {
      const earlier = done.failed.flatMap((failed) => edits[failed.index] ?? [])
      const failed = failure(source, search, expectedReplacements, found, earlier)
      const isThere =
        failed.places === 0 && replace.trim().length >= LEAST_THERE && source.text.includes(replace.trim())
      const error = isThere ? `${failed.error} The replacement is in the file already.` : failed.error
      done.failed.push({ index, ...failed, error })
      continue
    }
    const replacements = found.matches.map((match) => replacementFor(source, search, replace, match))
    done.changed = moved(done.changed, replacements)
    const text = replaced(source.text, replacements)
    if (text === source.text) done.unchanged.push(index)
    source = sourceOf(text, html)
    done.appliedCount += 1
    done.matchTiers.push(found.matches[0]?.tier ?? 'exact')
  }
  done.text = source.text
  return done
}

function replaced(text: string, replacements: readonly Replacement[]): string {
  let result = ''
  let at = 0
  for (const { from, to, text: written } of replacements) {
    result += text.slice(at, from) + written
    at = to
  }
  return result + text.slice(at)
}

/** The ranges written before, at their new places, and those that are written now. */
function moved(before: readonly { from: number; to: number }[], replacements: readonly Replacement[]) {
  const ranges: { from: number; to: number }[] = []
  let shift = 0
  for (const { from, to, text } of replacements) {
    ranges.push({ from: from + shift, to: from + shift + text.length })
    shift += text.length - (to - from)
  }
  /** Where a character stands now; inside of the replaced text, at the edge of the replacement. */
  const nowAt = (at: number, end: boolean) => {
    let moved = at
    for (const { from, to, text } of replacements) {
      if (at >= to) moved += text.length - (to - from)
      else if (at > from) moved += end ? text.length - (at - from) : from - at
    }
    return moved
  }
  ranges.push(...before.map(({ from, to }) => ({ from: nowAt(from, false), to: nowAt(to, true) })))
  return ranges.sort((a, b) => a.from - b.from || a.to - b.to)
}

function failure(
  source: Source,
  search: string,
  expected: number,
  { places, overlap }: { readonly places: readonly number[]; readonly overlap?: true },
  earlier: readonly Edit[],
): Omit<FailedEdit, 'index'> {
  const nowhere = { places: 0, lines: [] }
  if (search.trim() === '') return { ...nowhere, error: 'The search is empty.' }
  if (places.length > 0) {
    const lines = [...new Set(places.map((at) => lineAt(source.text, at)))].slice(0, 10)
    if (overlap) {
      const error = `It stands in places that overlap, in line ${lines.join(', ')}. Search for more of what is around the place.`
      return { places: places.length, lines, error }
    }
    const stands = `It stands ${places.length === 1 ? 'once' : `${places.length} times`}, in line ${lines.join(', ')}`
    const hint =
      places.length > expected
        ? 'Search for more of what is around the place, or set expectedReplacements.'
        : 'Set expectedReplacements to the number of places.'
    return {
      places: places.length,
      lines,
      error: `${stands}, not ${expected === 1 ? 'once' : `${expected} times`}. ${hint}`,
    }
  }
  const best = bestMatch(source, search)
  if (earlier.some((edit) => wouldMake(edit, search))) {
    return {
      ...nowhere,
      cascade: true,
      error: 'Skipped: it is about text that an edit before it would have made, which failed. Mend that one first.',
      ...(best && { bestMatch: best }),
    }
  }
  return {
    ...nowhere,
    error: 'Nothing in the file reads like this. Read the file, and search for what stands there.',
    ...(best && { bestMatch: best }),
  }
}

/** Whether a search is about text that an edit writes. */
function wouldMake({ search, replace }: Edit, sought: string): boolean {
  const [before, after, tokens] = [tokenize(search), tokenize(replace), tokenize(sought)]
  if (occurrences(after, tokens).length > 0) return occurrences(before, tokens).length === 0
  return after.length >= 3 && occurrences(tokens, after).length > 0 && occurrences(before, after).length === 0
}

const MOST_SURROUNDING = 300
/** Less in common than this is no help. */
const LEAST_SIMILARITY = 0.3

function bestMatch({ text, tokens }: Source, search: string): BestMatch | undefined {
  const sought = tokenize(search)
  let best: { first: number; last: number; similarity: number } | undefined
  for (const { first } of diagonals(tokens, sought)) {
    const start = Math.max(0, first)
    const last = Math.min(tokens.length, first + sought.length) - 1
    const similarity = inCommon(
      tokens.slice(start, last + 1).map((token) => token.text),
      sought.map((token) => token.text),
    )
    if (similarity > (best?.similarity ?? LEAST_SIMILARITY)) best = { first: start, last, similarity }
  }
  const [from, to] = [best && tokens[best.first]?.from, best && tokens[best.last]?.to]
  if (!best || from === undefined || to === undefined) return undefined
  const line = lineAt(text, from)
  const lines = text.split('\n', line + 2).slice(Math.max(0, line - 3))
  return {
    text: text.slice(from, Math.min(to, from + search.length * 2)),
    surrounding: lines.join('\n').slice(0, MOST_SURROUNDING),
    similarity: Math.round(best.similarity * 100) / 100,
    line,
  }
}

/** The common part of two lists, as a share of both (Dice). */
function inCommon(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>()
  for (const each of a) left.set(each, (left.get(each) ?? 0) + 1)
  let shared = 0
  for (const each of b) {
    const remaining = left.get(each) ?? 0
    if (remaining === 0) continue
    shared += 1
    left.set(each, remaining - 1)
  }
  return (2 * shared) / Math.max(1, a.length + b.length)
}
