import { equalJson, type Json } from '@atelier/documents'
import { type Entry, type EntryLocale, type EntryMeta, ONLY_ENTRY } from '../entry/entry.ts'
import type { ContentConfig, Model } from '../model/definition.ts'
import { isRecord, memberOf, recordOf } from '../model/json.ts'
import { type AtelierFile, standInFieldsOf } from './atelierFile.ts'
import { unknownMeta } from './meta.ts'
import { sharesFile } from './paths.ts'

/** One locale of an entry as its files have it. */
export interface FoundLocale {
  values: Readonly<Record<string, Json>>
  meta?: EntryMeta
}

/** By the id of the entry, then by locale. */
export type Found = ReadonlyMap<string, ReadonlyMap<string, FoundLocale>>

/** A model's entries by id, with the translations that are none marked as stand-ins or left out. */
export function assembleEntries(found: Found, model: Model, config: ContentConfig, atelier: AtelierFile): Entry[] {
  const first = config.locales.default
  const listed = new Map(
    Object.entries(memberOf(atelier.standIns, model.id) ?? {}).map(([locale, ids]) => [locale, new Set(ids)]),
  )
  const digests = memberOf(atelier.translatedFrom, model.id)
  /** The source of a translation, if that is not the present source. */
  const from = (locale: string, id: string) => {
    const own = isRecord(digests) ? memberOf(digests, locale) : undefined
    const digest = isRecord(own) ? memberOf(own, id) : undefined
    return typeof digest === 'string' ? { translated: digest } : {}
  }
  const entries: Entry[] = []
  const order = [...new Set([first, ...config.locales.supported])]
  for (const id of [...found.keys()].sort()) {
    const locales = found.get(id) ?? new Map<string, FoundLocale>()
    const isListed = (locale: string) => listed.get(locale)?.has(id) === true
    const main = order.find((locale) => locales.has(locale) && !isListed(locale))
    const source = main === undefined ? undefined : locales.get(main)
    const each = [...locales].map(([locale, { values, meta = unknownMeta }]): [string, EntryLocale] => {
      if (!source || locale === main) return [locale, { values: own(values, locale), meta }]
      if (sharesFile(model)) return [locale, { values: source.values, meta, standIn: true }]
      if (model.kind !== 'dictionary') {
        return [
          locale,
          isListed(locale) && equalJson(values, source.values)
            ? { values, meta, standIn: true }
            : { values: ownFields(values, source.values, locale, id), meta, ...from(locale, id) },
        ]
      }
      const texts = own(values, locale, isListed(locale))
      const untouched = isListed(locale) && Object.keys(texts).length === 0
      return [
        locale,
        untouched
          ? { values: own(source.values, main ?? first), meta, standIn: true }
          : { values: texts, meta, ...from(locale, id) },
      ]
    })
    entries.push({ model: model.id, id, locales: recordOf(each) })
  }
  return entries

  /** The values that are not those of another locale, listed as such. */
  function ownFields(values: FoundLocale['values'], source: FoundLocale['values'], locale: string, id: string) {
    const listedNames = standInFieldsOf(atelier, model.id, locale, id)
    if (listedNames.length === 0) return values
    const isOwn = ([name, value]: [string, Json]) =>
      !listedNames.includes(name) || !equalJson(value, memberOf(source, name))
    return recordOf(Object.entries(values).filter(isOwn))
  }

  /** For a dictionary the texts that are not those of another locale, listed as such; of all others the values. */
  function own(values: FoundLocale['values'], locale: string, all = false): FoundLocale['values'] {
    if (model.kind !== 'dictionary') return values
    const keys = all ? Object.keys(values) : standInKeys(locale)
    if (keys.length === 0) return values
    const filled = new Set(keys.filter((key) => memberOf(values, key) === filledText(key, locale)))
    return recordOf(Object.entries(values).filter(([key]) => !filled.has(key)))
  }

  function standInKeys(locale: string): readonly string[] {
    return memberOf(memberOf(atelier.standInKeys, model.id) ?? {}, locale) ?? []
  }

  /** The text for a key that a locale lacks: that of the first other locale that has it of its own. */
  function filledText(key: string, locale: string): Json | undefined {
    const locales = found.get(ONLY_ENTRY)
    for (const other of order) {
      const values = locales?.get(other)?.values
      const isOwn = listed.get(other)?.has(ONLY_ENTRY) !== true && !standInKeys(other).includes(key)
      if (other !== locale && values && isOwn && Object.hasOwn(values, key)) return values[key]
    }
    return undefined
  }
}
