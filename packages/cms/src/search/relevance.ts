import { queryWords } from '@atelier/content'

/** Words that say nothing of what is looked for, unless nothing else is said. */
const FILLER = new Set(
  'the a an of for about with and or in on to is are where find show me my our der die das ein eine von fur uber mit und oder im am zu ist wo zeige mir unsere bir ve veya ile icin hakkinda nerede bul goster'.split(
    ' ',
  ),
)

/** From these shares of a query on a hit is strong or moderate. */
const STRONG = 0.8
const MODERATE = 0.45

/** How well a thing fits a query, by the share of the query's words that it has. */
export function relevanceOf(share: number): 'strong' | 'moderate' | 'weak' {
  if (share >= STRONG) return 'strong'
  return share >= MODERATE ? 'moderate' : 'weak'
}

/** The words of a query that say what is looked for; all of them if none does. */
export function tellingWords(query: string): string[] {
  const all = queryWords(query)
  const telling = all.filter((word) => !FILLER.has(word))
  return telling.length > 0 ? telling : all
}
