import { findMarkup, type MarkupMatch } from './findMarkup.ts'
import { findMisspelt } from './fuzzy.ts'
import { type Pieces, piecesOf } from './markup.ts'
import { occurrences, type Token, tokenize } from './tokens.ts'
import { keepsWhiteSpace } from './whiteSpace.ts'

/** How exactly a search has to agree with the text, the strictest first. */
export type MatchTier = 'exact' | 'whitespace' | 'token' | 'fuzzy'

/** One place of the text that a search means. */
export interface Match {
  readonly tier: MatchTier
  /** The characters of the text, `to` behind the last. */
  readonly from: number
  readonly to: number
  /** The index of the first token of the text; the further ones follow, one for each token of the search. */
  readonly firstToken: number
  /** Set if the match is by what the markup means; then `firstToken` is -1. */
  readonly markup?: MarkupMatch
}

export interface Source {
  readonly text: string
  readonly tokens: readonly Token[]
  /** The text as markup. */
  readonly pieces: Pieces
  /** Whether the text is HTML; otherwise CSS or a script. */
  readonly html: boolean
}

export type Found =
  | { readonly matches: readonly Match[] }
  | {
      readonly places: readonly number[]
      /** Set if one place was expected and the last two overlap: the right one cannot be told. Further ones are not listed. */
      readonly overlap?: true
    }

/** A search of fewer tokens and characters than these is taken exactly as it is written, or not at all. */
const LEAST_TOKENS = 3
const LEAST_LENGTH = 20
/** More places than these that mean the same are not counted. */
const MOST_ALIKE = 20

/** Reads a text once for any number of searches; into tokens only if one of them needs it. */
export function sourceOf(text: string, html: boolean): Source {
  let tokens: readonly Token[] | undefined
  let pieces: Pieces | undefined
  return {
    text,
    html,
    get tokens() {
      tokens ??= tokenize(text)
      return tokens
    },
    get pieces() {
      pieces ??= piecesOf(text, false)
      return pieces
    },
  }
}

/**
 * The places of `search` in the source, by the strictest tier that finds it at all. If it does not occur exactly
 * `expected` times, there are no matches, but the offsets of the `places` that were found (none in most cases). If places
 * overlap, the first one counts if several are expected.
 */
export function findMatches(source: Source, search: string, expected: number): Found {
  const { places: exact, overlap } = exactPlaces(source.text, search, expected)
  if (overlap) return { places: exact, overlap }
  if (exact.length === expected) {
    return {
      matches: exact.map((from) => ({ tier: 'exact', from, to: from + search.length, firstToken: -1 })),
    }
  }
  if (exact.length > 0) return { places: exact }
  const sought = tokenize(search)
  const isShort = sought.length < LEAST_TOKENS && search.trim().length < LEAST_LENGTH
  const loose = isShort ? [] : loosePlaces(source, search, sought, expected)
  if (overlaps(loose)) return { places: loose.map(({ from }) => from), overlap: true }
  if (loose.length === expected) return { matches: loose }
  if (loose.length > 0) return { places: loose.map(({ from }) => from) }
  const alike = source.html ? findMarkup(source, search, Math.max(expected, MOST_ALIKE)).map(matchOf) : []
  if (overlaps(alike)) return { places: alike.map(({ from }) => from), overlap: true }
  if (alike.length === expected) return { matches: alike }
  if (alike.length > 0 || expected !== 1 || isShort) return { places: alike.map(({ from }) => from) }
  const misspelt = findMisspelt(source, search, sought)
  if (misspelt === undefined) return { places: [] }
  const match = matchAt(source, search, sought, misspelt, 'fuzzy')
  return match ? { matches: [match] } : { places: [] }
}

const matchOf = (markup: MarkupMatch): Match => ({
  tier: 'token',
  from: markup.from,
  to: markup.to,
  firstToken: -1,
  markup,
})

/** The places that do not overlap; of one that is expected, all up to the first one that overlaps the one before it. */
function exactPlaces(text: string, search: string, expected: number): { places: number[]; overlap?: true } {
  const places: number[] = []
  const step = expected === 1 ? 1 : search.length
  for (let at = text.indexOf(search); at !== -1; at = text.indexOf(search, at + step)) {
    const overlap = at < (places.at(-1) ?? Number.NEGATIVE_INFINITY) + search.length
    places.push(at)
    if (overlap) return { places, overlap }
  }
  return { places }
}

/** The places with the same tokens, of which the last may overlap the one before it as for `exactPlaces`. */
function loosePlaces(source: Source, search: string, sought: readonly Token[], expected: number): Match[] {
  const matches: Match[] = []
  for (const first of occurrences(source.tokens, sought)) {
    const match = matchAt(source, search, sought, first)
    if (!match) continue
    matches.push(match)
    if (!overlaps(matches)) continue
    if (expected === 1) break
    matches.pop()
  }
  return matches
}

const overlaps = (matches: readonly Match[]) => (matches.at(-1)?.from ?? 0) < (matches.at(-2)?.to ?? 0)

/** The match whose first token is `first`; undefined if white space that means something is different. */
function matchAt(
  source: Source,
  search: string,
  sought: readonly Token[],
  first: number,
  known?: MatchTier,
): Match | undefined {
  let tier: MatchTier = 'whitespace'
  for (let i = 1; i < sought.length; i++) {
    const [before, after] = [source.tokens[first + i - 1], source.tokens[first + i]]
    const [left, right] = [sought[i - 1], sought[i]]
    if (!before || !after || !left || !right) return undefined
    const [theirs, ours] = [source.text.slice(before.to, after.from), search.slice(left.to, right.from)]
    if (theirs === ours) continue
    if (source.html && keepsWhiteSpace(source.text, before.to)) return undefined
    if ((theirs === '') === (ours === '')) continue
    if (!SPACE_MEANS_NOTHING_BEHIND.has(before.text) && !SPACE_MEANS_NOTHING_BEFORE.has(after.text)) return undefined
    tier = 'token'
  }
  const [start, end] = [source.tokens[first], source.tokens[first + sought.length - 1]]
  return start && end && { tier: known ?? tier, from: start.from, to: end.to, firstToken: first }
}

/** Signs beside which HTML, CSS and scripts may have white space or none. `.a .b` and `.a:b` are not among them. */
const SPACE_MEANS_NOTHING_BEHIND: ReadonlySet<string> = new Set(['<', '>', '{', '}', ';', ',', '=', '/', ':', "'"])
const SPACE_MEANS_NOTHING_BEFORE: ReadonlySet<string> = new Set(['<', '>', '{', '}', ';', ',', '=', '/', "'"])
