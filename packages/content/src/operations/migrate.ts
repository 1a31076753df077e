import type { Draft, Json } from '@atelier/documents'
import type { ContentContext } from '../context/context.ts'
import type { StoredEntry } from '../context/reader.ts'
import { readEntry, writeValues } from '../entry/entryDocument.ts'
import { settle, uniqueText } from '../entry/settle.ts'
import { type FieldChange, type Migration, type ModelChange, migrateValue } from '../model/change.ts'
import { type ContentSchema, type Model, NO_LOCALE } from '../model/definition.ts'
import { checkValue } from '../model/fields.ts'
import type { Finding } from '../model/finding.ts'
import { memberOf } from '../model/json.ts'
import { fieldOf, valueFields } from '../model/named.ts'
import { MAX_ENTRIES } from './support.ts'

/** What a change of a field does to entries. */
export interface Break {
  field: string
  what: FieldChange['what'] | 'i18n'
  /** Entries whose values no longer fit, or are gone. */
  count: number
}

interface Change {
  before: Model
  after: Model
  change: ModelChange
  entries: readonly StoredEntry[]
  migrate: Readonly<Record<string, Migration>>
}

/** Which entries a change of their model touches. A field's own name stands for it; `i18n` for the loss of translations. */
export function whatBreaks({ before, after, change, entries, migrate }: Change): {
  breaks: Break[]
  entries: Set<string>
} {
  const names = new Map(before.fields.map(({ key, name }) => [key, name]))
  const affected = new Set<string>()
  const breaks: Break[] = []
  const add = (field: string, what: Break['what'], ids: readonly string[]) => {
    if (ids.length > 0) breaks.push({ field, what, count: ids.length })
    for (const id of ids) affected.add(id)
  }
  for (const { key, field, what, after: definition, breaks: mayBreak } of change.fields) {
    if (!mayBreak) continue
    const name = names.get(key)
    const valueIn = (values: Readonly<Record<string, Json>>) =>
      name === undefined ? undefined : memberOf(values, name)
    if (what === 'became unique') add(field, what, twice(entries, valueIn))
    else
      add(
        field,
        what,
        idsWhere(entries, (values) => {
          const value = valueIn(values)
          return definition ? hasError(checkValue(definition, value, {})) : value !== undefined
        }),
      )
  }
  if (before.i18n && !after.i18n) {
    const translated = entries.filter(
      ({ settled }) => Object.values(settled?.locales ?? {}).filter(({ standIn }) => !standIn).length > 1,
    )
    if (translated.length > 0) breaks.push({ field: 'i18n', what: 'i18n', count: translated.length })
  }
  // A call that goes on where another one of this change stopped.
  for (const field of Object.keys(migrate)) {
    if (change.fields.some((each) => each.field === field)) continue
    const now = fieldOf(after, field)
    const ids = now
      ? entries
          .filter(({ issues }) => issues.some((each) => each.field?.split('.', 1)[0] === field))
          .map(({ id }) => id)
      : idsWhere(entries, (values) => Object.hasOwn(values, field))
    for (const id of ids) affected.add(id)
  }
  return { breaks: joined(breaks), entries: affected }
}

/** One line for a field that changed in several ways. */
function joined(breaks: readonly Break[]): Break[] {
  const byField = new Map<string, Break>()
  for (const each of breaks) {
    const other = byField.get(each.field)
    if (!other || other.count < each.count) byField.set(each.field, each)
  }
  return [...byField.values()]
}

const hasError = (findings: readonly Finding[]) => findings.some(({ severity }) => severity === 'error')

function idsWhere(
  entries: readonly StoredEntry[],
  test: (values: Readonly<Record<string, Json>>) => boolean,
): string[] {
  return entries
    .filter(({ settled }) =>
      Object.values(settled?.locales ?? {}).some(({ values, standIn }) => !standIn && test(values)),
    )
    .map(({ id }) => id)
}

/** Entries that share a value with another one in the same locale. */
function twice(
  entries: readonly StoredEntry[],
  valueIn: (values: Readonly<Record<string, Json>>) => Json | undefined,
): string[] {
  const holders = new Map<string, string>()
  const found = new Set<string>()
  for (const { id, settled } of entries) {
    for (const [locale, { values }] of Object.entries(settled?.locales ?? {})) {
      const value = valueIn(values)
      if (value === undefined || value === null || value === '') continue
      const text = `${locale} ${uniqueText(value)}`
      const other = holders.get(text)
      if (other !== undefined && other !== id) found.add(id)
      else holders.set(text, id)
    }
  }
  return [...found]
}

/** Writes the values that a changed model wants into its entries, of 500 at a time. */
export async function migrateEntries(
  { drafts }: ContentContext,
  {
    before,
    after,
    whole,
    migrate,
    affected,
    entries,
  }: {
    before: Model
    after: Model
    whole: ContentSchema
    migrate: Readonly<Record<string, Migration>>
    affected: ReadonlySet<string>
    entries: readonly StoredEntry[]
  },
): Promise<{ migrated: number; left: number; findings: Finding[] } | { message: string; hint: string }> {
  for (const [name, how] of Object.entries(migrate)) {
    const definition = fieldOf(after, name)?.definition
    if (definition?.required === true && definition.default === undefined && how !== 'convert' && affected.size > 0)
      return {
        message: `“${name}” is required and has no default to put into ${affected.size} entries.`,
        hint: `Give it one (default), use migrate: {"${name}": "convert"}, or do not require it yet.`,
      }
  }
  const moves = before.i18n !== after.i18n
  const wanted = entries.filter(({ id, issues }) => moves || affected.has(id) || issues.length > 0)
  const now = wanted.slice(0, MAX_ENTRIES)
  const findings: Finding[] = []
  if (moves && wanted.length > MAX_ENTRIES)
    return {
      message: `Entries move to other locales at once, and ${before.name} has ${wanted.length}, more than ${MAX_ENTRIES}.`,
      hint: 'Make a new model with i18n as it is wanted, and save the entries there.',
    }
  let migrated = 0
  for (const { documentId } of now) {
    const draft = await drafts.open(documentId)
    if (!draft) continue
    let changed = moves && moveLocales(draft, before, whole)
    for (const [name, how] of Object.entries(migrate)) if (migrateField(draft, before, after, name, how)) changed = true
    if (changed) migrated += 1
    findings.push(...settle(readEntry(draft, after), after, whole).issues)
  }
  return { migrated, left: wanted.length - now.length, findings }
}

/** Whether anything was written. */
function migrateField(draft: Draft, before: Model, after: Model, name: string, how: Migration): boolean {
  const field = fieldOf(after, name)
  if (!field) {
    // A field that is gone: its values stand under its old name, or are unknown ones by now.
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

/** Moves the values of an entry between no locale and the default one. */
function moveLocales(draft: Draft, before: Model, { config }: ContentSchema): boolean {
  const [from, to] = before.i18n ? [config.locales.default, NO_LOCALE] : [NO_LOCALE, config.locales.default]
  let moved = false
  for (const key of [...draft.keys()]) {
    const at = key.search(/[/:]/)
    const value = at < 0 ? undefined : draft.get(key)
    if (value === undefined) continue
    const locale = key.slice(0, at)
    if (locale === from) draft.set(`${to}${key.slice(at)}`, value)
    if (locale === from || before.i18n) {
      draft.delete(key)
      moved = true
    }
  }
  return moved
}
