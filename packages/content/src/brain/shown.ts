import type { Json } from '@atelier/documents'
import type { Steps } from '@atelier/operation'
import type { StoredEntry } from '../context/reader.ts'
import { type Entry, type EntryLocale, shownValues } from '../entry/entry.ts'
import { isSeen, nextChange } from '../entry/seen.ts'
import { mainLocale, sourceLocale } from '../entry/settle.ts'
import {
  type ContentSchema,
  type FieldDefinition,
  type Model,
  type ModelField,
  NO_LOCALE,
} from '../model/definition.ts'
import { isList, isRecord, memberOf, recordOf } from '../model/json.ts'
import { valueFields } from '../model/named.ts'
import { publishedTime } from './rows.ts'

/** How a front end asks for entries. */
export interface Showing {
  /** The schema that it may see (`shownSchema`). */
  schema: ContentSchema
  /** One of the project's. */
  locale: string
  /** An entry that has nothing to show in the locale is shown only in the language, or in the default locale. */
  fallsBack: boolean
  /** Also what is not published, or not now. */
  drafts: boolean
  /** Epoch milliseconds. */
  at: number
}

/** An entry in one locale, without anything that is not shown: it is stored there under the locale that was asked for. */
export interface ShownEntry extends StoredEntry {
  /** The one that it is shown in. */
  locale: string
  /** The names of fields that are not translated yet, and the locale whose values they show. */
  standIns?: { locale: string; fields: readonly string[] }
}

/** Whether an entry of a model is shown itself, so that others may name it. */
export type ShowsEntry = (model: string, id: string) => boolean

/** The models without relations into models that are not among them. */
export function shownSchema(schema: ContentSchema): ContentSchema {
  const known = new Set(schema.models.map(({ id }) => id))
  return {
    ...schema,
    models: schema.models.map((model) => ({
      ...model,
      fields: model.fields.flatMap((field): ModelField[] => {
        const definition = knownPart(field.definition, known)
        return definition ? [{ ...field, definition }] : []
      }),
    })),
  }
}

const isRelation = ({ type }: FieldDefinition): boolean => type === 'relation' || type === 'relations'

function knownPart(definition: FieldDefinition, known: ReadonlySet<string>): FieldDefinition | undefined {
  const { model, items, fields } = definition
  if (isRelation(definition)) {
    if (typeof model === 'string') return known.has(model) ? definition : undefined
    const models = (model ?? []).filter((each) => known.has(each))
    return models.length === 0 ? undefined : { ...definition, model: models }
  }
  if (typeof items === 'object') {
    const inner = knownPart(items, known)
    return inner && { ...definition, items: inner }
  }
  if (!fields) return definition
  const inner = Object.entries(fields).flatMap(([name, each]) => {
    const shown = knownPart(each, known)
    return shown ? [[name, shown] as const] : []
  })
  return { ...definition, fields: recordOf(inner) }
}

/** The models that the values of a field may refer to. */
export function targetsOf(definition: FieldDefinition): string[] {
  const { model, items, fields = {} } = definition
  if (isRelation(definition)) return [model ?? []].flat()
  const inner = [...(typeof items === 'object' ? [items] : []), ...Object.values(fields)]
  return inner.flatMap(targetsOf)
}

/** The entries of a model that are shown at a time. */
export interface ShownEntries {
  entries: readonly ShownEntry[]
  /** Until when the same ones are shown while nothing is edited, in epoch milliseconds; Infinity for ever. */
  until: number
}

/**
 * The entries of a model that are shown, with what is shown of them. A step is an entry.
 * @param before what was shown of entries by the same `shows`; what is shown of them alike is taken from there
 */
export function* shownEntries(
  entries: readonly StoredEntry[],
  model: Model,
  showing: Showing,
  shows: ShowsEntry,
  before?: Pick<WeakMap<StoredEntry, ShownEntry>, 'get' | 'set'>,
): Steps<ShownEntries> {
  const found: ShownEntry[] = []
  const asked = model.i18n ? showing.locale : NO_LOCALE
  let until = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    const shown = shownLocale(entry, model, showing)
    until = Math.min(until, shown.until)
    if (shown.own) {
      const known = before?.get(entry)
      const { locale } = shown
      const made =
        known?.locale === locale ? known : shownEntry(entry, model, { asked, schema: showing.schema, ...shown }, shows)
      if (made !== known) before?.set(entry, made)
      found.push(made)
    }
    yield
  }
  return { entries: found, until }
}

/** The ids of the entries of a model that are shown, without what is shown of them. A step is an entry. */
export function* shownIds(
  entries: readonly StoredEntry[],
  model: Model,
  showing: Showing,
): Steps<{ ids: Set<string>; until: number }> {
  const ids = new Set<string>()
  let until = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    const shown = shownLocale(entry, model, showing)
    until = Math.min(until, shown.until)
    if (shown.own) ids.add(entry.id)
    yield
  }
  return { ids, until }
}

interface FoundLocale {
  locale: string
  own: EntryLocale
  /** All locales of the entry. */
  source: Entry
}
type ShownLocale = { until: number } & (FoundLocale | { own?: undefined })

function shownLocale(
  { settled, published = settled }: StoredEntry,
  model: Model,
  { schema, locale, fallsBack, drafts, at }: Showing,
): ShownLocale {
  const shown = drafts ? settled : published
  const wanted = model.i18n
    ? fallsBack
      ? [locale, locale.split('-')[0] ?? locale, mainLocale(model, schema.config)]
      : [locale]
    : [NO_LOCALE]
  let until = Number.POSITIVE_INFINITY
  for (const each of wanted) {
    const own = shown && memberOf(shown.locales, each)
    if (!shown || !own || own.standIn) continue
    if (!drafts) until = Math.min(until, nextChange(own, at))
    if (drafts || isSeen(own, at)) return { locale: each, own, source: shown, until }
  }
  return { until }
}

function shownEntry(
  stored: StoredEntry,
  model: Model,
  { asked, schema, locale, own, source }: { asked: string; schema: ContentSchema } & FoundLocale,
  shows: ShowsEntry,
): ShownEntry {
  const { model: modelId, id, documentId, head, createdAt } = stored
  const published = publishedTime(stored, locale, own)
  const values = visibleValues(shownValues(own), model, shows)
  const title = model.title_field === undefined ? undefined : memberOf(values, model.title_field)
  const updatedAt = Date.parse(own.meta.updated_at ?? '')
  const standIns = Object.keys(own.filled ?? {}).filter((name) => Object.hasOwn(values, name))
  return {
    model: modelId,
    id,
    documentId,
    head,
    title: typeof title === 'string' ? title : id,
    settled: { model: modelId, id, locales: { [asked]: { values, meta: own.meta } } },
    issues: [],
    createdAt,
    // The document's own time would tell of edits that are not shown.
    updatedAt: Number.isNaN(updatedAt) ? createdAt : updatedAt,
    ...(published === undefined ? {} : { publishedAt: { [asked]: published } }),
    locale,
    ...(standIns.length > 0 ? { standIns: { locale: sourceLocale(source, model, schema), fields: standIns } } : {}),
  }
}

function visibleValues(values: EntryLocale['values'], model: Model, shows: ShowsEntry): Record<string, Json> {
  if (model.kind === 'dictionary') return recordOf(Object.entries(values))
  return recordOf(
    valueFields(model).flatMap(({ name, definition }) => {
      const value = memberOf(values, name)
      const shown = value === undefined ? undefined : shownValue(definition, value, shows)
      return shown === undefined ? [] : [[name, shown] as const]
    }),
  )
}

/** The value without members and references that are not shown, also deep inside of it. */
function shownValue(definition: FieldDefinition, value: Json, shows: ShowsEntry): Json | undefined {
  const { model, items, fields } = definition
  if (isRelation(definition)) {
    const refers = (each: Json): boolean =>
      typeof model === 'string'
        ? typeof each === 'string' && shows(model, each)
        : isRecord(each) &&
          typeof each.model === 'string' &&
          typeof each.ref === 'string' &&
          (model ?? []).includes(each.model) &&
          shows(each.model, each.ref)
    if (isList(value)) return value.filter(refers)
    return refers(value) ? value : undefined
  }
  if (typeof items === 'object' && isList(value)) return value.flatMap((each) => shownValue(items, each, shows) ?? [])
  if (fields && isRecord(value))
    return recordOf(
      Object.entries(fields).flatMap(([name, inner]) => {
        const member = memberOf(value, name)
        const shown = member === undefined ? undefined : shownValue(inner, member, shows)
        return shown === undefined ? [] : [[name, shown] as const]
      }),
    )
  return value
}
