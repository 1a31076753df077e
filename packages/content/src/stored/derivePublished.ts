import { equalJson, type Json, type View } from '@atelier/documents'
import { publishedDigest } from '../entry/digest.ts'
import { readHeld, readPublished } from '../entry/entryDocument.ts'
import { replaceReference } from '../entry/replaceReference.ts'
import { linksIn } from '../entry/settle.ts'
import { type ContentSchema, editsWait, type Model, NO_LOCALE } from '../model/definition.ts'
import type { StoredLocales } from './storedValues.ts'

/** Values of a locale, by the keys of their fields. */
export type StoredValues = Readonly<Record<string, Json>>

/** By locale, the published values of those in which they are not the settled ones. */
export type StoredPublished = Readonly<Record<string, StoredValues>>

/** Facts about an entry that tell which values are published. */
export interface KnownPublished {
  /** Kept values by their digest, or by the name that `unnamedOf` gives. */
  values: ReadonlyMap<string, StoredValues>
  /** Entries that the commit renames, to which published values refer by their new names from then on. */
  renamed?: readonly Renamed[]
  /** The row of the entry as it was; undefined for a state of the past, of which the row knows nothing. */
  row?: { settled: StoredLocales | undefined; published: StoredPublished | undefined }
}

export interface Renamed {
  model: string
  from: string
  to: string
}

export interface DerivedPublished {
  waiting: StoredPublished
  /** Values to be kept, unless they are kept already. */
  keep: readonly { name: string; values: StoredValues }[]
  /** Kept values that refer to an entry by its new name now. */
  replace: readonly { name: string; values: StoredValues }[]
  /** Names of kept values that hold no longer. */
  drop: readonly string[]
  /** Whether it could not be told without `KnownPublished`. */
  isOpen: boolean
  /** When typed edits that are held go out first, in epoch milliseconds; undefined if none are held. */
  due: number | undefined
}

/** The name of the kept values that are published in a locale while its document names none, as in a project of before. */
export const unnamedOf = (locale: string): string => `:${locale}`

/**
 * The published values of an entry. A locale whose document names values that are kept shows those. Without, it goes on to
 * show what it showed, so that no edit of any writer goes out by itself; one that has just come to be published shows what
 * is settled. Where edits go out at once, only those that somebody is typing are held.
 *
 * @param now epoch milliseconds
 * @returns undefined where edits go out at once and none are held
 */
export function derivePublished(
  view: View,
  settled: StoredLocales,
  model: Model,
  { config }: Pick<ContentSchema, 'config'>,
  found: KnownPublished | undefined,
  now: number,
): DerivedPublished | undefined {
  if (!editsWait(config)) return deriveHeld(view, settled, model, found)
  const { known, replace } = withRenames(found, model)
  const waiting: Record<string, StoredValues> = {}
  const keep: { name: string; values: StoredValues }[] = []
  const drop: string[] = []
  let isOpen = false
  for (const [locale, { values, meta, standIn }] of Object.entries(settled)) {
    if (standIn === true || meta.status !== 'published') continue
    const digest = publishedDigest(values)
    const named = readPublished(view, locale)
    if (named === digest) {
      keep.push({ name: digest, values })
      continue
    }
    // Published at a time to come: as it is settled by then.
    if (named === undefined && meta.publish_at !== undefined && Date.parse(meta.publish_at) > now) {
      drop.push(unnamedOf(locale))
      continue
    }
    if (!known) {
      isOpen = true
      continue
    }
    const kept = named === undefined ? undefined : known.values.get(named)
    const before = kept ?? shownBefore(locale, known)
    if (before === undefined) drop.push(unnamedOf(locale))
    else {
      if (!kept) keep.push({ name: unnamedOf(locale), values: before })
      if (!equalJson(before, values)) waiting[locale] = before
    }
  }
  return { waiting, keep, replace, drop, isOpen, due: undefined }
}

/** The values that visitors see of locales in which somebody is typing, while edits go out at once. */
function deriveHeld(
  view: View,
  settled: StoredLocales,
  model: Model,
  found: KnownPublished | undefined,
): DerivedPublished | undefined {
  const all = Object.entries(settled).flatMap(([locale, own]) => {
    const held = own.standIn === true || own.meta.status !== 'published' ? undefined : readHeld(view, locale)
    return held ? [{ locale, held, values: own.values }] : []
  })
  if (all.length === 0) return undefined
  const { known, replace } = withRenames(found, model)
  const waiting: Record<string, StoredValues> = {}
  const keep: { name: string; values: StoredValues }[] = []
  for (const { locale, held, values } of all) {
    const row = known?.row
    const before = known?.values.get(held.digest) ?? row?.published?.[locale] ?? row?.settled?.[locale]?.values
    if (before === undefined) continue
    keep.push({ name: held.digest, values: before })
    if (!equalJson(before, values)) waiting[locale] = before
  }
  const due = Math.min(...all.map(({ held }) => held.due))
  return { waiting, keep, replace, drop: [], isOpen: known === undefined, due }
}

/** Gives renamed entries their new names in all that is known; returns the kept values that this changes, too. */
function withRenames(found: KnownPublished | undefined, model: Model) {
  const replace: { name: string; values: StoredValues }[] = []
  if (!found?.renamed?.length) return { known: found, replace }
  const { renamed, row } = found
  const rename = (values: StoredValues) => withNewNames(values, renamed, model)
  const values = new Map(
    [...found.values].map(([name, before]) => {
      const after = rename(before)
      if (!equalJson(before, after)) replace.push({ name, values: after })
      return [name, after]
    }),
  )
  const published = row?.published && mapValues(row.published, rename)
  const settled = row?.settled && mapValues(row.settled, (own) => ({ ...own, values: rename(own.values) }))
  return { known: { values, ...(row ? { row: { settled, published } } : {}) }, replace }
}

const mapValues = <Value>(all: Readonly<Record<string, Value>>, change: (value: Value) => Value) =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, change(value)]))

function withNewNames(values: StoredValues, renamed: readonly Renamed[], { fields }: Model): StoredValues {
  const changed = fields.flatMap(({ key, definition }): [string, Json][] => {
    const value = values[key]
    if (value === undefined || linksIn(definition, value).every(({ kind }) => kind !== 'ref')) return []
    const next = renamed.reduce<Json>(
      (each, { model, from, to }) => replaceReference(definition, each, model, from, to) ?? each,
      value,
    )
    return [[key, next]]
  })
  return changed.length === 0 ? values : { ...values, ...Object.fromEntries(changed) }
}

/** The values that visitors saw of a locale; undefined if they saw none. */
function shownBefore(locale: string, { values, row }: KnownPublished): StoredValues | undefined {
  const unnamed = values.get(unnamedOf(locale))
  if (!row) return unnamed
  const former = row.settled?.[locale] ? locale : formerLocale(row.settled)
  const last = former === undefined ? undefined : row.settled?.[former]
  if (former === undefined || !last || last.standIn === true || last.meta.status !== 'published') return undefined
  return unnamed ?? row.published?.[former] ?? last.values
}

/** The locale of an entry whose model was in none, or is in none now. */
function formerLocale(settled: StoredLocales = {}): string | undefined {
  const [only, ...others] = Object.keys(settled).filter((locale) => settled[locale]?.standIn !== true)
  return settled[NO_LOCALE] ? NO_LOCALE : others.length === 0 ? only : undefined
}
