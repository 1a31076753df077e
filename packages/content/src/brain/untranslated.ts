import type { Json } from '@atelier/documents'
import { changedSince, digestOf, uniteDigests } from '../entry/digest.ts'
import type { Entry } from '../entry/entry.ts'
import { isStale, isTranslated, mainLocale } from '../entry/settle.ts'
import { sharedFields, sourceChanges } from '../entry/sharedFields.ts'
import type { ContentConfig, FieldDefinition, FieldType, Model } from '../model/definition.ts'
import { isList, isRecord, memberOf, recordOf } from '../model/json.ts'
import { fieldOf } from '../model/named.ts'

/** Types of fields whose values are sentences; all others are the same in every language, or are an address. */
const WRITTEN: ReadonlySet<FieldType> = new Set(['string', 'text', 'markdown', 'richtext'])

/** The untranslated parts of an entry. */
export interface Untranslated {
  /** `stale`: it was translated, and its source has changed since or has more. */
  state: 'untranslated' | 'stale'
  /** The source's texts by field, or by key of a dictionary; those within a list or an object by their path: `tags.0`. */
  texts: Record<string, string>
  /** The lists and objects that hold such texts, by field, as the source has them. */
  nested: Record<string, Json>
  /** Values that a translation copies from its source as they are. */
  others: Record<string, Json>
  /** The translation may be seen by visitors. */
  published: boolean
}

/**
 * The parts of an entry that lack a translation, or have one of a text that has changed since; undefined if nothing
 * does.
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
  // A digest without details counts as a change of all.
  const changed = isOld && main ? sourceChanges(main.values, target.translated ?? '', model) : []
  const texts: Record<string, string> = {}
  const others: Record<string, Json> = {}
  const nested: Record<string, Json> = {}
  const shared = new Set(sharedFields(model).map((field) => field.name))
  for (const [name, value] of Object.entries(source.values)) {
    if (shared.has(name)) continue
    if (target && !isEmpty(memberOf(target.values, name)) && changed?.includes(name) === false) continue
    const definition = model.kind === 'dictionary' ? TERM : fieldOf(model, name)?.definition
    const found = definition ? textsWithin(definition, value, name) : []
    Object.assign(texts, Object.fromEntries(found))
    if (found.length > 0 && typeof value !== 'string') nested[name] = value
    else if (found.length === 0 && !target) others[name] = value
  }
  if (Object.keys(texts).length === 0) return undefined
  const state = target ? 'stale' : 'untranslated'
  return { state, texts, nested, others, published: target?.meta.status === 'published' }
}

const TERM: FieldDefinition = { type: 'string' }

/** The texts of a value that are to be translated, each with its path. */
function textsWithin(definition: FieldDefinition, value: Json, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return value.trim() !== '' && WRITTEN.has(definition.type) ? [[path, value]] : []
  return membersWithin(definition, value).flatMap(([name, of, inner]) => textsWithin(of, inner, `${path}.${name}`))
}

/** The members of a list or an object with their definitions. */
function membersWithin(definition: FieldDefinition, value: Json): [name: string, of: FieldDefinition, inner: Json][] {
  const { type, items, fields = {} } = definition
  if (type === 'array' && items !== undefined && isList(value)) {
    const of = typeof items === 'string' ? { type: items } : items
    return value.map((inner, index) => [String(index), of, inner])
  }
  if (type !== 'object' || !isRecord(value)) return []
  return Object.entries(fields).flatMap(([name, of]): [string, FieldDefinition, Json][] => {
    const inner = memberOf(value, name)
    return inner === undefined ? [] : [[name, of, inner]]
  })
}

/**
 * The values written from translated texts, by field: with the list or the object around those that stand within one.
 * @param given by path, as `texts` of the work has them
 * @returns `missing`: the fields of which some texts were translated and others were not, which cannot be written
 */
export function translatedValues(
  { texts, nested }: Pick<Untranslated, 'texts' | 'nested'>,
  given: Readonly<Record<string, string>>,
): { values: Record<string, Json>; missing: string[] } {
  const values: Record<string, Json> = {}
  const missing: string[] = []
  for (const path of Object.keys(texts)) {
    const text = memberOf(given, path)
    if (text !== undefined && !isWithin(nested, path)) values[path] = text
  }
  for (const [field, source] of Object.entries(nested)) {
    const paths = Object.keys(texts).filter((path) => path.startsWith(`${field}.`))
    const there = paths.filter((path) => Object.hasOwn(given, path))
    if (there.length === 0) continue
    if (there.length < paths.length) missing.push(field)
    else values[field] = withTexts(source, field, given)
  }
  return { values, missing }
}

const isWithin = (nested: Readonly<Record<string, Json>>, path: string) =>
  Object.keys(nested).some((field) => path.startsWith(`${field}.`))

function withTexts(value: Json, path: string, given: Readonly<Record<string, string>>): Json {
  if (typeof value === 'string') return memberOf(given, path) ?? value
  if (isList(value)) return value.map((inner, index) => withTexts(inner, `${path}.${index}`, given))
  if (!isRecord(value)) return value
  return recordOf(Object.entries(value).map(([name, inner]) => [name, withTexts(inner, `${path}.${name}`, given)]))
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
