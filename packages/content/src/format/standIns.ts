import { equalJson, type Json } from '@atelier/documents'
import type { ContentConfig, Model } from '../model/definition.ts'
import { isRecord, memberOf, recordOf } from '../model/json.ts'
import { type AtelierFile, standInFieldsOf } from './atelierFile.ts'
import { placesIn } from './places.ts'

export type StandIns = ReturnType<typeof standInsOf>

/**
 * Whether a file that a change leaves as it is has to be given to `changesOfFiles` all the same: something in it only stood
 * for a translation before, and is one now.
 */
export function needsReading(
  models: readonly Model[],
  config: ContentConfig,
  atelier: { before: AtelierFile; after: AtelierFile },
): (path: string) => boolean {
  const left = new Set(
    models.flatMap((model) => {
      const [before, after] = [marksOf(atelier.before, model), marksOf(atelier.after, model)]
      return Object.keys(before).flatMap((locale) =>
        equalJson(memberOf(before, locale), memberOf(after, locale)) ? [] : [`${model.id}\n${locale}`],
      )
    }),
  )
  if (left.size === 0) return () => false
  const placesOf = placesIn(models, config)
  return (path) =>
    placesOf(path).some(
      (place) => place.kind !== 'meta' && place.locales.some((locale) => left.has(`${place.model.id}\n${locale}`)),
    )
}

/** The fallback marks of a model, by locale. */
function marksOf({ standIns, standInKeys, standInFields }: AtelierFile, { id }: Model): Record<string, Json> {
  const lists = [standIns, standInKeys, standInFields].map((each): Json => memberOf(each, id) ?? {})
  const locales = new Set(lists.flatMap((list) => (isRecord(list) ? Object.keys(list) : [])))
  return recordOf(
    [...locales].map((locale) => [
      locale,
      lists.map((list) => (isRecord(list) ? (memberOf(list, locale) ?? null) : null)),
    ]),
  )
}

/** The translations of a model's entries, and the keys of its dictionary, that are only fallbacks. */
export function standInsOf(atelier: AtelierFile, { id: model }: Model) {
  const { standIns, standInKeys } = atelier
  const sets = (lists: Readonly<Record<string, readonly string[]>> = {}) =>
    new Map(Object.entries(lists).map(([locale, ids]) => [locale, new Set(ids)]))
  const [wholes, keys] = [sets(memberOf(standIns, model)), sets(memberOf(standInKeys, model))]
  const stands = {
    holds: (locale: string, id: string) => wholes.get(locale)?.has(id) === true,
    fields: (locale: string, id: string) => standInFieldsOf(atelier, model, locale, id),
    holdsKey: (locale: string, key: string) => keys.get(locale)?.has(key) === true,
    keys: (locale: string): ReadonlySet<string> => keys.get(locale) ?? new Set(),
  }
  return {
    ...stands,
    /** Whether something that stood in before no longer does. */
    leaves(before: typeof stands, locale: string, from: string, id: string): boolean {
      if (stands.holds(locale, id)) return false
      const fields = stands.fields(locale, id)
      return (
        before.holds(locale, from) ||
        before.fields(locale, from).some((name) => !fields.includes(name)) ||
        [...before.keys(locale)].some((key) => !stands.holdsKey(locale, key))
      )
    },
  }
}
