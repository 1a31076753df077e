import type { Json } from '@atelier/documents'
import {
  type ContentConfig,
  type ContentSchema,
  type FieldDefinition,
  localesOf,
  type Model,
  NO_LOCALE,
} from '../model/definition.ts'
import { checkValue, isMediaType } from '../model/fields.ts'
import type { Finding } from '../model/finding.ts'
import { isIntegerKey, isList, isRecord, memberOf, recordOf } from '../model/json.ts'
import { BODY, valueFields } from '../model/named.ts'
import { entryIdPattern, MAX_NAME, slugPattern } from '../model/names.ts'
import { patternWork } from '../model/pattern.ts'
import { secretIn } from '../model/secrets.ts'
import { digestOf } from './digest.ts'
import { type Entry, type EntryLocale, ONLY_ENTRY, shownValues } from './entry.ts'
import type { LiveEntry } from './entryDocument.ts'
import { valuesThatFit } from './fitting.ts'
import { frontmatterForm, refuseBody } from './frontmatterValue.ts'
import { sharedFields, sourceChanges } from './sharedFields.ts'

/** The visible values of a live entry, and the issues that its model has with it. */
export interface Settling {
  /** Undefined if no locale has ever had values that the model accepts. */
  settled: Entry | undefined
  /** The locales whose live values are not those that are seen. */
  unsettled: ReadonlySet<string>
  /** May hold warnings. */
  issues: readonly Finding[]
}

/** All that is wrong with an entry by itself. Its targets and its unique values are not checked here. */
export function checkEntry(entry: Entry, model: Model, schema: ContentSchema): Finding[] {
  const where = { model: model.id, entry: entry.id }
  const found: Finding[] = []
  const wrongId = refuseId(model, entry.id)
  if (wrongId !== undefined) found.push({ severity: 'error', code: 'id', message: wrongId, ...where })
  const locales = localesOf(model, schema.config)
  for (const [locale, { values, meta }] of Object.entries(entry.locales)) {
    const here = { ...where, locale }
    if (!locales.includes(locale)) {
      const message = model.i18n ? `The project has no locale “${locale}”.` : `${model.name} is not translated.`
      found.push({ severity: 'warning', code: 'unknown_locale', message, ...here })
      continue
    }
    found.push(...(model.kind === 'dictionary' ? checkTerms(values, here) : checkFields(values, model, here)))
    for (const name of ['publish_at', 'expire_at'] as const) {
      const time = meta[name]
      if (time !== undefined && Number.isNaN(Date.parse(time)))
        found.push({
          severity: 'error',
          code: 'time',
          message: `“${time}” is no time such as 2026-03-09T10:00:00Z.`,
          ...here,
          field: name,
        })
    }
    const { publish_at: publish, expire_at: expire } = meta
    if (publish !== undefined && expire !== undefined && Date.parse(expire) <= Date.parse(publish))
      found.push({
        severity: 'error',
        code: 'expire_before_publish',
        message: 'It would expire before it is published.',
        ...here,
        field: 'expire_at',
      })
  }
  return found
}

/** Why an entry of a model cannot have this id; undefined if it can. */
export function refuseId(model: Pick<Model, 'kind' | 'name'>, id: string): string | undefined {
  switch (model.kind) {
    case 'singleton':
    case 'dictionary':
      return id === ONLY_ENTRY ? undefined : `${model.name} has one entry alone, “${ONLY_ENTRY}”.`
    case 'document':
      return slugPattern.test(id) && id.length <= MAX_NAME
        ? undefined
        : `“${id}” is no slug: small letters, digits and single dashes.`
    case 'collection':
      return entryIdPattern.test(id)
        ? undefined
        : `“${id}” is no id: 1 to 40 letters, digits, dashes and underscores, the first a letter or digit.`
  }
}

function checkFields(
  values: Readonly<Record<string, Json>>,
  model: Model,
  where: Pick<Finding, 'model' | 'entry' | 'locale'>,
): Finding[] {
  const fields = valueFields(model)
  const known = new Set(fields.map(({ name }) => name))
  const unknown = Object.keys(values).filter(
    (name) => !known.has(name) && !(model.kind === 'document' && name === 'slug'),
  )
  const work = patternWork()
  return [
    ...fields.flatMap(({ name, definition }) =>
      checkValue(definition, memberOf(values, name), { ...where, field: name }, work),
    ),
    ...(model.kind === 'document' ? checkFile(values, where) : []),
    ...unknown.map((name): Finding => {
      const message = `${model.name} has no field “${name}”.`
      return { severity: 'warning', code: 'unknown_field', message, ...where, field: name }
    }),
  ]
}

/** The part of a document's values that its file would not bring back. */
function checkFile(
  values: Readonly<Record<string, Json>>,
  where: Pick<Finding, 'model' | 'entry' | 'locale'>,
): Finding[] {
  return Object.entries(values).flatMap(([field, value]): Finding[] => {
    if (field === 'slug') return []
    const refused =
      field !== BODY ? frontmatterForm(field, value) : typeof value === 'string' ? refuseBody(value) : undefined
    if (refused?.problem === undefined) return []
    const message = `“${field}” ${refused.problem}.`
    return [{ severity: 'error', code: 'unwritable', message, ...where, field, hint: refused.hint }]
  })
}

function checkTerms(
  values: Readonly<Record<string, Json>>,
  where: Pick<Finding, 'model' | 'entry' | 'locale'>,
): Finding[] {
  return Object.entries(values).flatMap(([key, value]): Finding[] => {
    const here = { ...where, field: key }
    if (typeof value !== 'string')
      return [{ severity: 'error', code: 'type', message: `“${key}” of a dictionary is a text.`, ...here }]
    const secret = secretIn(value)
    if (secret !== undefined)
      return [{ severity: 'error', code: 'secret', message: `“${key}” holds ${secret}.`, ...here }]
    if (isIntegerKey(key))
      return [
        {
          severity: 'warning',
          code: 'integer_key',
          message: `A key that is only a number, as “${key}”, is not kept in order.`,
          ...here,
          hint: `Put a word in front of it, such as “code_${key}”.`,
        },
      ]
    return []
  })
}

/**
 * The state of a live entry that site, search and repository see. Each locale settles by itself: one whose values the
 * model does not accept shows those that it showed last, as far as they fit the model; status and times count at once. A
 * field that a translation lacks shows the value of the default locale, and so does a locale without a translation, or
 * without one that was ever accepted.
 *
 * @param last what was settled before, values by the names that the fields have now
 * @param found errors that only other entries tell, such as a value that another one has
 */
export function settleEntry(
  live: LiveEntry,
  model: Model,
  schema: ContentSchema,
  { last, found = [] }: { last?: Entry | undefined; found?: readonly Finding[] } = {},
): Settling {
  const main = mainLocale(model, schema.config)
  const { deleted: _, ...entry } = inLocale(live, schema.moving?.[model.id]?.from, main)
  const locales = localesOf(model, schema.config)
  const own = locales.filter((locale) => isTranslated(entry.locales[locale]))
  // An entry with nothing in it is one in the default locale.
  const present = own.length > 0 ? own : [main]
  const nothing: EntryLocale = { values: {}, meta: { status: 'draft' } }
  const translated = present.map((locale) => [locale, entry.locales[locale] ?? nothing] as const)
  const others = Object.entries(entry.locales).filter(([locale]) => !locales.includes(locale))
  const all = [...checkEntry({ ...entry, locales: recordOf([...translated, ...others]) }, model, schema), ...found]
  const lastIn = (locale: string) => {
    const before = memberOf(last?.locales ?? {}, lastLocaleOf(last, locale, model, schema))
    return before && before.standIn !== true ? before : undefined
  }
  const seenOf = (locale: string, now: EntryLocale, issues: readonly Finding[]): EntryLocale | undefined => {
    if (!refusedLocales(issues, present).has(locale)) return now
    const before = lastIn(locale)
    return before && lastOf(before, now, model)
  }
  // Translations are filled from the first locale that shows anything.
  const order = [...translated].sort(([one], [other]) => Number(other === main) - Number(one === main))
  const [first, source] = firstSeen(order, (locale, now) => seenOf(locale, now, all))
  if (first === undefined || !source) return { settled: undefined, unsettled: new Set(locales), issues: all }
  const fillable = fillableOf(source.values, model)
  const takes = (locale: string) => locale !== first && locale !== main
  const isFilled = ({ code, locale, field }: Finding) =>
    code === 'required' &&
    locale !== undefined &&
    takes(locale) &&
    field !== undefined &&
    Object.hasOwn(fillable, field) &&
    !Object.hasOwn(entry.locales[locale]?.values ?? {}, field) &&
    // A value that was there and is taken away is unfinished.
    !Object.hasOwn(lastIn(locale)?.values ?? {}, field)
  const issues = all.filter((issue) => !isFilled(issue))
  const seen = new Map(
    translated.flatMap(([locale, now]): [string, EntryLocale][] => {
      const own = locale === first ? source : seenOf(locale, now, issues)
      return own ? [[locale, withFilled(own, takes(locale) ? fillable : {})]] : []
    }),
  )
  const standIn: EntryLocale = { values: source.values, meta: { status: 'draft' }, standIn: true }
  const settled = { ...entry, locales: recordOf(locales.map((locale) => [locale, seen.get(locale) ?? standIn])) }
  return { settled, unsettled: unsettledLocales(settled, issues, model, schema), issues }
}

/** The first locale that shows anything, with what it shows. */
function firstSeen(
  locales: readonly (readonly [string, EntryLocale])[],
  seenOf: (locale: string, now: EntryLocale) => EntryLocale | undefined,
): [locale?: string, seen?: EntryLocale] {
  for (const [locale, now] of locales) {
    const seen = seenOf(locale, now)
    if (seen) return [locale, seen]
  }
  return []
}

/** The values of a source that replace those that a translation lacks. */
function fillableOf(values: EntryLocale['values'], model: Model): EntryLocale['values'] {
  if (model.kind === 'dictionary') return values
  const names = new Set(valueFields(model).map(({ name }) => name))
  return recordOf(Object.entries(values).filter(([name, value]) => names.has(name) && value !== null))
}

function withFilled(own: EntryLocale, fillable: EntryLocale['values']): EntryLocale {
  const missing = Object.entries(fillable).filter(([name]) => !Object.hasOwn(own.values, name))
  const { filled: _, ...bare } = own
  return missing.length === 0 ? bare : { ...bare, filled: recordOf(missing) }
}

/** The values of a locale that were settled last, with what is known of it now. */
function lastOf(before: EntryLocale, now: EntryLocale, model: Model): EntryLocale {
  const { translated } = before
  const values = valuesThatFit(before.values, now.values, model)
  return { values, meta: now.meta, ...(translated === undefined ? {} : { translated }) }
}

/** Where the last state has the values of a locale: it may have been made when the model was in all locales, or in none. */
function lastLocaleOf(last: Entry | undefined, locale: string, model: Model, { config }: ContentSchema): string {
  if (!last || last.locales[locale] || locale !== mainLocale(model, config)) return locale
  return model.i18n ? NO_LOCALE : config.locales.default
}

/** Findings about the times of a locale: what is set there counts whether or not it is sound. */
const TIME_CODES: ReadonlySet<string> = new Set(['time', 'expire_before_publish'])

/** The locales of which errors say that their values are not accepted; all where an error is about the whole entry. */
function refusedLocales(issues: readonly Finding[], locales: readonly string[]): ReadonlySet<string> {
  const errors = issues.filter(({ severity, code }) => severity === 'error' && !TIME_CODES.has(code))
  return new Set(errors.flatMap(({ locale }) => locale ?? locales))
}

/** The locales of an entry that do not show what is live: those with errors, and those that fall back to such a one. */
export function unsettledLocales(
  settled: Entry,
  issues: readonly Finding[],
  model: Model,
  schema: ContentSchema,
): ReadonlySet<string> {
  const locales = localesOf(model, schema.config)
  const refused = refusedLocales(issues, locales)
  if (refused.size === 0) return refused
  const main = mainLocale(model, schema.config)
  const source = [main, ...locales].find((locale) => {
    const own = settled.locales[locale]
    return own !== undefined && own.standIn !== true
  })
  const isUnsettled = (locale: string) =>
    refused.has(locale) || (settled.locales[locale]?.standIn === true && source !== undefined && refused.has(source))
  return new Set(locales.filter(isUnsettled))
}

/**
 * A live entry with the values of one locale in another one, as it will be once it has been moved there. Existing
 * values, written in the meantime, stay.
 */
function inLocale(live: LiveEntry, from: string | undefined, to: string): LiveEntry {
  const moved = from === undefined || from === to ? undefined : live.locales[from]
  if (from === undefined || !moved) return live
  const { [from]: _, ...others } = live.locales
  const there = others[to]
  const isDraft = there === undefined || (there.meta.status === 'draft' && Object.keys(there.meta).length === 1)
  const meta = isDraft ? moved.meta : there.meta
  return { ...live, locales: { ...others, [to]: { ...moved, values: { ...moved.values, ...there?.values }, meta } } }
}

/**
 * A settled state that was made when the model of its entry was in all locales, or in none, in the locales that the model
 * has in a schema.
 */
export function inLocalesOf(entry: Entry, model: Model, schema: ContentSchema): Entry {
  const main = mainLocale(model, schema.config)
  const from = model.i18n ? NO_LOCALE : schema.config.locales.default
  if (entry.locales[main] || !entry.locales[from]) return entry
  const moving = { [model.id]: { from, after: '' } }
  return settleAnew(entry, model, { ...schema, moving })
}

/** A settled state as a changed model shows it, before the entry itself is looked at again. */
export function settleAnew(entry: Entry, model: Model, schema: ContentSchema): Entry {
  const own = Object.entries(entry.locales).filter(([, { standIn }]) => standIn !== true)
  const live = { ...entry, locales: recordOf(own), deleted: false }
  return settleEntry(live, model, schema, { last: entry }).settled ?? entry
}

/** The locale that others are translated from. */
export const mainLocale = (model: Pick<Model, 'i18n'>, { locales }: Pick<ContentConfig, 'locales'>): string =>
  model.i18n ? locales.default : NO_LOCALE

/** The locale of an entry whose values are shown in place of those that others lack. */
export function sourceLocale(
  entry: Pick<Entry, 'locales'>,
  model: Model,
  { config }: Pick<ContentSchema, 'config'>,
): string {
  const main = mainLocale(model, config)
  const isOwn = (locale: string) => {
    const own = entry.locales[locale]
    return own !== undefined && own.standIn !== true
  }
  return [main, ...localesOf(model, config)].find(isOwn) ?? main
}

/** Whether a locale has values of its own. */
export const isTranslated = (locale: EntryLocale | undefined): boolean =>
  locale !== undefined && locale.standIn !== true && Object.keys(locale.values).length > 0

/** Whether the source of a translation has changed since it was made; false where that is not known. */
export function isStale(entry: Entry, model: Model, config: Pick<ContentConfig, 'locales'>, locale: string): boolean {
  const [source, translation] = [entry.locales[mainLocale(model, config)], entry.locales[locale]]
  if (!source || translation?.translated === undefined || translation.standIn) return false
  if (translation.translated === digestOf(source.values)) return false
  // One value for all languages is not translated, so that another one makes no translation stale.
  if (sharedFields(model).length === 0) return true
  return sourceChanges(source.values, translation.translated, model)?.length !== 0
}

export interface EntryKey {
  kind: 'unique' | 'ref' | 'media'
  /** The key of the field. */
  field: string
  locale: string
  /** Of `unique` the value as text, of `ref` an id, of `media` a path. */
  value: string
  /** Of `ref`. */
  targetModel?: string
}

/** The parts of an entry that others refer to: unique values, references and media, each once. */
export function keysOf(entry: Entry, model: Model): EntryKey[] {
  const found = new Map<string, EntryKey>()
  const add = (key: EntryKey) => found.set(JSON.stringify(key), key)
  for (const [locale, own] of Object.entries(entry.locales)) {
    const { standIn, filled = {} } = own
    const values = shownValues(own)
    for (const { key, name, definition } of model.kind === 'dictionary' ? [] : valueFields(model)) {
      const value = memberOf(values, name)
      if (value === undefined || value === null || value === '') continue
      // A stand-in is written to its file like any other, so that its unique values count.
      if (definition.unique === true) add({ kind: 'unique', field: key, locale, value: uniqueText(value) })
      if (standIn === true || Object.hasOwn(filled, name)) continue
      for (const { kind, value: text, targetModel } of linksIn(definition, value, 0))
        add({ kind, field: key, locale, value: text, ...(targetModel === undefined ? {} : { targetModel }) })
    }
  }
  return [...found.values()]
}

/** A value as the text by which it is unique. */
export const uniqueText = (value: Json): string =>
  isList(value) || isRecord(value) ? JSON.stringify(value) : String(value)

/** A reference or a medium within a value. */
export interface Link {
  kind: 'ref' | 'media'
  value: string
  targetModel?: string
}

/** The links in a field's value, also deep inside of it. */
export function linksIn(definition: FieldDefinition, value: Json, depth = 0): Link[] {
  const { type, model, items, fields = {} } = definition
  if (depth > 10) return []
  if (isMediaType(type)) return typeof value === 'string' && value !== '' ? [{ kind: 'media', value }] : []
  if (type === 'relation' || type === 'relations') {
    return (isList(value) ? value : [value]).flatMap((each): Link[] => {
      if (typeof each === 'string' && each !== '' && typeof model === 'string')
        return [{ kind: 'ref', value: each, targetModel: model }]
      if (isRecord(each) && typeof each.ref === 'string' && typeof each.model === 'string')
        return [{ kind: 'ref', value: each.ref, targetModel: each.model }]
      return []
    })
  }
  if (type === 'array' && isList(value) && items !== undefined) {
    const inner: FieldDefinition = typeof items === 'string' ? { type: items } : items
    return value.flatMap((each) => linksIn(inner, each, depth + 1))
  }
  if (type === 'object' && isRecord(value))
    return Object.entries(fields).flatMap(([name, inner]) => {
      const member = memberOf(value, name)
      return member === undefined ? [] : linksIn(inner, member, depth + 1)
    })
  return []
}

/** The most characters of a title. */
const MAX_TITLE = 200

/** The value of the model's title field in the default locale; the name of the model or the id where there is none. */
export function entryTitle(entry: Entry, model: Model, config: Pick<ContentConfig, 'locales'>): string {
  if (model.kind === 'dictionary') return model.name
  const main = mainLocale(model, config)
  const { title_field: field } = model
  if (field !== undefined) {
    for (const locale of [main, ...Object.keys(entry.locales)]) {
      const value = memberOf(entry.locales[locale]?.values ?? {}, field)
      if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, MAX_TITLE)
    }
  }
  return model.kind === 'singleton' ? model.name : entry.id
}
