import type { Draft, Json } from '@atelier/documents'
import { createRests, type Steps } from '@atelier/operation'
import type { ContentContext } from '../../context/context.ts'
import type { StoredEntry } from '../../context/reader.ts'
import { readEntry, writeValues } from '../../entry/entryDocument.ts'
import { mainLocale, settleEntry, uniqueText } from '../../entry/settle.ts'
import { type FieldChange, type Migration, type ModelChange, migrateValue } from '../../model/change.ts'
import type { ContentSchema, FieldDefinition, Model, MovingEntries } from '../../model/definition.ts'
import { checkValue } from '../../model/fields.ts'
import type { Finding } from '../../model/finding.ts'
import { memberOf } from '../../model/json.ts'
import { fieldOf, valueFields } from '../../model/named.ts'
import { withoutStaling } from '../shared/carryTranslations.ts'
import { MAX_ENTRIES } from '../shared/support.ts'

/** The effect of a field's change on entries. */
export interface Break {
  field: string
  what: FieldChange['what'] | 'i18n'
  /** Entries whose values no longer fit, or are gone. */
  count: number
  /** How many of these can be converted whole. */
  convertible: number
}

/** How many entries are looked at between two steps. */
const STEP = 20

interface Change {
  before: Model
  after: Model
  change: ModelChange
  entries: readonly StoredEntry[]
  migrate: Readonly<Record<string, Migration>>
}

export interface Broken {
  breaks: Break[]
  /** The ids of all entries that a change touches. */
  entries: Set<string>
  /** Repeated values of fields that become unique, by name. */
  repeated: ReadonlyMap<string, Repeated>
}

/** Values that another entry has already, by entry and locale, each with what it can be converted to. */
type Repeated = ReadonlyMap<string, ReadonlyMap<string, string | undefined>>

/** Which entries a change of their model touches. A field's own name represents it; `i18n` for the loss of translations. */
export function* whatBreaks({ before, after, change, entries, migrate }: Change): Steps<Broken> {
  const names = new Map(before.fields.map(({ key, name }) => [key, name]))
  const affected = new Set<string>()
  const breaks: Break[] = []
  const repeated = new Map<string, Repeated>()
  const add = (field: string, what: Break['what'], ids: readonly string[], convertible = 0) => {
    if (ids.length > 0) breaks.push({ field, what, count: ids.length, convertible })
    for (const id of ids) affected.add(id)
  }
  for (const { key, field, what, after: definition, breaks: mayBreak } of change.fields) {
    if (!mayBreak) continue
    const name = names.get(key)
    const valueIn = (values: Values) => (name === undefined ? undefined : memberOf(values, name))
    if (what === 'became unique') {
      const found = yield* repeatedIn(entries, definition, valueIn)
      repeated.set(field, found)
      const convertible = [...found.values()].filter((locales) => ![...locales.values()].includes(undefined))
      add(field, what, [...found.keys()], convertible.length)
    } else if (!definition) add(field, what, yield* idsWhere(entries, (values) => valueIn(values) !== undefined))
    else {
      const { default: _, ...bare } = definition
      const broken = (values: Values) => hasError(checkValue(definition, valueIn(values), {}))
      const isLost = (values: Values) => broken(values) && migrateValue(bare, valueIn(values), 'convert') === undefined
      const ids = yield* idsWhere(entries, broken)
      const lost = ids.length > 0 ? yield* idsWhere(entries, isLost) : []
      add(field, what, ids, ids.length - lost.length)
    }
  }
  if (before.i18n && !after.i18n) {
    const translated = entries.filter(
      ({ settled }) => Object.values(settled?.locales ?? {}).filter(({ standIn }) => !standIn).length > 1,
    )
    if (translated.length > 0) breaks.push({ field: 'i18n', what: 'i18n', count: translated.length, convertible: 0 })
  }
  // So many move in several calls, which a user has to make.
  if (before.i18n !== after.i18n && entries.length > MAX_ENTRIES)
    add(
      'i18n',
      'i18n',
      entries.map(({ id }) => id),
      entries.length,
    )
  // A call that continues where another one of this change stopped.
  for (const field of Object.keys(migrate)) {
    if (change.fields.some((each) => each.field === field)) continue
    const now = fieldOf(after, field)
    const broken = now
      ? yield* idsWhere(entries, (values) => hasError(checkValue(now.definition, memberOf(values, field), {})))
      : yield* idsWhere(entries, (values) => Object.hasOwn(values, field))
    const issues = entries.filter((entry) => entry.issues.some((each) => each.field?.split('.', 1)[0] === field))
    const ids = [...broken, ...(now ? issues.map(({ id }) => id) : [])]
    for (const id of ids) affected.add(id)
  }
  return { breaks: mergeBreaks(breaks), entries: affected, repeated }
}

/** One line for a field that changed in several ways. */
function mergeBreaks(breaks: readonly Break[]): Break[] {
  const byField = new Map<string, Break>()
  for (const each of breaks) {
    const other = byField.get(each.field)
    if (!other || other.count < each.count) byField.set(each.field, each)
  }
  return [...byField.values()]
}

const hasError = (findings: readonly Finding[]) => findings.some(({ severity }) => severity === 'error')

type Values = Readonly<Record<string, Json>>

function* idsWhere(entries: readonly StoredEntry[], test: (values: Values) => boolean): Steps<string[]> {
  const ids: string[] = []
  for (const [at, { id, settled }] of entries.entries()) {
    if (at % STEP === 0) yield
    if (Object.values(settled?.locales ?? {}).some(({ values, standIn }) => !standIn && test(values))) ids.push(id)
  }
  return ids
}

/** Entries that have a value which one before them has in the same locale; a text can be told apart by a number. */
function* repeatedIn(
  entries: readonly StoredEntry[],
  definition: FieldDefinition | undefined,
  valueIn: (values: Values) => Json | undefined,
): Steps<Repeated> {
  const taken = new Set<string>()
  const holders = new Map<string, string>()
  const again: { id: string; locale: string; value: Json }[] = []
  for (const [at, { id, settled }] of entries.entries()) {
    if (at % STEP === 0) yield
    for (const [locale, { values, standIn }] of Object.entries(settled?.locales ?? {})) {
      if (standIn) continue
      const value = valueIn(values)
      if (value === undefined || value === null || value === '') continue
      const text = `${locale} ${uniqueText(value)}`
      taken.add(text)
      const other = holders.get(text)
      if (other !== undefined && other !== id) again.push({ id, locale, value })
      else holders.set(text, id)
    }
  }
  const found = new Map<string, Map<string, string | undefined>>()
  const numbers = new Map<string, number>()
  for (const [at, { id, locale, value }] of again.entries()) {
    if (at % STEP === 0) yield
    const locales = found.get(id) ?? new Map<string, string | undefined>()
    found.set(id, locales)
    locales.set(locale, undefined)
    if (typeof value !== 'string' || !definition) continue
    let number = (numbers.get(`${locale} ${value}`) ?? 1) + 1
    while (taken.has(`${locale} ${value}-${number}`)) number += 1
    numbers.set(`${locale} ${value}`, number)
    const next = `${value}-${number}`
    if (hasError(checkValue(definition, next, {}))) continue
    taken.add(`${locale} ${next}`)
    locales.set(locale, next)
  }
  return found
}

/** How many entries one call looks at: those that it cannot mend do not keep it from the others. */
const MAX_LOOKED_AT = 4 * MAX_ENTRIES

/**
 * Writes the values that a changed model wants into its entries, of 500 at a time. Entries that move to another locale do
 * so in the order of their documents, which no rename changes; those that are left are seen as if they had (`settle`).
 */
export async function migrateEntries(
  { drafts }: ContentContext,
  {
    before,
    after,
    whole,
    migrate,
    affected,
    repeated,
    entries,
  }: {
    before: Model
    after: Model
    whole: ContentSchema
    migrate: Readonly<Record<string, Migration>>
    affected: ReadonlySet<string>
    repeated: ReadonlyMap<string, Repeated>
    entries: readonly StoredEntry[]
  },
): Promise<
  { migrated: number; left: number; findings: Finding[]; moving?: MovingEntries } | { message: string; hint: string }
> {
  for (const [name, how] of Object.entries(migrate)) {
    const definition = fieldOf(after, name)?.definition
    if (definition?.required === true && definition.default === undefined && how !== 'convert' && affected.size > 0)
      return {
        message: `“${name}” is required and has no default to put into ${affected.size} entries.`,
        hint: `Give it one (default), use migrate: {"${name}": "convert"}, or do not require it yet.`,
      }
  }
  const moving = movingFrom(before, after, whole)
  const isWanted = ({ id, issues }: StoredEntry) => affected.has(id) || issues.length > 0
  const wanted = moving
    ? entries
        .filter(({ documentId }) => documentId > moving.after)
        .sort((a, b) => (a.documentId < b.documentId ? -1 : 1))
    : entries.filter(isWanted)
  const findings: Finding[] = []
  let migrated = 0
  let seen = 0
  const rest = createRests()
  // Those that move continue behind the last one, whether or not anything was changed in it.
  for (const { id, documentId } of wanted.slice(0, moving ? MAX_ENTRIES : MAX_LOOKED_AT)) {
    if (migrated >= MAX_ENTRIES) break
    seen += 1
    await rest()
    const draft = await drafts.open(documentId)
    if (!draft) continue
    let changed = moving !== undefined && moveLocale(draft, moving.from, mainLocale(after, whole.config), after.i18n)
    const migrateAll = () => {
      for (const [name, how] of Object.entries(migrate)) {
        if (migrateField(draft, before, after, name, how)) changed = true
        for (const [locale, next] of repeated.get(name)?.get(id) ?? [])
          if (writeValues(draft, after, locale, { [name]: (how === 'convert' && next) || null }).length > 0)
            changed = true
      }
    }
    withoutStaling(draft, after, mainLocale(after, whole.config), migrateAll)
    if (changed) migrated += 1
    findings.push(...settleEntry(readEntry(draft, after), after, whole).issues)
  }
  const left = wanted.length - seen
  const last = wanted[seen - 1]?.documentId
  const next = moving && left > 0 && last !== undefined ? { from: moving.from, after: last } : undefined
  return { migrated, left, findings, ...(next ? { moving: next } : {}) }
}

/** From where entries are moved, and behind which one; undefined if their locales stay. */
function movingFrom(before: Model, after: Model, { config, moving }: ContentSchema): MovingEntries | undefined {
  if (before.i18n !== after.i18n) return { from: mainLocale(before, config), after: '' }
  return moving?.[after.id]
}

/** Whether anything was written. */
function migrateField(draft: Draft, before: Model, after: Model, name: string, how: Migration): boolean {
  const field = fieldOf(after, name)
  if (!field) {
    // A field that is gone: its values are under its old name, or are unknown ones by now.
    const model = valueFields(before).some((each) => each.name === name) ? before : after
    const { locales } = readEntry(draft, model)
    return (
      Object.keys(locales).filter((locale) => writeValues(draft, model, locale, { [name]: null }).length > 0).length > 0
    )
  }
  let changed = false
  for (const [locale, { values }] of Object.entries(readEntry(draft, after).locales)) {
    if (Object.keys(values).length === 0) continue
    const value = memberOf(values, name)
    const fits = !hasError(checkValue(field.definition, value, {}))
    if (fits) continue
    const next = migrateValue(field.definition, value, how) ?? (how === 'drop' ? field.definition.default : undefined)
    if (writeValues(draft, after, locale, { [name]: next ?? null }).length > 0) changed = true
  }
  return changed
}

/**
 * Moves what an entry has in one locale to another one, where fields that have been written there in the meantime stay as
 * they are. Translations are dropped where the model has none.
 */
function moveLocale(draft: Draft, from: string, to: string, keepsOthers: boolean): boolean {
  const keys = [...draft.keys()].filter((key) => key.search(/[/:]/) > 0)
  const localeOf = (key: string) => key.slice(0, key.search(/[/:]/))
  /** A long text has many keys, which stay together. */
  const placeIn = (key: string) => key.slice(localeOf(key).length).split('#', 1)[0] ?? ''
  const there = new Set(keys.filter((key) => localeOf(key) === to).map(placeIn))
  let moved = false
  for (const key of keys) {
    const locale = localeOf(key)
    const value = draft.get(key)
    if (locale === to || (locale !== from && keepsOthers) || value === undefined) continue
    if (locale === from && !there.has(placeIn(key))) draft.set(`${to}${key.slice(locale.length)}`, value)
    draft.delete(key)
    moved = true
  }
  return moved
}
