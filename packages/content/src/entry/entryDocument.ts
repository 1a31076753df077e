import { copyJson, type Draft, equalJson, type Json, type View } from '@atelier/documents'
import { type Model, type ModelField, NO_LOCALE } from '../model/definition.ts'
import { isRecord, recordOf } from '../model/json.ts'
import { fieldOf, isLongText } from '../model/named.ts'
import { type Entry, type EntryLocale, type EntryMeta, type EntryStatus, entryStatuses } from './entry.ts'
import { keyNames } from './keys.ts'
import { type Block, cutText, joinBlocks, layOver } from './paragraphs.ts'
import { localesFrom, sharedFields, withShared } from './sharedFields.ts'

/*
 * An entry is a live document of its own.
 *
 * | key | value |
 * |---|---|
 * | `entry` | `{model, id}`, as it was made |
 * | `id` | the id of an entry that was renamed |
 * | `<locale>/<field>` | a value by the key of its field; of a dictionary by its own keys |
 * | `<locale>/<field>#<order key>` | a block of a long text |
 * | `<locale>:<name>` | what is known beside the values: `status`, `publish_at` and so on |
 * | `<locale>:translated` | the digest of the text that this is a translation of |
 * | `<locale>:published` | the digest of the values that somebody published (`publishedDigest`) |
 * | `<locale>:held` | `HeldEdits`: the values that visitors see while somebody types and edits go out at once |
 * | `deleted` | `true` |
 * | `erased` | `true` where it was deleted for good |
 */

/** An entry as its document has it now, whether or not its model accepts that. */
export interface LiveEntry extends Entry {
  deleted: boolean
}

/** A draft that may tell whose it is, apart from those of others who write at the same time, such as another branch. */
export type WriterDraft = Draft & { readonly writer?: string }

/** A document's facts of a locale, under the names of the format's meta files. */
export type WrittenMeta = Pick<EntryMeta, 'status' | 'publish_at' | 'expire_at' | 'approved_by' | 'version'>
export const writtenMeta = ['status', 'publish_at', 'expire_at', 'approved_by', 'version'] as const

const TRANSLATED = 'translated'
const PUBLISHED = 'published'
const HELD = 'held'

/** For how long typed edits that go out at once are held after the last one, in milliseconds. */
export const HOLD_MS = 20_000

/** Edits of a locale that go out after a while without a key. */
export interface HeldEdits {
  /** The values that visitors see until then (`publishedDigest`). */
  digest: string
  /** When they go out, in epoch milliseconds. */
  due: number
  /** The id of the user who typed last. */
  by: string
}

/** The locale whose translation a key says something about: of what text it is one. */
export const translationOf = (key: string): string | undefined =>
  /^[^/:]+:translated$/.test(key) ? key.slice(0, key.indexOf(':')) : undefined

/** The locale of whose published values a key holds the digest. */
export const publicationOf = (key: string): string | undefined =>
  /^[^/:]+:published$/.test(key) ? key.slice(0, key.indexOf(':')) : undefined

/** The digest of the published values of a locale; undefined if the document names none. */
export function readPublished(view: View, locale: string): string | undefined {
  const digest = view.get(`${locale}:${PUBLISHED}`)
  return typeof digest === 'string' ? digest : undefined
}

/** Names the published values of a locale. Returns whether others were named before. */
export function setPublished(draft: Draft, locale: string, digest: string): boolean {
  if (readPublished(draft, locale) === digest) return false
  draft.set(`${locale}:${PUBLISHED}`, digest)
  return true
}

/** Takes away which values of a locale are published. Returns whether any were named. */
export function clearPublished(draft: Draft, locale: string): boolean {
  if (readPublished(draft, locale) === undefined) return false
  draft.delete(`${locale}:${PUBLISHED}`)
  return true
}

/** Typed edits of a locale that are not out yet; undefined if there are none. */
export function readHeld(view: View, locale: string): HeldEdits | undefined {
  const held = view.get(`${locale}:${HELD}`)
  if (!isRecord(held)) return undefined
  const { digest, due, by } = held
  return typeof digest === 'string' && typeof due === 'number' && typeof by === 'string'
    ? { digest, due, by }
    : undefined
}

export function holdEdits(draft: Draft, locale: string, held: HeldEdits): void {
  draft.set(`${locale}:${HELD}`, { ...held })
}

/** Lets the typed edits of a locale go out. Returns whether any were held. */
export function letOut(draft: Draft, locale: string): boolean {
  const key = `${locale}:${HELD}`
  if (!draft.has(key)) return false
  draft.delete(key)
  return true
}

/** The locale whose typed edits a key holds. */
export const heldLocaleOf = (key: string): string | undefined =>
  /^[^/:]+:held$/.test(key) ? key.slice(0, key.indexOf(':')) : undefined

export function createEntry(draft: Draft, { model, id }: Pick<Entry, 'model' | 'id'>): void {
  draft.set('entry', { model, id })
}

/** Which model the entry is of, and its id; undefined if the document is no entry. */
export function entryIdentity(view: View): Pick<Entry, 'model' | 'id'> | undefined {
  const birth = view.get('entry')
  if (!isRecord(birth) || typeof birth.model !== 'string' || typeof birth.id !== 'string') return undefined
  const renamed = view.get('id')
  return { model: birth.model, id: typeof renamed === 'string' ? renamed : birth.id }
}

/** Values that no field of the model has are among the others, by their own names. */
export function readEntry(view: View, model: Model): LiveEntry {
  const names = keyNames(model)
  const locales = new Map<string, { values: [string, Json][]; texts: Map<string, string[]>; meta: Map<string, Json> }>()
  const localeOf = (locale: string) => {
    const known = locales.get(locale)
    if (known) return known
    const made = { values: [], texts: new Map<string, string[]>(), meta: new Map<string, Json>() }
    locales.set(locale, made)
    return made
  }
  for (const key of view.keys()) {
    const at = separatorAt(key)
    const value = at < 0 ? undefined : view.get(key)
    if (value === undefined) continue
    const locale = localeOf(key.slice(0, at))
    const rest = key.slice(at + 1)
    if (key[at] === ':') locale.meta.set(rest, value)
    else {
      const hash = rest.indexOf('#')
      const written = hash < 0 ? rest : rest.slice(0, hash)
      const name = names.nameOf(written)
      // A value that was unknown once, of a name that a field has now.
      if (names.keyOf(name) !== written) continue
      if (hash < 0) {
        if (value !== null) locale.values.push([name, value])
      } else if (typeof value === 'string') {
        const blocks = locale.texts.get(name)
        if (blocks) blocks.push(value)
        else locale.texts.set(name, [value])
      }
    }
  }
  const identity = entryIdentity(view) ?? { model: model.id, id: '' }
  const written = recordOf(
    [...locales].map(([locale, { values, texts, meta }]): [string, EntryLocale] => [
      locale,
      {
        values: recordOf([...[...texts].map(([name, blocks]) => [name, joinBlocks(blocks)] as const), ...values]),
        meta: metaOf(meta),
        ...translatedOf(meta),
      },
    ]),
  )
  return {
    ...identity,
    locales: withShared(written, model),
    deleted: view.get('deleted') === true,
  }
}

/** Where the locale of a key ends; -1 if it has none. */
function separatorAt(key: string): number {
  const slash = key.indexOf('/')
  const colon = key.indexOf(':')
  if (slash < 0 || colon < 0) return Math.max(slash, colon)
  return Math.min(slash, colon)
}

function metaOf(written: ReadonlyMap<string, Json>): EntryMeta {
  const status = written.get('status')
  const meta: EntryMeta = { status: isStatus(status) ? status : 'draft' }
  for (const name of writtenMeta) {
    const value = written.get(name)
    if (name !== 'status' && typeof value === 'string') meta[name] = value
  }
  return meta
}

export const isStatus = (value: Json | undefined): value is EntryStatus =>
  entryStatuses.some((status) => status === value)

function translatedOf(meta: ReadonlyMap<string, Json>): Pick<EntryLocale, 'translated'> {
  const translated = meta.get(TRANSLATED)
  return typeof translated === 'string' ? { translated } : {}
}

/**
 * Sets values by name; null takes one away, and what is not named stays. In a long text only the paragraphs that differ
 * are written. The value of a shared field is set for all languages. Returns the names whose values really changed.
 */
export function writeValues(
  draft: WriterDraft,
  model: Model,
  locale: string,
  values: Readonly<Record<string, Json | null>>,
): string[] {
  const names = keyNames(model)
  return Object.entries(values).flatMap(([name, value]) => {
    if (model.kind === 'document' && name === 'slug') return []
    const field = model.kind === 'dictionary' ? undefined : fieldOf(model, name)
    const key = `${field?.shared ?? locale}/${names.keyOf(name)}`
    const type = field?.definition.type
    const others = field?.shared === undefined ? [] : otherKeys(draft, field.shared, field.key)
    const changed =
      isLongText(type) && typeof value === 'string'
        ? writeText(draft, key, type, value)
        : writePlain(draft, key, value ?? undefined)
    // These values are from before the field was shared.
    for (const other of others) draft.delete(other)
    return changed || others.length > 0 ? [name] : []
  })
}

/**
 * Writes the value of a shared field under the key of each language that has anything of its own, so that it is there
 * when the field is shared no longer. @param key of the field
 */
export function copyShared(draft: WriterDraft, model: Model, key: string): void {
  const field = sharedFields(model).find((each) => each.key === key)
  if (field?.shared === undefined) return
  const alone = { ...model, fields: model.fields.map((each) => (each.key === key ? withoutShared(each) : each)) }
  for (const [locale, { values }] of Object.entries(readEntry(draft, model).locales))
    if (Object.keys(values).length > 0) writeValues(draft, alone, locale, { [field.name]: values[field.name] ?? null })
}

const withoutShared = ({ shared: _, ...field }: ModelField): ModelField => field

/** The keys under which other languages have a value of a field, each block of a long text for itself. */
function otherKeys(view: View, main: string, field: string): string[] {
  return [...view.keys()].filter((key) => {
    const slash = key.indexOf('/')
    const hash = key.indexOf('#', slash)
    return slash > 0 && key.slice(slash + 1, hash < 0 ? undefined : hash) === field && key.slice(0, slash) !== main
  })
}

/** The subject of a key of an entry's document; undefined for its birth, and what is shown nowhere. */
export function keyPlace(key: string, model: Model): { locale: string; field: string } | undefined {
  if (key === 'id' || key === 'deleted') return { locale: NO_LOCALE, field: `:${key}` }
  const at = separatorAt(key)
  if (at < 0) return undefined
  const rest = key.slice(at + 1)
  if (key[at] === ':')
    return [TRANSLATED, PUBLISHED, HELD].includes(rest) ? undefined : { locale: key.slice(0, at), field: `:${rest}` }
  const hash = rest.indexOf('#')
  return { locale: key.slice(0, at), field: keyNames(model).nameOf(hash < 0 ? rest : rest.slice(0, hash)) }
}

/** One value by the name of its field, or what `placeOf` calls what is beside the values. */
export function readValue(view: View, model: Model, locale: string, field: string): Json | undefined {
  if (field === ':id' || field === ':deleted') return view.get(field.slice(1))
  if (field.startsWith(':')) return view.get(`${locale}${field}`)
  const known = model.kind === 'dictionary' ? undefined : fieldOf(model, field)
  if (known?.shared !== undefined) return readSharedValue(view, known.shared, known.key)
  const key = `${locale}/${keyNames(model).keyOf(field)}`
  return writtenValueAt(view, key)
}

function writtenValueAt(view: View, key: string): Json | undefined {
  const plain = view.get(key)
  if (plain !== undefined) return plain
  const blocks = readBlocks(view, key)
  return blocks.length === 0 ? undefined : joinBlocks(blocks.map(({ text }) => text))
}

function readSharedValue(view: View, main: string, key: string): Json | undefined {
  const own = writtenValueAt(view, `${main}/${key}`)
  if (own !== undefined) return own
  const others = otherKeys(view, main, key).map((each) => each.slice(0, each.indexOf('/')))
  const [first] = localesFrom(main, [...new Set(others)]).slice(1)
  return first === undefined ? undefined : writtenValueAt(view, `${first}/${key}`)
}

function readBlocks(view: View, key: string): Block[] {
  const start = `${key}#`
  return [...view.keys(start)].flatMap((each) => {
    const text = view.get(each)
    return typeof text === 'string' ? [{ key: each.slice(start.length), text }] : []
  })
}

function writeText(draft: WriterDraft, key: string, type: 'markdown' | 'richtext', text: string): boolean {
  const blocks = readBlocks(draft, key)
  const plain = draft.get(key)
  if (
    plain === undefined ? blocks.length > 0 && joinBlocks(blocks.map((block) => block.text)) === text : plain === text
  )
    return false
  if (draft.has(key)) draft.delete(key)
  const next = layOver(blocks, cutText(type, text), draft.writer)
  const kept = new Map(next.map((block) => [block.key, block.text]))
  for (const block of blocks) if (!kept.has(block.key)) draft.delete(`${key}#${block.key}`)
  const before = new Map(blocks.map((block) => [block.key, block.text]))
  for (const block of next) if (before.get(block.key) !== block.text) draft.set(`${key}#${block.key}`, block.text)
  return true
}

function writePlain(draft: Draft, key: string, value: Json | undefined): boolean {
  const blocks = readBlocks(draft, key)
  const before = draft.get(key) ?? (blocks.length > 0 ? joinBlocks(blocks.map(({ text }) => text)) : undefined)
  if (equalJson(before, value)) return false
  for (const block of blocks) draft.delete(`${key}#${block.key}`)
  if (value === undefined) {
    if (draft.has(key)) draft.delete(key)
  } else draft.set(key, copyJson(value))
  return true
}

/**
 * Sets what is known of a locale beside its values; an undefined member is taken away. A locale that is no longer
 * published names no published values. Returns the names that changed.
 */
export function writeMeta(draft: Draft, locale: string, patch: Partial<WrittenMeta>): string[] {
  if (Object.hasOwn(patch, 'status') && patch.status !== 'published') {
    clearPublished(draft, locale)
    letOut(draft, locale)
  }
  return writtenMeta.filter((name) => {
    if (!Object.hasOwn(patch, name)) return false
    const key = `${locale}:${name}`
    const value = patch[name]
    if (draft.get(key) === value) return false
    if (value === undefined) draft.delete(key)
    else draft.set(key, value)
    return true
  })
}

/** @param digest of the source text (`digestOf`); undefined if it is not known */
export function setTranslated(draft: Draft, locale: string, digest: string | undefined): void {
  const key = `${locale}:${TRANSLATED}`
  if (digest === undefined) {
    if (draft.has(key)) draft.delete(key)
  } else if (draft.get(key) !== digest) draft.set(key, digest)
}

export function renameEntry(draft: Draft, id: string): void {
  const birth = draft.get('entry')
  if (isRecord(birth) && birth.id === id) {
    if (draft.has('id')) draft.delete('id')
  } else draft.set('id', id)
}

/** Whether anything is written of an entry in a locale. */
export const hasLocale = (view: View, locale: string): boolean =>
  [`${locale}/`, `${locale}:`].some((start) => !view.keys(start)[Symbol.iterator]().next().done)

/** Takes away all that is written of an entry in a locale. */
export function deleteLocale(draft: Draft, locale: string): void {
  for (const start of [`${locale}/`, `${locale}:`]) for (const key of [...draft.keys(start)]) draft.delete(key)
}

export function deleteEntry(draft: Draft): void {
  draft.set('deleted', true)
}

/** Takes a deleted entry out of the bin, for good. */
export function eraseEntry(draft: Draft): void {
  draft.set('deleted', true)
  draft.set('erased', true)
}

export const isErased = (view: View): boolean => view.get('erased') === true

export function restoreEntry(draft: Draft): void {
  if (draft.has('deleted')) draft.delete('deleted')
}
