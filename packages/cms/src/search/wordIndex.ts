import type { Steps } from '@atelier/operation'
import { atOnce } from '@atelier/operation'
import type { PreparedItem, SearchItem } from './item.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

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
/** Items that one step reads. */
const RUN = 64
/** Whoever has all words comes before whoever has not. */
const WHOLE = 1_000

interface Postings {
  items: number[]
  weights: number[]
}

/** An index over items. A step is some of them. */
export function* buildIndex(groups: Iterable<readonly PreparedItem[]>): Steps<WordIndex> {
  const items: PreparedItem[] = []
  const postings = new Map<string, Postings>()
  let total = 0
  for (const group of groups) {
    for (const prepared of group) {
      const at = items.push(prepared) - 1
      total += prepared.length
      for (const [word, weight] of prepared.weights) {
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
    search: (words, filter, limit) => searchItems({ items, postings, vocabulary, mean }, words, filter, limit),
  }
}

export const buildIndexAtOnce = (groups: Iterable<readonly PreparedItem[]>): WordIndex => atOnce(buildIndex(groups))

interface Indexed {
  items: readonly PreparedItem[]
  postings: ReadonlyMap<string, Postings>
  vocabulary: Vocabulary
  mean: number
}

interface Scored {
  at: number
  score: number
  words: number
  share: number
}

function searchItems(
  { items, postings, vocabulary, mean }: Indexed,
  words: readonly string[],
  filter: SearchFilter,
  limit: number,
): SearchAnswer {
  const scored = new Map<number, Scored>()
  const nearest: { asked: string; taken: string }[] = []
  let rarities = 0
  for (const [place, word] of words.entries()) {
    const alike = vocabulary.alike(word, place === words.length - 1)
    const [best] = alike
    if (best && !best.isSure) nearest.push({ asked: word, taken: best.word })
    const own = new Map<number, { quality: number; weight: number }>()
    for (const { word: term, quality } of alike) {
      const { items: having = [], weights = [] } = postings.get(term) ?? {}
      for (const [index, at] of having.entries()) {
        const known = own.get(at)
        if (!known || known.quality < quality) own.set(at, { quality, weight: weights[index] ?? 1 })
      }
    }
    const rarity = Math.log(1 + (items.length - own.size + 0.5) / (own.size + 0.5))
    rarities += rarity
    for (const [at, { quality, weight }] of own) {
      const prepared = items[at]
      if (!prepared || !passes(prepared.item, filter)) continue
      const length = 1 - B + (B * prepared.length) / mean
      const known = scored.get(at) ?? { at, score: 0, words: 0, share: 0 }
      known.score += (rarity * quality * weight * (K1 + 1)) / (weight + K1 * length)
      known.share += rarity * quality
      known.words += 1
      scored.set(at, known)
    }
  }
  const ranked = [...scored.values()]
    .map((each) => ({ ...each, score: each.score * each.share + (each.words === words.length ? WHOLE : 0) }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
  return { hits: distinctHits(ranked, items, limit, rarities), nearest }
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
