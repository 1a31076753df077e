import type { Steps } from '@atelier/operation'
import { atOnce } from '@atelier/operation'
import type { FoundKind, PreparedItem, SearchItem, Words } from './item.ts'
import { type AlikeWord, createVocabulary, type Vocabulary } from './vocabulary.ts'

export interface SearchFilter {
  kinds?: ReadonlySet<string> | undefined
  /** Only things on this page, or the page itself. */
  pageId?: string | undefined
  model?: string | undefined
  locale?: string | undefined
  status?: string | undefined
}

export interface SearchAnswer {
  hits: readonly SearchHit[]
  /** The words that nothing has, and the nearest ones that were searched instead. */
  nearest: readonly { asked: string; taken: string }[]
}

export interface SearchHit {
  item: SearchItem
  /** The share of the query that it has, from 0 to 1: rare words count more, words that are only alike less. */
  share: number
}

export interface WordIndex {
  size: number
  /** The best first. @param words as content's `queryWords` makes them; the last may be the beginning of a word */
  search(words: readonly string[], filter: SearchFilter, limit: number): SearchAnswer
}

/** Saturation and length of BM25, as both databases of content have them. */
const K1 = 1.2
const B = 0.75
/** If things fit alike, a page comes before its section, and both before a link to it. */
const PREFERENCES: Readonly<Record<FoundKind, number>> = {
  page: 2,
  entry: 1.6,
  collection: 1.2,
  section: 1,
  image: 1,
  menuItem: 0.5,
}
/** Items that one step reads. */
const RUN = 64
/** Items with all words come before those without. */
const WHOLE = 1_000
/** An entry has an item for each locale: so many more hits than asked for are put in order. */
const MOST_LOCALES = 20

interface Postings {
  items: number[]
  weights: number[]
}

/** An index over items, prepared with these words. A step is some of them. */
export function* buildIndex(groups: Iterable<readonly PreparedItem[]>, words: Words): Steps<WordIndex> {
  const items: PreparedItem[] = []
  const postings = new Map<string, Postings>()
  let total = 0
  for (const group of groups) {
    for (const prepared of group) {
      const at = items.push(prepared) - 1
      total += prepared.length
      for (const [place, id] of prepared.words.entries()) {
        const word = words.wordOf(id)
        const weight = prepared.weights[place] ?? 1
        const known = postings.get(word)
        if (known) {
          known.items.push(at)
          known.weights.push(weight)
        } else postings.set(word, { items: [at], weights: [weight] })
      }
      if (at % RUN === 0) yield
    }
  }
  const vocabulary = yield* createVocabulary(postings.keys())
  const mean = total / Math.max(1, items.length)
  return {
    size: items.length,
    search: (asked, filter, limit) => searchItems({ items, postings, vocabulary, mean }, asked, filter, limit),
  }
}

export const buildIndexAtOnce = (groups: Iterable<readonly PreparedItem[]>, words: Words): WordIndex =>
  atOnce(buildIndex(groups, words))

interface Indexed {
  items: readonly PreparedItem[]
  postings: ReadonlyMap<string, Postings>
  vocabulary: Vocabulary
  mean: number
}

interface Scored {
  at: number
  score: number
  share: number
}

/** The score of each item so far, by its number. */
class Tally {
  readonly scores: Float64Array
  readonly shares: Float64Array
  readonly words: Uint8Array
  constructor(size: number) {
    this.scores = new Float64Array(size)
    this.shares = new Float64Array(size)
    this.words = new Uint8Array(size)
  }
}

function searchItems(indexed: Indexed, words: readonly string[], filter: SearchFilter, limit: number): SearchAnswer {
  const { items, vocabulary } = indexed
  const tally = new Tally(items.length)
  const nearest: { asked: string; taken: string }[] = []
  let rarities = 0
  for (const [place, word] of words.entries()) {
    const alike = vocabulary.alike(word, place === words.length - 1)
    const [best] = alike
    if (best && !best.isSure) nearest.push({ asked: word, taken: best.word })
    rarities += addWord(indexed, alike, tally)
  }
  const scored: Scored[] = []
  for (const [at, { item }] of items.entries()) {
    const own = tally.words[at] ?? 0
    if (own === 0 || !passes(item, filter)) continue
    const share = tally.shares[at] ?? 0
    const preference = PREFERENCES[item.kind]
    scored.push({ at, share, score: (tally.scores[at] ?? 0) * share * preference + (own === words.length ? WHOLE : 0) })
  }
  const ranked = bestOf(scored, limit * MOST_LOCALES)
  return { hits: distinctHits(ranked, items, limit, rarities), nearest }
}

/** Adds what items have of one word, as itself or as a word that is alike. @returns how rare it is */
function addWord({ items, postings, mean }: Indexed, alike: readonly AlikeWord[], tally: Tally): number {
  const qualities = new Float32Array(items.length)
  const weights = new Float32Array(items.length)
  const having: number[] = []
  for (const { word, quality } of alike) {
    const known = postings.get(word)
    if (!known) continue
    for (const [index, at] of known.items.entries()) {
      const before = qualities[at] ?? 0
      if (before === 0) having.push(at)
      if (before >= quality) continue
      qualities[at] = quality
      weights[at] = known.weights[index] ?? 1
    }
  }
  const rarity = Math.log(1 + (items.length - having.length + 0.5) / (having.length + 0.5))
  for (const at of having) {
    const [quality = 0, weight = 0] = [qualities[at], weights[at]]
    const length = 1 - B + (B * (items[at]?.length ?? 0)) / mean
    tally.scores[at] = (tally.scores[at] ?? 0) + (rarity * quality * weight * (K1 + 1)) / (weight + K1 * length)
    tally.shares[at] = (tally.shares[at] ?? 0) + rarity * quality
    tally.words[at] = (tally.words[at] ?? 0) + 1
  }
  return rarity
}

/** The best in their order; of many, only those at the top are put in order. */
function bestOf(scored: readonly Scored[], most: number): readonly Scored[] {
  const sorted = Float64Array.from(scored, ({ score }) => score).sort()
  const least = sorted.at(-most) ?? 0
  const top = scored.length > most ? scored.filter(({ score }) => score >= least) : [...scored]
  return top.sort((a, b) => b.score - a.score || a.at - b.at)
}

/** The best hits; an entry that several locales have is one. */
function distinctHits(
  ranked: readonly Scored[],
  items: readonly PreparedItem[],
  limit: number,
  rarities: number,
): SearchHit[] {
  const seen = new Set<string>()
  const hits: SearchHit[] = []
  for (const { at, share } of ranked) {
    if (hits.length === limit) break
    const item = items[at]?.item
    if (!item) continue
    const key = JSON.stringify([item.kind, item.model, item.id])
    if (seen.has(key)) continue
    seen.add(key)
    hits.push({ item, share: rarities === 0 ? 0 : Math.min(1, share / rarities) })
  }
  return hits
}

function passes(item: SearchItem, { kinds, pageId, model, locale, status }: SearchFilter): boolean {
  return (
    (kinds === undefined || kinds.has(item.kind)) &&
    (pageId === undefined || item.where === pageId || (item.kind === 'page' && item.id === pageId)) &&
    (model === undefined || item.model === model) &&
    (locale === undefined || item.locale === undefined || item.locale === locale || item.locale === '*') &&
    (status === undefined || item.status === status)
  )
}
