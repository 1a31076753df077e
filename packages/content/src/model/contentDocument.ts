import { copyJson, type Draft, equalJson, type Json, type Patch, type View } from '@atelier/documents'
import {
  type ContentConfig,
  type ContentSchema,
  type FieldDefinition,
  fieldTypes,
  type Model,
  type ModelField,
  type ModelFile,
  type ModelKind,
  type ModelProperties,
  type MovingEntries,
  modelKinds,
  type Vocabulary,
  workflows,
} from './definition.ts'
import { readForms } from './forms.ts'
import { isList, isRecord } from './json.ts'
import { readLayouts } from './layouts.ts'
import { readLists } from './lists.ts'
import { sortFields } from './named.ts'
import { routePattern } from './names.ts'

/*
 * The models of a project are one live document.
 *
 * | key | value |
 * |---|---|
 * | `config/<name>` | a member of the project's settings |
 * | `model:<id>` | the properties that a model was made with; `title_field` as the key of its field |
 * | `model:<id>/<property>` | a later value of a property; null where it was taken away |
 * | `model:<id>/deleted` | `true` |
 * | `field:<model>/<key>` | a `FieldDefinition` |
 * | `field:<model>/<key>/name` | the name of a field whose name is not its key |
 * | `field:<model>/<key>/deleted` | `true` |
 * | `term:<key>/<locale>` | a term of the vocabulary |
 * | `files:<model>` | the commit from which on a model's files are canonical; without a model, those of the settings |
 * | `route:<model>` | where its entries have pages: `blog` for `/blog/<slug>/` |
 * | `form:<model>` | what visitors may send for the model, in `forms.ts` |
 * | `list:<model>/<name>` | a saved view of its list, in `lists.ts` |
 * | `layout:<model>/<key>` | how a form shows a field, in `layouts.ts` |
 * | `shared:<model>/<key>` | `true` where a field has one value for all languages |
 * | `sharing:<model>/<key>` | the last document whose languages have got the value of a field that is no longer shared soon |
 * | `public:<model>` | `true` where everybody may read what is published of the model |
 * | `moving:<model>` | `{from, after}` while its entries are being moved to another locale |
 */

/** The key of a document in which a term may hold any sign. */
const encodeTerm = (term: string) => term.replaceAll('%', '%25').replaceAll('/', '%2F')
export const decodeTerm = (text: string) => text.replaceAll('%2F', '/').replaceAll('%25', '%')

const movingKey = (model: string) => `moving:${model}`
const publicKey = (model: string) => `public:${model}`
const sharedKey = (model: string, key: string) => `shared:${model}/${key}`

const isString = (value: Json): boolean => typeof value === 'string'
const isTrue = (value: Json): boolean => value === true

/** The keys of the table above, with what their values are. */
const shapes: readonly (readonly [key: RegExp, is: (value: Json) => boolean])[] = [
  [/^config\/[^/]+$/, () => true],
  [/^(?:model|field):.+\/deleted$/, isTrue],
  [/^model:[^/]+$/, isRecord],
  [/^model:[^/]+\/[^/]+$/, () => true],
  [/^field:[^/]+\/[^/]+$/, (value) => isDefinition(value)],
  [/^field:[^/]+\/[^/]+\/name$/, isString],
  [/^term:[^/]+\/[^/]+$/, isString],
  [/^files:/, isString],
  [/^route:[^/]+$/, (value) => typeof value === 'string' && routePattern.test(value)],
  [/^(?:form|moving):[^/]+$/, isRecord],
  [/^list:[^/]+\/.+$/, isRecord],
  [/^layout:[^/]+\/.+$/, isRecord],
  [/^public:[^/]+$/, isTrue],
  [/^shared:[^/]+\/.+$/, isTrue],
  [/^sharing:[^/]+\/.+$/, isString],
]

/** Returns what is wrong with a value of the document as a sentence, or undefined. @param value undefined deletes the key */
export function checkContentValue(key: string, value: Json | undefined): string | undefined {
  const shape = shapes.find(([pattern]) => pattern.test(key))
  if (!shape) return 'There is no such setting.'
  return value === undefined || shape[1](value) ? undefined : 'Its value is of another type.'
}

/** The schema of the project's content; undefined before it is set up. */
export function readSchema(view: View): ContentSchema | undefined {
  const config = readConfig(view)
  if (!config) return undefined
  const models = [...view.keys('model:')]
    .filter((key) => !key.includes('/'))
    .flatMap((key) => readModel(view, key.slice('model:'.length)) ?? [])
  const open = models.map(({ id }) => id).filter((id) => view.get(publicKey(id)) === true)
  const lists = models.flatMap(({ id }) => {
    const own = readLists(view, id)
    return own.length > 0 ? [[id, own] as const] : []
  })
  const layouts = models.flatMap((model) => {
    const own = readLayouts(view, model)
    return Object.keys(own).length > 0 ? [[model.id, own] as const] : []
  })
  const moving = models.flatMap(({ id }) => {
    const found = movingOf(view, id)
    return found ? [[id, found] as const] : []
  })
  const routes = readRoutes(view, models)
  const forms = readForms(view, models, config.locales.default)
  return {
    config,
    models,
    vocabulary: readVocabulary(view),
    ...(Object.keys(routes).length > 0 ? { routes } : {}),
    ...(Object.keys(forms).length > 0 ? { forms } : {}),
    ...(open.length > 0 ? { public: open } : {}),
    ...(lists.length > 0 ? { lists: Object.fromEntries(lists) } : {}),
    ...(layouts.length > 0 ? { layouts: Object.fromEntries(layouts) } : {}),
    ...(moving.length > 0 ? { moving: Object.fromEntries(moving) } : {}),
  }
}

/** @param moving undefined once all of them have been moved */
export function setMoving(draft: Draft, model: string, moving: MovingEntries | undefined): void {
  if (moving === undefined) deletePresent(draft, movingKey(model))
  else put(draft, movingKey(model), { ...moving })
}

function movingOf(view: View, model: string): MovingEntries | undefined {
  const value = view.get(movingKey(model))
  if (!isRecord(value) || typeof value.from !== 'string' || typeof value.after !== 'string') return undefined
  return { from: value.from, after: value.after }
}

function readRoutes(view: View, models: readonly Model[]): Record<string, string> {
  const routes = models.flatMap(({ id }) => {
    const route = view.get(`route:${id}`)
    return typeof route === 'string' ? [[id, route] as const] : []
  })
  return Object.fromEntries(routes)
}

/** The default locale as the settings name it. */
function mainLocaleIn(view: View): string {
  const locales = view.get('config/locales')
  return isRecord(locales) && typeof locales.default === 'string' ? locales.default : 'en'
}

/** Gives a field one value for all languages, or each language its own again; by the key of the field. */
export function setShared(draft: Draft, model: string, key: string, isShared: boolean): void {
  if (isShared) put(draft, sharedKey(model, key), true)
  else deletePresent(draft, sharedKey(model, key))
}

/** The last document that was looked at while a field is made one of each language again; undefined if none was. */
export function readSharing(view: View, model: string, key: string): string | undefined {
  const after = view.get(`sharing:${model}/${key}`)
  return typeof after === 'string' ? after : undefined
}

/** @param after undefined once all documents were looked at */
export function setSharing(draft: Draft, model: string, key: string, after: string | undefined): void {
  if (after === undefined) deletePresent(draft, `sharing:${model}/${key}`)
  else put(draft, `sharing:${model}/${key}`, after)
}

/** @param route undefined takes the pages of its entries away */
export function setRoute(draft: Draft, model: string, route: string | undefined): void {
  const key = `route:${model}`
  if (route === undefined) deletePresent(draft, key)
  else put(draft, key, route)
}

function readConfig(view: View): ContentConfig | undefined {
  const members: Record<string, Json> = {}
  for (const key of view.keys('config/')) {
    const value = view.get(key)
    if (value !== undefined && value !== null) members[key.slice('config/'.length)] = value
  }
  if (Object.keys(members).length === 0) return undefined
  const { locales, stack, workflow, domains } = members
  const known = isRecord(locales) ? locales : {}
  const main = typeof known.default === 'string' ? known.default : 'en'
  const supported = stringItems(known.supported)
  return {
    ...members,
    version: 1,
    stack: typeof stack === 'string' ? stack : 'other',
    workflow: workflows.find((each) => each === workflow) ?? 'auto-merge',
    locales: { ...known, default: main, supported: supported.includes(main) ? supported : [main, ...supported] },
    domains: stringItems(domains),
  }
}

const stringItems = (value: Json | undefined): string[] =>
  isList(value) ? value.filter((each) => typeof each === 'string') : []

function readVocabulary(view: View): Vocabulary {
  const terms = new Map<string, Record<string, string>>()
  for (const key of view.keys('term:')) {
    const value = view.get(key)
    const slash = key.indexOf('/')
    if (typeof value !== 'string' || slash < 0) continue
    const term = decodeTerm(key.slice('term:'.length, slash))
    const locales = terms.get(term) ?? {}
    locales[key.slice(slash + 1)] = value
    terms.set(term, locales)
  }
  return Object.fromEntries(terms)
}

/** Undefined if there is no such model, or it was deleted. */
export function readModel(view: View, id: string): Model | undefined {
  const birth = view.get(`model:${id}`)
  if (!isRecord(birth) || view.get(`model:${id}/deleted`) === true) return undefined
  const members: Record<string, Json> = { ...birth }
  const start = `model:${id}/`
  for (const key of view.keys(start)) {
    const value = view.get(key)
    if (value === undefined) continue
    if (value === null) delete members[key.slice(start.length)]
    else members[key.slice(start.length)] = value
  }
  const fields = readFields(view, id).filter(({ deleted }) => !deleted)
  const properties = readModelProperties(id, members)
  if (!properties) return undefined
  const title = fields.find(({ key }) => key === properties.title_field)?.name ?? properties.title_field
  const main = properties.i18n ? mainLocaleIn(view) : undefined
  const sharedIn = (key: string) =>
    main !== undefined && view.get(sharedKey(id, key)) === true ? { shared: main } : {}
  return {
    ...properties,
    ...(title === undefined ? {} : { title_field: title }),
    fields:
      properties.kind === 'dictionary'
        ? []
        : sortFields(
            fields.map(({ key, name, definition }) => ({ key, name, definition, ...sharedIn(key) })),
            title,
          ),
  }
}

function readModelProperties(id: string, members: Readonly<Record<string, Json>>): ModelProperties | undefined {
  const { kind, name, domain, i18n } = members
  const known = modelKinds.find((each) => each === kind)
  if (!known) return undefined
  return {
    ...members,
    id,
    kind: known,
    name: typeof name === 'string' ? name : id,
    domain: typeof domain === 'string' ? domain : 'content',
    i18n: i18n === true,
  }
}

function readFields(view: View, model: string): (ModelField & { deleted: boolean })[] {
  const start = `field:${model}/`
  const fields: (ModelField & { deleted: boolean })[] = []
  for (const path of view.keys(start)) {
    const key = path.slice(start.length)
    const definition = view.get(path)
    if (key.includes('/') || !isDefinition(definition)) continue
    const name = view.get(`${path}/name`)
    fields.push({
      key,
      name: typeof name === 'string' ? name : key,
      definition,
      deleted: view.get(`${path}/deleted`) === true,
    })
  }
  return fields
}

const isDefinition = (value: unknown): value is FieldDefinition =>
  isRecord(value) && fieldTypes.some((type) => type === value.type)

/** Sets settings; an undefined member is taken away. */
export function setConfig(draft: Draft, patch: Partial<ContentConfig>): void {
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) deletePresent(draft, `config/${name}`)
    else put(draft, `config/${name}`, copyJson(value))
  }
}

/**
 * Writes a whole model: what it has not is taken away, and a field that is new gets a key. `renames` names fields that
 * are the same under another name, so that entries keep their values.
 * @param renames old names to new ones
 */
export function writeModel(draft: Draft, model: ModelFile, renames: Readonly<Record<string, string>> = {}): void {
  const { id, fields = {}, title_field: title, ...rest } = model
  const keys = writeFields(draft, model.kind, id, fields, renames)
  const properties: Record<string, unknown> = { ...rest }
  if (title !== undefined) properties.title_field = keys.get(title) ?? title
  const birth = draft.get(`model:${id}`)
  deletePresent(draft, `model:${id}/deleted`)
  if (!isRecord(birth)) {
    draft.set(`model:${id}`, copyJson(properties))
    return
  }
  const names = new Set([...Object.keys(birth), ...Object.keys(properties)])
  const start = `model:${id}/`
  for (const key of draft.keys(start)) names.add(key.slice(start.length))
  for (const name of names) {
    if (name === 'deleted') continue
    const value = properties[name]
    const made = Object.hasOwn(birth, name) ? birth[name] : undefined
    const next = value === undefined ? undefined : copyJson(value)
    if (equalJson(next, made)) deletePresent(draft, start + name)
    else put(draft, start + name, next ?? null)
  }
}

/** Returns the key of each field by its name. */
function writeFields(
  draft: Draft,
  kind: ModelKind,
  id: string,
  definitions: Readonly<Record<string, FieldDefinition>>,
  renames: Readonly<Record<string, string>>,
): Map<string, string> {
  const existing = readFields(draft, id)
  const taken = new Set(existing.map(({ key }) => key))
  const keys = new Map<string, string>()
  if (kind === 'dictionary') return keys
  const before = new Map(existing.filter(({ deleted }) => !deleted).map((field) => [field.name, field]))
  const from = new Map(Object.entries(renames).map(([old, name]) => [name, old]))
  for (const [name, definition] of Object.entries(definitions)) {
    const old = from.get(name)
    const same = (old === undefined ? undefined : before.get(old)) ?? (renames[name] ? undefined : before.get(name))
    // A field that comes back is the one that was deleted, with what entries still hold of it.
    const back = existing.find((each) => each.deleted && each.key === name && each.definition.type === definition.type)
    const key = same?.key ?? back?.key ?? freeKey(name, taken)
    taken.add(key)
    keys.set(name, key)
    const path = `field:${id}/${key}`
    put(draft, path, copyJson(definition))
    deletePresent(draft, `${path}/deleted`)
    if (name === key) deletePresent(draft, `${path}/name`)
    else put(draft, `${path}/name`, name)
  }
  const kept = new Set(keys.values())
  for (const { key, deleted } of existing) if (!deleted && !kept.has(key)) draft.set(`field:${id}/${key}/deleted`, true)
  return keys
}

/** A name can only hold `_`, so that no name collides with a numbered key. */
function freeKey(name: string, taken: ReadonlySet<string>): string {
  let key = name
  for (let number = 2; taken.has(key); number += 1) key = `${name}-${number}`
  return key
}

export function deleteModel(draft: Draft, id: string): void {
  draft.set(`model:${id}/deleted`, true)
  // A new model of this id is not public until that is set.
  deletePresent(draft, publicKey(id))
  deletePresent(draft, movingKey(id))
}

/** Lets everybody read what is published of a model, or takes that back. */
export function setPublic(draft: Draft, id: string, isPublic: boolean): void {
  if (isPublic) put(draft, publicKey(id), true)
  else deletePresent(draft, publicKey(id))
}

/** @param text undefined takes the term away in this locale */
export function setTerm(draft: Draft, term: string, locale: string, text: string | undefined): void {
  const key = `term:${encodeTerm(term)}/${locale}`
  if (text === undefined) deletePresent(draft, key)
  else put(draft, key, text)
}

const FILES = 'files:'

/**
 * Has the files of a model rewritten in the canonical form, also without edits. Taking it back writes nothing: what the
 * files hold is the same.
 *
 * @param model undefined for the settings and terms
 * @param commit the one that has the files as they are now
 */
export function rewriteFiles(draft: Draft, model: string | undefined, commit: string): void {
  put(draft, `${FILES}${model ?? ''}`, commit)
}

/** The files that patches of the document have rewritten: models by their ids, and the settings as an empty text. */
export const rewrittenBy = (patches: readonly Patch[]): string[] =>
  patches.flatMap(({ key, after }) => (key.startsWith(FILES) && after !== undefined ? [key.slice(FILES.length)] : []))

function put(draft: Draft, key: string, value: Json): void {
  if (!equalJson(draft.get(key), value)) draft.set(key, value)
}

function deletePresent(draft: Draft, key: string): void {
  if (draft.has(key)) draft.delete(key)
}
