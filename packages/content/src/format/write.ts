import type { Json } from '@atelier/documents'
import { atOnce, type Steps } from '@atelier/operation'
import { type Entry, type EntryMeta, ONLY_ENTRY } from '../entry/entry.ts'
import { isStale } from '../entry/settle.ts'
import { type ContentConfig, type ContentSchema, localesOf, type Model, NO_LOCALE } from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'
import { isRecord, memberOf, recordOf } from '../model/json.ts'
import { BODY, toFile } from '../model/named.ts'
import {
  type AtelierFile,
  atelierText,
  type ByLocale,
  emptyAtelier,
  standInFieldsOf,
  withSettings,
} from './atelierFile.ts'
import { canonicalJson, entryText } from './canonical.ts'
import { writeDocument } from './frontmatter.ts'
import { type LeftOut, nothingLeftOut } from './leftOut.ts'
import { readMembers } from './members.ts'
import { metaObject, unknownMeta } from './meta.ts'
import {
  ATELIER_PATH,
  CONFIG_PATH,
  contentPath,
  documentPath,
  metaPath,
  modelPath,
  sharesFile,
  VOCABULARY_PATH,
} from './paths.ts'
import { configText, membersOf, modelText, vocabularyText } from './schemaFiles.ts'

export interface WriteOptions {
  /**
   * The files as they are now, by path: lines of documents that were not edited stay, and members of meta that mean nothing here.
   */
  previous?: ReadonlyMap<string, string>
  /** Receives what a file cannot hold. The file then keeps what it had there. */
  findings?: Finding[]
  /** Entries that are not settled in some locales, with what the files have of them there: it is written again as it is. */
  kept?: readonly KeptEntry[]
  /** The fields that others have left untranslated in the files. */
  leftOut?: LeftOut
  /** Lines of documents that are not in the form in which all tools read the same are written anew as well. */
  mend?: boolean
}

/** The values in the files of an entry that is not settled. */
export interface KeptEntry {
  id: string
  /**
   * By locale that is not settled. For a collection the members that represent it in its file, and in that of its meta
   * data; the files of other models stay as they are.
   */
  locales: ReadonlyMap<string, { values?: Json; meta?: Json }>
  /** Whether its meta data stay as well: nothing of it has ever been settled, so that it is not among the entries. */
  whole: boolean
}

/** Whether the files keep what they have of an entry in a locale. */
const keptBy = (kept: readonly KeptEntry[]) => {
  const byId = new Map(kept.map(({ id, locales }) => [id, locales]))
  return (id: string, locale: string): boolean => byId.get(id)?.has(locale) === true
}

type Values = Readonly<Record<string, Json>>

/** One locale of an entry as its files hold it. */
interface Written {
  values: Values
  meta: EntryMeta
  /** The whole locale is the default locale's. */
  standIn: boolean
  /** The fields, or keys of a dictionary, that are. */
  standInKeys: readonly string[]
}

/**
 * All files of a project's content. Entries are written as they are, so they must be settled: a value that its model
 * does not accept would be refused by the format's own tools.
 */
export function writeFiles(
  schema: ContentSchema,
  entries: Iterable<Entry>,
  options: WriteOptions & { atelier?: AtelierFile } = {},
): Map<string, string> {
  const byModel = Map.groupBy(entries, (entry) => entry.model)
  let atelier = withSettings(options.atelier ?? emptyAtelier, schema)
  for (const model of schema.models) atelier = atOnce(atelierWith(atelier, schema, model, byModel.get(model.id) ?? []))
  const files = filesOfSchema(schema, atelier)
  for (const model of schema.models) {
    for (const [path, text] of atOnce(filesOfEntries(schema, model, byModel.get(model.id) ?? [], options)))
      files.set(path, text)
  }
  return files
}

/** The settings, models, terms, and Atelier's own data. */
export function filesOfSchema(schema: ContentSchema, atelier: AtelierFile = emptyAtelier): Map<string, string> {
  const files = new Map([[CONFIG_PATH, configText(schema.config)]])
  for (const model of schema.models) {
    if (!Object.hasOwn(atelier.heldModels, model.id)) files.set(modelPath(model.id), modelText(model))
  }
  const vocabulary = vocabularyText(schema.vocabulary)
  if (vocabulary !== undefined) files.set(VOCABULARY_PATH, vocabulary)
  const own = atelierText(atelier)
  if (own !== undefined) files.set(ATELIER_PATH, own)
  return files
}

/**
 * Atelier's own data, updated with one model's entries. A step is one entry.
 *
 * @param kept the locales of entries in which they stay in the files as they are, by id
 */
export function* atelierWith(
  atelier: AtelierFile,
  { config }: ContentSchema,
  model: Model,
  entries: Iterable<Entry>,
  kept: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
  leftOut: LeftOut = nothingLeftOut,
): Steps<AtelierFile> {
  const wholes = new Map<string, string[]>()
  const keys = new Map<string, string[]>()
  const fields = new Map<string, [id: string, names: string[]][]>()
  const sources = new Map<string, [id: string, digest: string][]>()
  const isKept = (id: string, locale: string) => kept.get(id)?.has(locale) === true
  let count = kept.size
  for (const [locale, ids] of Object.entries(memberOf(atelier.standIns, model.id) ?? {})) {
    const own = ids.filter((id) => isKept(id, locale))
    if (own.length > 0) listIn(wholes, locale).push(...own)
  }
  if (model.kind === 'dictionary' && kept.size > 0) {
    for (const [locale, own] of Object.entries(memberOf(atelier.standInKeys, model.id) ?? {}))
      if (isKept(ONLY_ENTRY, locale)) listIn(keys, locale).push(...own)
  }
  for (const [id, locales] of kept) {
    for (const locale of locales) {
      const own = standInFieldsOf(atelier, model.id, locale, id)
      if (own.length > 0) listIn(fields, locale).push([id, own])
    }
  }
  for (const [locale, own] of Object.entries(recordIn(atelier.translatedFrom, model.id))) {
    for (const [id, digest] of isRecord(own) ? Object.entries(own) : [])
      if (isKept(id, locale) && typeof digest === 'string') listIn(sources, locale).push([id, digest])
  }
  for (const entry of entries) {
    count += 1
    if (!model.i18n || sharesFile(model)) continue
    for (const [locale, { translated }] of Object.entries(entry.locales)) {
      if (translated !== undefined && !isKept(entry.id, locale) && isStale(entry, model, config, locale))
        listIn(sources, locale).push([entry.id, translated])
    }
    for (const [locale, { standIn, standInKeys }] of localesOfEntry(entry, model, config, leftOut)) {
      if (isKept(entry.id, locale)) continue
      if (standIn) listIn(wholes, locale).push(entry.id)
      else if (standInKeys.length === 0) continue
      else if (model.kind === 'dictionary') listIn(keys, locale).push(...standInKeys)
      else listIn(fields, locale).push([entry.id, standInKeys.toSorted()])
    }
    yield
  }
  const isHeld = model.kind === 'singleton' && model.i18n && count === 0
  return {
    ...atelier,
    standIns: withModel(atelier.standIns, model.id, wholes),
    standInKeys: withModel(atelier.standInKeys, model.id, keys),
    standInFields: without(
      atelier.standInFields,
      model.id,
      fields.size > 0 ? recordOf([...fields].map(([locale, own]) => [locale, recordOf(own)])) : undefined,
    ),
    translatedFrom: without(
      atelier.translatedFrom,
      model.id,
      sources.size > 0 ? recordOf([...sources].map(([locale, own]) => [locale, recordOf(own)])) : undefined,
    ),
    heldModels: without(atelier.heldModels, model.id, isHeld ? membersOf(toFile(model)) : undefined),
  }
}

const recordIn = (all: Readonly<Record<string, Json>>, name: string) => {
  const own = memberOf(all, name)
  return isRecord(own) ? own : {}
}

function listIn<Item>(map: Map<string, Item[]>, key: string): Item[] {
  const list = map.get(key) ?? []
  map.set(key, list)
  return list
}

function withModel(all: ByLocale, model: string, lists: ReadonlyMap<string, string[]>): ByLocale {
  const sorted = [...lists].map(([locale, ids]) => [locale, ids.toSorted()] as const)
  return without(all, model, sorted.length > 0 ? recordOf(sorted) : undefined)
}

/** The record with this member set anew, or without it. */
function without<Value>(record: Readonly<Record<string, Value>>, name: string, value: Value | undefined) {
  const others = Object.entries(record).filter(([each]) => each !== name)
  return recordOf(value === undefined ? others : [...others, [name, value] as const])
}

/** The files that hold the entries of one model. A step is one entry in one locale, or less. */
export function* filesOfEntries(
  { config }: ContentSchema,
  model: Model,
  entries: Iterable<Entry>,
  options: WriteOptions = {},
): Steps<Map<string, string>> {
  const all = [...entries].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  const write = model.kind === 'document' ? documentFiles : jsonFiles
  return yield* write(config, model, all, options)
}

function* jsonFiles(
  config: ContentConfig,
  model: Model,
  entries: readonly Entry[],
  { previous, kept = [], leftOut }: WriteOptions,
): Steps<Map<string, string>> {
  const files = new Map<string, string>()
  // The files of these are the entry, which stays as it is.
  if (model.kind !== 'collection' && kept.some(({ whole }) => whole)) return files
  const isKept = keptBy(kept)
  const locales: { id: string; locales: Map<string, Written> }[] = []
  for (const entry of entries) {
    locales.push({ id: entry.id, locales: localesOfEntry(entry, model, config, leftOut) })
    yield
  }
  for (const locale of localesOf(model, config)) {
    const here = locales.flatMap(({ id, locales: each }) => {
      const written = each.get(locale)
      return written ? [{ id, ...written }] : []
    })
    const meta = metaPath(model, locale, config, '')
    const before = (yield* readMembers(previous?.get(meta))) ?? {}
    const path = contentPath(model, locale)
    if (model.kind === 'collection') {
      // Each entry of a file that locales share is that of the default locale.
      const stay = (part: 'values' | 'meta') =>
        kept.flatMap(({ id, locales: own }) => {
          const members = own.get(locale)?.[part]
          return isRecord(members) ? [{ id, members: () => members }] : []
        })
      const contents = here.flatMap(({ id, values }) => (isKept(id, locale) ? [] : { id, members: () => values }))
      const metas = here.map(({ id, meta: own }) => ({ id, members: () => metaObject(own, memberOf(before, id)) }))
      if (!files.has(path)) files.set(path, yield* collectionText([...contents, ...stay('values')]))
      const about = [...metas, ...stay('meta')]
      if (about.length > 0) files.set(meta, yield* collectionText(about))
      continue
    }
    const [only] = here
    if (only) files.set(meta, canonicalJson(metaObject(only.meta, before)))
    if (files.has(path) || isKept(ONLY_ENTRY, locale)) continue
    if (only) files.set(path, canonicalJson(only.values))
    else if (model.kind === 'dictionary') files.set(path, '{}\n')
  }
  return files
}

/** An object in the canonical form with one member for each entry, entry by entry. */
function* collectionText(entries: readonly { id: string; members(): Values }[]): Steps<string> {
  if (entries.length === 0) return '{}\n'
  const sorted = entries.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  // As an object holds them: ids that are integers come first.
  const byId = recordOf(sorted.map((entry) => [entry.id, entry]))
  const texts: string[] = []
  for (const [id, { members }] of Object.entries(byId)) {
    texts.push(`  ${JSON.stringify(id)}: ${entryText(members())}`)
    yield
  }
  return `{\n${texts.join(',\n')}\n}\n`
}

function* documentFiles(
  config: ContentConfig,
  model: Model,
  entries: readonly Entry[],
  { previous, findings, kept = [], leftOut, mend = false }: WriteOptions,
): Steps<Map<string, string>> {
  const files = new Map<string, string>()
  const isKept = keptBy(kept)
  const definitions = new Map(model.fields.map(({ name, definition }) => [name, definition]))
  const known = model.fields.map(({ name }) => name).filter((name) => name !== 'slug' && name !== BODY)
  for (const entry of entries) {
    for (const [locale, { values, meta }] of localesOfEntry(entry, model, config, leftOut)) {
      const metaFile = metaPath(model, locale, config, entry.id)
      files.set(metaFile, canonicalJson(metaObject(meta, yield* readMembers(previous?.get(metaFile)))))
      yield
      const path = documentPath(model, locale, entry.id)
      if (files.has(path) || isKept(entry.id, locale)) continue
      const unknown = Object.keys(values).filter((name) => !definitions.has(name) && name !== 'slug' && name !== BODY)
      const names = [...known, ...unknown.sort()]
      const fields = names.flatMap((name) => {
        const value = memberOf(values, name)
        return value === undefined || value === null ? [] : [[name, value] as const]
      })
      const body = typeof values[BODY] === 'string' ? values[BODY] : ''
      const definition = (name: string) => definitions.get(name)
      const document = { fields: [['slug', entry.id] as const, ...fields], body, definition, mend }
      const { text, unwritable } = writeDocument(document, previous?.get(path))
      files.set(path, text)
      for (const { field, problem, hint } of unwritable) {
        const where = { model: model.id, entry: entry.id, locale, field, file: path, hint }
        findings?.push({ severity: 'error', code: 'unwritable', message: `${field} ${problem}.`, ...where })
      }
    }
  }
  return files
}

/**
 * The content of an entry's files, by locale: in each that the project supports, with fallbacks for missing translations.
 */
function localesOfEntry(
  entry: Entry,
  model: Model,
  config: ContentConfig,
  leftOut: LeftOut = nothingLeftOut,
): Map<string, Written> {
  const written = new Map<string, Written>()
  if (!model.i18n) {
    const only = entry.locales[NO_LOCALE]
    if (only) written.set(NO_LOCALE, { values: only.values, meta: only.meta, standIn: false, standInKeys: [] })
    return written
  }
  const order = [config.locales.default, ...config.locales.supported]
  const source = order.map((locale) => memberOf(entry.locales, locale)).find((each) => each && !each.standIn)
  const base = source ?? Object.values(entry.locales)[0]
  if (!base) return written
  const all = model.kind === 'dictionary' ? fullDictionary(entry, order) : base.values
  for (const locale of config.locales.supported) {
    const own = memberOf(entry.locales, locale)
    if (!own || own.standIn || (sharesFile(model) && own !== base)) {
      if (own !== base && leftOut(entry.id, locale)) continue
      written.set(locale, {
        values: all,
        meta: standInMeta(own?.meta ?? base.meta),
        standIn: own !== base,
        standInKeys: [],
      })
      continue
    }
    const fills: Values = model.kind === 'dictionary' ? all : (own.filled ?? {})
    const missing = Object.keys(fills).filter(
      (key) => !Object.hasOwn(own.values, key) && !leftOut(entry.id, locale, key),
    )
    const filled = Object.entries(fills).filter(([key]) => Object.hasOwn(own.values, key) || missing.includes(key))
    const values = missing.length > 0 ? { ...recordOf(filled), ...own.values } : own.values
    written.set(locale, { values, meta: own.meta, standIn: false, standInKeys: missing })
  }
  return written
}

/** Every key that any locale has, with the text of the first that has it. */
function fullDictionary(entry: Entry, order: readonly string[]): Values {
  const texts = new Map<string, Json>()
  for (const locale of order) {
    const own = memberOf(entry.locales, locale)
    if (!own || own.standIn) continue
    for (const [key, text] of Object.entries(own.values)) if (!texts.has(key)) texts.set(key, text)
  }
  return recordOf(texts)
}

const standInMeta = ({ source, updated_by, updated_at }: EntryMeta): EntryMeta => ({
  status: unknownMeta.status,
  ...(source && { source }),
  ...(updated_by && { updated_by }),
  ...(updated_at && { updated_at }),
})
