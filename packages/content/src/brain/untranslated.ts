import type { Json } from '@atelier/documents'
import { changedSince, digestOf, uniteDigests } from '../entry/digest.ts'
import type { Entry } from '../entry/entry.ts'
import { isStale, isTranslated, mainLocale } from '../entry/settle.ts'
import type { ContentConfig, FieldType, Model } from '../model/definition.ts'
import { memberOf } from '../model/json.ts'
import { fieldOf } from '../model/named.ts'

/** Types of fields whose values are sentences; all others are the same in every language, or are an address. */
const WRITTEN: ReadonlySet<FieldType> = new Set(['string', 'text', 'markdown', 'richtext'])

/** What of an entry is to be translated. */
export interface Untranslated {
  /** `stale`: it was translated, and its source has changed since or has more. */
  state: 'untranslated' | 'stale'
  /** The source's texts by field, or by key of a dictionary. */
  texts: Record<string, string>
  /** What a translation takes over from its source as it is. */
  others: Record<string, Json>
  /** The translation may be seen by visitors. */
  published: boolean
}

/**
 * What of an entry lacks a translation, or has one of a text that has changed since; undefined if nothing does.
 * @param from the locale whose texts are translated
 */
export function untranslatedIn(
  entry: Entry,
  model: Model,
  config: Pick<ContentConfig, 'locales'>,
  from: string,
  to: string,
): Untranslated | undefined {
  const source = memberOf(entry.locales, from)
  if (!source || !isTranslated(source)) return undefined
  const own = memberOf(entry.locales, to)
  const target = own && isTranslated(own) ? own : undefined
  const main = memberOf(entry.locales, mainLocale(model, config))
  const isOld = target !== undefined && isStale(entry, model, config, to)
  // Of a digest that does not tell, all may have changed.
  const changed = isOld && main ? changedSince(main.values, target.translated ?? '') : []
  const texts: Record<string, string> = {}
  const others: Record<string, Json> = {}
  for (const [name, value] of Object.entries(source.values)) {
    if (target && !isEmpty(memberOf(target.values, name)) && changed?.includes(name) === false) continue
    if (typeof value === 'string' && value.trim() !== '' && isWritten(model, name)) texts[name] = value
    else if (!target) others[name] = value
  }
  if (Object.keys(texts).length === 0) return undefined
  const state = target ? 'stale' : 'untranslated'
  return { state, texts, others, published: target?.meta.status === 'published' }
}

function isWritten(model: Model, name: string): boolean {
  if (model.kind === 'dictionary') return true
  const type = fieldOf(model, name)?.definition.type
  return type !== undefined && WRITTEN.has(type)
}

const isEmpty = (value: Json | undefined) => value === undefined || value === null || value === ''

/**
 * The digest of a translation after some of its fields were translated anew from the source as it is: of the others it
 * says what it said before.
 * @param before as `digestOf` made it; undefined if there was no translation
 */
export function translatedDigest(
  source: Readonly<Record<string, Json>>,
  before: string | undefined,
  fields: readonly string[],
): string {
  const left = before === undefined ? [] : (changedSince(source, before) ?? Object.keys(source))
  if (left.every((name) => fields.includes(name))) return digestOf(source)
  const seen = Object.fromEntries(Object.entries(source).filter(([name]) => fields.includes(name)))
  return uniteDigests(before ?? '', digestOf(seen), source)
}

/** How many words a text has. */
export const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
