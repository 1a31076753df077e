import { diffArrays } from 'diff'
import type { Match, Source } from './find.ts'
import { mergeMarkup } from './mergeMarkup.ts'
import { type Token, tokenize } from './tokens.ts'

/**
 * More differing tokens than this between a search and its replacement are not aligned: the replacement is used as written.
 */
const MOST_DIFFERENCES = 4000

/**
 * A match's replacement. A match that agrees to the letter becomes the replacement as written. Otherwise what search
 * and replacement have in common stays as the source has it, with its white space and quotes, and new lines are
 * indented as the source's are.
 */
export function replacementFor(source: Source, search: string, replace: string, match: Match): Replacement {
  if (match.tier === 'exact') return { from: match.from, to: match.to, text: replace }
  if (match.markup) {
    return { from: match.from, to: match.to, text: mergeMarkup(source, search, replace, match.markup) }
  }
  const sought = tokenize(search)
  const given = tokenize(replace)
  const shared = sharedTokens(search, sought, replace, given)
  const inFile = (i: number): Token | undefined => source.tokens[match.firstToken + i]
  const reach = reachOf(source.text, search, match)
  const indents = indentsOf(source.text, search, sought, inFile, reach.from)

  const quotes = writtenQuotes({ text: source.text, search, sought, replace, given, shared, inFile })
  /** The white space before the token `i` of the search, in the source; behind the last one if there is none. */
  const gapInFile = (i: number) =>
    source.text.slice(i === 0 ? reach.from : inFile(i - 1)?.to, i === sought.length ? reach.to : inFile(i)?.from)
  let text = ''
  for (let j = 0; j <= given.length; j++) {
    const gap = replace.slice(given[j - 1]?.to ?? 0, given[j]?.from ?? replace.length)
    const next = j === given.length ? sought.length : shared[j]
    const last = j === 0 ? -1 : shared[j - 1]
    // White space that the search has beside the same token matches the source's there.
    const places = [next, last === undefined ? undefined : last + 1]
    const place = places.find((i) => i !== undefined && gap === search.slice(sought[i - 1]?.to ?? 0, sought[i]?.from))
    text += place === undefined ? indented(gap, indents) : gapInFile(place)
    const token = given[j]
    if (!token) continue
    const there = next === undefined || quotes.has(j) ? undefined : inFile(next)
    text += there ? source.text.slice(there.from, there.to) : replace.slice(token.from, token.to)
  }
  return { ...reach, text }
}

/** The characters of the source from `from`, `to` behind the last, and their replacement. */
export interface Replacement {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** For each token of the replacement the index of the token of the search that it is, if it is one. */
function sharedTokens(
  search: string,
  sought: readonly Token[],
  replace: string,
  given: readonly Token[],
): (number | undefined)[] {
  const written = (text: string, tokens: readonly Token[]) => tokens.map(({ from, to }) => text.slice(from, to))
  const parts = diffArrays(written(search, sought), written(replace, given), { maxEditLength: MOST_DIFFERENCES })
  const shared: (number | undefined)[] = []
  let at = 0
  for (const { added, removed, count } of parts ?? [{ added: true, removed: false, count: given.length }]) {
    if (removed) at += count
    else for (let i = 0; i < count; i++) shared.push(added ? undefined : at++)
  }
  return shared
}

/** A match with the white space around it that the search names too, as far as the source has it. */
function reachOf(text: string, search: string, { from, to }: Match): { from: number; to: number } {
  const lead = search.slice(0, search.length - search.trimStart().length)
  const tail = search.slice(search.trimEnd().length)
  let [start, end] = [from, to]
  if (lead !== '') {
    while (start > 0 && isBlankSign(text.charAt(start - 1))) start--
    if (!lead.includes('\n')) start = Math.max(start, text.lastIndexOf('\n', from - 1) + 1)
  }
  if (tail !== '') {
    while (end < text.length && isBlankSign(text.charAt(end))) end++
    const line = text.indexOf('\n', to)
    if (line !== -1 && line < end) end = tail.includes('\n') ? line + 1 : line
  }
  return { from: start, to: end }
}

const isBlankSign = (sign: string) => sign !== '' && sign.trim() === ''

/** How the source indents the lines that the search indents in its own way. */
type Indents = readonly (readonly [ours: string, theirs: string])[]

function indentsOf(
  text: string,
  search: string,
  sought: readonly Token[],
  inFile: (i: number) => Token | undefined,
  from: number,
): Indents {
  const pairs: (readonly [string, string])[] = []
  for (let i = 1; i < sought.length; i++) {
    const [left, right, before, after] = [sought[i - 1], sought[i], inFile(i - 1), inFile(i)]
    if (!left || !right || !before || !after) continue
    const [ours, theirs] = [search.slice(left.to, right.from), text.slice(before.to, after.from)]
    if (ours.includes('\n') && theirs.includes('\n')) pairs.push([lastLine(ours), lastLine(theirs)])
  }
  if (pairs.length > 0) return pairs
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1)
  const own = line.slice(0, line.length - line.trimStart().length)
  const lead = search.slice(0, search.length - search.trimStart().length)
  return [[lastLine(lead), own]]
}

const lastLine = (gap: string) => gap.slice(gap.lastIndexOf('\n') + 1)

/** White space of a replacement with the indentation of the source. */
function indented(gap: string, indents: Indents): string {
  if (!gap.includes('\n')) return gap
  const own = lastLine(gap)
  return gap.slice(0, gap.length - own.length) + moved(own, indents)
}

function moved(own: string, indents: Indents): string {
  const known = indents.find(([ours]) => ours === own)
  if (known) return known[1]
  const nearest = indents.toSorted(([a], [b]) => Math.abs(a.length - own.length) - Math.abs(b.length - own.length))[0]
  if (!nearest) return own
  const [ours, theirs] = nearest
  if (own.startsWith(ours)) return theirs + own.slice(ours.length)
  if (ours.startsWith(own)) return theirs.slice(0, Math.max(0, theirs.length - (ours.length - own.length)))
  return own
}

interface Merge {
  text: string
  search: string
  sought: readonly Token[]
  replace: string
  given: readonly Token[]
  shared: readonly (number | undefined)[]
  inFile(i: number): Token | undefined
}

/**
 * The quotes of the replacement, by the index of their token, that stay as written: a pair around a value takes the
 * source's quotes only as a pair, and only if the value holds none of them.
 */
function writtenQuotes({ text, search, sought, replace, given, shared, inFile }: Merge): ReadonlySet<number> {
  const written = new Set<number>()
  const partners = new Map(quotePairs(search, sought))
  for (const [open, close] of quotePairs(replace, given)) {
    const [first, last] = [shared[open], shared[close]]
    const there = first === undefined ? undefined : inFile(first)
    const theirs = there && text.slice(there.from, there.to)
    const inside = replace.slice(given[open]?.to, given[close]?.from)
    const asPair = first !== undefined && last !== undefined && partners.get(first) === last
    if (!asPair || theirs === undefined || inside.includes(theirs)) written.add(open).add(close)
  }
  return written
}

/** The tokens that open and close a quoted value: in tags of HTML, everywhere in a text without tags. */
function quotePairs(text: string, tokens: readonly Token[]): [open: number, close: number][] {
  const pairs: [number, number][] = []
  const signs = tokens.map(({ from, to }) => text.slice(from, to))
  const hasTags = signs.includes('<') || signs.includes('>')
  const firstOpen = signs.indexOf('<')
  const firstClose = signs.indexOf('>')
  let inTag = !hasTags || (firstClose !== -1 && (firstOpen === -1 || firstClose < firstOpen))
  let open: number | undefined
  for (const [i, sign] of signs.entries()) {
    if (open !== undefined) {
      if (sign !== signs[open]) continue
      pairs.push([open, i])
      open = undefined
    } else if (inTag && (sign === '"' || sign === "'")) open = i
    else if (hasTags && sign === '<') inTag = true
    else if (hasTags && sign === '>') inTag = false
  }
  return pairs
}
