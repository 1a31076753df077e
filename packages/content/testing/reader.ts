import { atOnce } from '@atelier/operation'
import { referencesOf } from '../src/brain/relations.ts'
import { searchTextOf, wordsIn } from '../src/brain/words.ts'
import { holdersAmong } from '../src/context/holders.ts'
import type { ContentReader, Referrer, SearchHit, StoredEntry } from '../src/context/reader.ts'
import type { ContentSchema, Model } from '../src/model/definition.ts'

/** A reader over plain entries, in memory. Models that the schema does not have do not exist for it. */
export function createTestReader(schema: ContentSchema | undefined, stored: readonly StoredEntry[]): ContentReader {
  const modelOf = (id: string): Model | undefined => schema?.models.find((model) => model.id === id)
  const seen = stored.filter(({ model }) => modelOf(model))
  return {
    async schema() {
      return schema
    },
    async entries(model) {
      return seen.filter((entry) => entry.model === model)
    },
    async entry(model, id) {
      return seen.find((entry) => entry.model === model && entry.id === id)
    },
    async holders(model, field, values) {
      const own = seen.filter((entry) => entry.model === model)
      return atOnce(holdersAmong(own, field, values))
    },
    async referrers(model, id) {
      return seen.flatMap((entry): Referrer[] => {
        const definition = modelOf(entry.model)
        if (!definition) return []
        return Object.keys(entry.settled?.locales ?? {}).flatMap((locale) =>
          referencesOf(entry, definition, locale)
            .filter((reference) => reference.model === model && reference.id === id)
            .map(({ field }) => ({ model: entry.model, entry: entry.id, documentId: entry.documentId, locale, field })),
        )
      })
    },
    async search({ words, models, locales, limit }) {
      const hits = seen.flatMap((entry): SearchHit[] => {
        const definition = modelOf(entry.model)
        if (!definition || !entry.settled || (models && !models.includes(entry.model))) return []
        return Object.entries(searchTextOf(entry.settled, definition)).flatMap(([locale, { title, text }]) => {
          if (locales && !locales.includes(locale)) return []
          const known = [...title.split(' '), ...text.split(' ')]
          const found = words.every((word, index) =>
            known.some((each) => (index === words.length - 1 ? each.startsWith(word) : each === word)),
          )
          const inTitle = words.filter((word) => title.split(' ').includes(word)).length
          return found ? [{ model: entry.model, entry: entry.id, locale, score: 1 + inTitle * 5 }] : []
        })
      })
      return hits.sort((a, b) => b.score - a.score).slice(0, limit)
    },
    async nearestWords(word) {
      const known = seen.flatMap(({ title }) => wordsIn(title))
      return [...new Set(known)].filter((each) => each.startsWith(word.slice(0, 2))).slice(0, 5)
    },
  }
}
