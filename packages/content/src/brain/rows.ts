import type { Json } from '@atelier/documents'
import type { StoredEntry } from '../context/reader.ts'
import { type EntryLocale, shownValues } from '../entry/entry.ts'
import { memberOf } from '../model/json.ts'
import { valueAt } from './shorten.ts'

/** The properties of an entry that queries know besides its fields, unless a field has the same name. */
export const entryProperties = [
  'id',
  'title',
  'status',
  'updated_at',
  'created_at',
  'publish_at',
  'expire_at',
  'createdAt',
  'updatedAt',
  'publishedAt',
] as const

/** Values of one entry in one locale. */
export interface Row {
  stored: StoredEntry
  locale: EntryLocale | undefined
  /** The name of the locale. */
  name: string
}

/** The values of an entry that a query reads. */
export function rowOf(stored: StoredEntry, locale: string): Row {
  const own = memberOf(stored.settled?.locales ?? {}, locale)
  return { stored, locale: own && { ...own, values: shownValues(own) }, name: locale }
}

/** The value of a field, or of a property of the entry where no field has the name. */
export function nameValue({ stored, locale, name }: Row, field: string): Json | undefined {
  const own = locale && valueAt(locale.values, field)
  if (own !== undefined) return own
  switch (field) {
    case 'id':
      return stored.id
    case 'title':
      return stored.title
    case 'created_at':
    case 'createdAt':
      return new Date(stored.createdAt).toISOString()
    case 'publishedAt': {
      const time = locale && publishedTime(stored, name, locale)
      return time === undefined ? undefined : new Date(time).toISOString()
    }
    case 'updated_at':
    case 'updatedAt':
      return locale?.meta.updated_at ?? new Date(stored.updatedAt).toISOString()
    case 'status':
      return locale?.meta.status
    case 'publish_at':
      return locale?.meta.publish_at
    case 'expire_at':
      return locale?.meta.expire_at
    default:
      return undefined
  }
}

/**
 * When an entry came to visitors in a locale, in epoch milliseconds; undefined if it is not published there. A time that
 * is set for it counts, and for one that was published before this was noted, when it was made.
 */
export function publishedTime(
  { publishedAt = {}, createdAt }: Pick<StoredEntry, 'publishedAt' | 'createdAt'>,
  locale: string,
  { meta }: Pick<EntryLocale, 'meta'>,
): number | undefined {
  if (meta.status !== 'published') return undefined
  const set = meta.publish_at === undefined ? Number.NaN : Date.parse(meta.publish_at)
  return Number.isNaN(set) ? (memberOf(publishedAt, locale) ?? createdAt) : set
}
