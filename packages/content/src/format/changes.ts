import { equalJson, type Json } from '@atelier/documents'
import { type EntryMeta, ONLY_ENTRY } from '../entry/entry.ts'
import { mainLocale } from '../entry/settle.ts'
import { oneEditEach } from '../entry/sharedFields.ts'
import type { ContentConfig, ContentSchema, Model, ModelFile } from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'
import { memberOf, recordOf } from '../model/json.ts'
import { fromFile, toFile } from '../model/named.ts'
import type { FoundLocale } from './assemble.ts'
import { type AtelierFile, emptyAtelier, readAtelier } from './atelierFile.ts'
import { canonicalJson } from './canonical.ts'
import { type ReadOptions, RepositoryFiles } from './files.ts'
import { readMeta } from './meta.ts'
import { ATELIER_PATH, CONFIG_PATH, MODELS_FOLDER, modelPath, sharesFile, VOCABULARY_PATH } from './paths.ts'
import { placesIn } from './places.ts'
import { readDocument } from './readDocuments.ts'
import { readContentFile } from './readRecords.ts'
import { membersOf, readConfig, readModelFile, readVocabulary } from './schemaFiles.ts'
import { type StandIns, standInsOf } from './standIns.ts'

/** One value of an entry that files change. Without `base` it was not there, without `value` it is taken away. */
export interface ValueEdit {
  locale: string
  /** The name of the field, a dictionary's key, or `body`. */
  field: string
  base?: Json
  value?: Json
}

/** The same of what is known of a locale beside its values. */
export interface MetaEdit {
  locale: string
  name: 'status' | 'publish_at' | 'expire_at' | 'approved_by' | 'version'
  base?: string
  value?: string
}

export interface EntryEdit {
  model: string
  id: string
  /** `added`: no file that changed held it before. `deleted`: its default locale is gone, and no file that changed holds it now. */
  state: 'added' | 'changed' | 'renamed' | 'deleted'
  /** Of `renamed` the id that it had. */
  from?: string
  values: readonly ValueEdit[]
  meta: readonly MetaEdit[]
}

/** A change of a named member: of the settings, or of Atelier's own data. */
export interface MemberEdit {
  name: string
  base?: Json
  value?: Json
}

/** The content changes of file changes. */
export interface FileChanges {
  config: readonly MemberEdit[]
  /** Without `base` a model is new, without `value` it is deleted, with all that it held. */
  models: readonly { id: string; base?: ModelFile; value?: ModelFile }[]
  terms: readonly { key: string; locale: string; base?: string; value?: string }[]
  /** `name` is that of a model. */
  routes: readonly MemberEdit[]
  forms: readonly MemberEdit[]
  lists: readonly MemberEdit[]
  entries: readonly EntryEdit[]
  /** The present problems of the files. */
  findings: readonly Finding[]
  /** Files that could not be read: they change nothing. */
  broken: readonly string[]
  /** Those that could not be read before the change, so that nothing tells what they held. */
  brokenBefore: readonly string[]
}

export interface ChangedFiles {
  /** The content of every file that changed, as it was; a file that is new is missing. */
  before: ReadonlyMap<string, Uint8Array>
  /** As it is now; a file that is gone is missing. */
  after: ReadonlyMap<string, Uint8Array>
}

/** Between the two states of a repository, what a file holds, by model, entry and locale. */
interface Held {
  values: Map<string, Map<string, Map<string, FoundLocale['values']>>>
  meta: Map<string, Map<string, Map<string, EntryMeta>>>
}

/**
 * The changes of a repository's files as edits of fields, so that they can be merged like a branch. Only changed files are
 * read: all others cost nothing.
 * @param was the schema and Atelier's own file before the change
 */
export function changesOfFiles(
  was: { schema: ContentSchema; atelier?: AtelierFile },
  { before, after }: ChangedFiles,
  options: ReadOptions = {},
): FileChanges {
  const old = new RepositoryFiles(before, {})
  const now = new RepositoryFiles(after, options)
  const none: FileChanges = {
    config: [],
    models: [],
    terms: [],
    routes: [],
    forms: [],
    lists: [],
    entries: [],
    findings: now.findings,
    broken: [],
    brokenBefore: [],
  }
  if (now.tooMany()) return none
  const config = now.has(CONFIG_PATH) ? now.take(CONFIG_PATH, readConfig) : was.schema.config
  // Without settings nothing else can be read for what it is.
  if (!config) return { ...none, broken: [CONFIG_PATH] }
  const models = changedModels(was.schema, old, now)
  const schema = { ...was.schema, config, models: modelsAfter(was.schema, models, now) }
  const atelier = { before: was.atelier ?? emptyAtelier, after: was.atelier ?? emptyAtelier }
  if (now.has(ATELIER_PATH)) atelier.after = now.take(ATELIER_PATH, readAtelier) ?? atelier.after
  else if (old.has(ATELIER_PATH)) atelier.after = emptyAtelier
  const held = { before: readHeld(old, was.schema), after: readHeld(now, schema) }
  const unread = placesIn(schema.models, config)
  const broken = new Set(
    [...now.broken].flatMap((path) =>
      unread(path).flatMap((place) =>
        place.kind === 'meta'
          ? []
          : place.locales.map((locale) =>
              placeKey(place.model.id, locale, place.kind === 'document' ? place.slug : ''),
            ),
      ),
    ),
  )
  const edits = schema.models.map((model) => {
    const fields = was.schema.models.find(({ id }) => id === model.id)
    return overSharedFields(entryEdits(model, config, held, atelier, broken), fields ?? model)
  })
  return {
    config: memberEdits(membersOf(was.schema.config), membersOf(config)),
    models,
    terms: termEdits(was.schema, now, old),
    routes: memberEdits(atelier.before.routes, atelier.after.routes),
    forms: memberEdits(atelier.before.forms, atelier.after.forms),
    lists: memberEdits(atelier.before.lists, atelier.after.lists),
    entries: edits.flatMap(({ entries }) => entries),
    findings: [...now.findings, ...edits.flatMap(({ findings }) => findings)],
    broken: [...now.broken].sort(),
    brokenBefore: [...old.broken].sort(),
  }
}

const placeKey = (model: string, locale: string, slug: string) => `${model}\n${locale}\n${slug}`

function changedModels(schema: ContentSchema, old: RepositoryFiles, now: RepositoryFiles) {
  const files = new Set([...old.under(MODELS_FOLDER), ...now.under(MODELS_FOLDER)])
  const edits: { id: string; base?: ModelFile; value?: ModelFile }[] = []
  for (const file of [...files].filter((path) => path.endsWith('.json')).sort()) {
    const model = schema.models.find(({ id }) => modelPath(id) === file)
    const value = now.has(file) ? now.take(file, (bytes) => readModelFile(file, bytes)) : undefined
    const base = model && toFile(model)
    if (now.has(file) ? !value : !base) continue
    if (base && value && equalJson(membersOf(base), membersOf(value))) continue
    edits.push({ id: base?.id ?? value?.id ?? '', ...(base && { base }), ...(value && { value }) })
  }
  return edits
}

/** The models after the change. One whose file cannot be read is left out, so that nothing of it is read. */
function modelsAfter(schema: ContentSchema, edits: FileChanges['models'], now: RepositoryFiles): Model[] {
  const edited = new Map(edits.map((edit) => [edit.id, edit.value]))
  const kept = schema.models.filter(({ id }) => !edited.has(id) && !now.broken.has(modelPath(id)))
  return [...kept, ...edits.flatMap(({ value }) => (value ? [fromFile(value)] : []))]
}

function termEdits({ vocabulary }: ContentSchema, now: RepositoryFiles, old: RepositoryFiles): FileChanges['terms'] {
  if (!now.has(VOCABULARY_PATH) && !old.has(VOCABULARY_PATH)) return []
  const terms = now.has(VOCABULARY_PATH) ? now.take(VOCABULARY_PATH, readVocabulary) : {}
  if (!terms) return []
  return [...new Set([...Object.keys(vocabulary), ...Object.keys(terms)])].sort().flatMap((key) =>
    memberEdits(memberOf(vocabulary, key) ?? {}, memberOf(terms, key) ?? {}).map(({ name, base, value }) => ({
      key,
      locale: name,
      ...(typeof base === 'string' && { base }),
      ...(typeof value === 'string' && { value }),
    })),
  )
}

function memberEdits(before: Readonly<Record<string, Json>>, after: Readonly<Record<string, Json>>): MemberEdit[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name): MemberEdit[] => {
    const [base, value] = [memberOf(before, name), memberOf(after, name)]
    if (equalJson(base, value)) return []
    return [{ name, ...(base !== undefined && { base }), ...(value !== undefined && { value }) }]
  })
}

/** The content of one side's files. */
function readHeld(files: RepositoryFiles, { models, config }: ContentSchema): Held {
  const held: Held = { values: new Map(), meta: new Map() }
  const placesOf = placesIn(models, config)
  for (const path of files.paths()) {
    for (const place of placesOf(path)) {
      if (place.kind === 'meta') {
        const record = files.record(path)
        const each =
          place.model.kind === 'collection'
            ? Object.entries(record ?? {})
            : [[place.slug ?? ONLY_ENTRY, record] as const]
        for (const [id, member] of each) {
          const meta = readMeta(member)
          if (meta) inner(inner(held.meta, place.model.id), id).set(place.locale, meta)
        }
        continue
      }
      const values =
        place.kind === 'content'
          ? readContentFile(files, place.model, path)
          : oneOf(place.slug, readDocument(files, path, place, config))
      for (const [id, own] of values ?? []) {
        // Where locales share a file, it is that of the default locale.
        const locales = sharesFile(place.model) ? [config.locales.default] : place.locales
        for (const locale of locales) inner(inner(held.values, place.model.id), id).set(locale, own)
      }
    }
  }
  return held
}

const oneOf = <Value>(id: string, value: Value | undefined) =>
  value === undefined ? undefined : new Map([[id, value]])

function inner<Value>(map: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = map.get(key) ?? new Map<string, Value>()
  map.set(key, known)
  return known
}

function entryEdits(
  model: Model,
  config: ContentConfig,
  held: { before: Held; after: Held },
  atelier: { before: AtelierFile; after: AtelierFile },
  broken: ReadonlySet<string>,
): EntryEdit[] {
  const main = mainLocale(model, config)
  const [before, after] = [held.before.values.get(model.id), held.after.values.get(model.id)]
  const [metaBefore, metaAfter] = [held.before.meta.get(model.id), held.after.meta.get(model.id)]
  const stands = { before: standInsOf(atelier.before, model), after: standInsOf(atelier.after, model) }
  const isReadable = (id: string, locale: string) =>
    !broken.has(placeKey(model.id, locale, model.kind === 'document' ? id : ''))
  const gone = [...(before?.keys() ?? [])].filter(
    (id) => before?.get(id)?.has(main) && !after?.has(id) && isReadable(id, main),
  )
  const renamed = renames(
    gone.map((id) => [id, before?.get(id)?.get(main)]),
    [...(after?.keys() ?? [])].flatMap((id) => (before?.has(id) ? [] : [[id, after?.get(id)?.get(main)]])),
  )
  const left = new Set(renamed.values())
  const edits: EntryEdit[] = gone
    .filter((id) => !left.has(id))
    .map((id) => ({ model: model.id, id, state: 'deleted', values: [], meta: [] }))
  const deleted = new Set(gone)
  for (const id of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? []), ...(metaAfter?.keys() ?? [])])) {
    if (deleted.has(id)) continue
    const from = renamed.get(id) ?? id
    const [was, is] = [before?.get(from), after?.get(id)]
    const isStandIn = (locale: string) =>
      stands.after.holds(locale, id) && is !== undefined && equalJson(is.get(locale), is.get(main))
    const values = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].flatMap((locale): ValueEdit[] => {
      const [old, current] = [was?.get(locale), is?.get(locale)]
      if (!isReadable(id, locale)) return []
      if (equalJson(old, current) && !stands.after.leaves(stands.before, locale, from, id)) return []
      // Nothing of what stood for a translation was one.
      const [base, value] =
        model.kind === 'dictionary'
          ? ownTexts(locale, old, current, is, stands)
          : ownFields({ locale, from, id }, old, current, is?.get(main), stands)
      return memberEdits(base ?? {}, value ?? {}).map(({ name: field, ...edit }) => ({ locale, field, ...edit }))
    })
    const meta = [...(metaAfter?.get(id) ?? [])].flatMap(([locale, own]) =>
      isStandIn(locale) ? [] : metaEdits(locale, metaBefore?.get(from)?.get(locale), own),
    )
    if (from !== id) edits.push({ model: model.id, id, state: 'renamed', from, values, meta })
    else if (values.length > 0 || meta.length > 0)
      edits.push({ model: model.id, id, state: was || !is ? 'changed' : 'added', values, meta })
  }
  return edits
}

/** Edits with one value of each shared field; says which others were not taken. */
function overSharedFields(edits: readonly EntryEdit[], model: Model): { entries: EntryEdit[]; findings: Finding[] } {
  const findings: Finding[] = []
  const entries = edits.map((edit) => {
    const { edits: values, overruled } = oneEditEach(edit.values, model)
    for (const { edit: lost, by } of overruled)
      findings.push({
        severity: 'warning',
        code: 'shared_differs',
        message: `“${lost.field}” has one value for all languages: that of ${by} was taken, and not that of ${lost.locale}.`,
        model: edit.model,
        entry: edit.id,
        locale: lost.locale,
        field: lost.field,
      })
    return { ...edit, values }
  })
  return { entries, findings }
}

type Values = FoundLocale['values']

/** Returns an entry's own values in a locale, without fallbacks of missing ones. */
function ownFields(
  { locale, from, id }: { locale: string; from: string; id: string },
  old: Values | undefined,
  current: Values | undefined,
  source: Values | undefined,
  { before, after }: { before: StandIns; after: StandIns },
): [old: Values, current: Values] {
  const [wasWhole, isWhole] = [before.holds(locale, from), after.holds(locale, id)]
  const [wereFields, areFields] = [before.fields(locale, from), after.fields(locale, id)]
  const wasFilled = (name: string) => wasWhole || wereFields.includes(name)
  const isFilled = (name: string, value: Json) =>
    (isWhole || areFields.includes(name)) &&
    ((wasFilled(name) && equalJson(value, memberOf(old ?? {}, name))) || equalJson(value, memberOf(source ?? {}, name)))
  return [
    recordOf(Object.entries(old ?? {}).filter(([name]) => !wasFilled(name))),
    recordOf(Object.entries(current ?? {}).filter(([name, value]) => !isFilled(name, value))),
  ]
}

/** The part of a dictionary's texts in a locale that was and is its own. */
function ownTexts(
  locale: string,
  old: Values | undefined,
  current: Values | undefined,
  now: ReadonlyMap<string, Values> | undefined,
  { before, after }: { before: StandIns; after: StandIns },
): [old: Values, current: Values] {
  const listed = (stands: StandIns, key: string, at = locale) =>
    stands.holds(at, ONLY_ENTRY) || stands.holdsKey(at, key)
  const isFilled = (key: string, text: Json) =>
    [...(now ?? [])].some(([other, texts]) => other !== locale && texts[key] === text && !listed(after, key, other))
  return [
    recordOf(Object.entries(old ?? {}).filter(([key]) => !listed(before, key))),
    recordOf(
      Object.entries(current ?? {}).filter(
        ([key, text]) =>
          !(listed(after, key) && ((listed(before, key) && text === memberOf(old ?? {}, key)) || isFilled(key, text))),
      ),
    ),
  ]
}

/**
 * New ids by the old ones of entries that came back under another id with the same values, if there is only one such entry.
 */
function renames(
  gone: readonly (readonly [id: string, values: Values | undefined])[],
  added: readonly (readonly [id: string, values: Values | undefined])[],
): Map<string, string> {
  if (gone.length === 0 || added.length === 0) return new Map()
  const byText = (entries: typeof gone) =>
    Map.groupBy(
      entries.filter(([, values]) => values && Object.keys(values).length > 0),
      ([, values]) => canonicalJson(values ?? {}),
    )
  const former = byText(gone)
  return new Map(
    [...byText(added)].flatMap(([text, entries]) => {
      const [[id] = [], ...more] = entries
      const [[from] = [], ...others] = former.get(text) ?? []
      return id !== undefined && from !== undefined && more.length + others.length === 0 ? [[id, from] as const] : []
    }),
  )
}

const metaNames = ['status', 'publish_at', 'expire_at', 'approved_by', 'version'] as const

function metaEdits(locale: string, before: EntryMeta | undefined, after: EntryMeta): MetaEdit[] {
  return metaNames.flatMap((name): MetaEdit[] => {
    const [base, value] = [before?.[name], after[name]]
    if (base === value) return []
    return [{ locale, name, ...(base !== undefined && { base }), ...(value !== undefined && { value }) }]
  })
}
