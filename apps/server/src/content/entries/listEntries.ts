import type { ContentListView, ContentLocaleState } from '@atelier/api'
import {
  type ContentReader,
  type ContentSchema,
  findEntries,
  isStale,
  isTranslated,
  localesOf,
  type Model,
  mainLocale,
  queryWords,
  refuseQuery,
  type StoredEntry,
  shownValues,
  valueFields,
} from '@atelier/content'
import { copyJson, type Json } from '@atelier/documents'
import { inSlices } from '@atelier/operation'
import { Refusal } from '../../http/refusal.ts'

/** Entries that a search of their texts finds at most. */
const MOST_FOUND = 500
/** Characters of a text that a list shows. */
const SHOWN = 200
/** How many orders of one state of a model are kept, so that scrolling does not sort again. */
const MOST_ORDERS = 8

export interface EntryListRequest extends Omit<ContentListView, 'columns'> {
  /** Whether an entry waits for a review, if any can. */
  waits?: (entry: StoredEntry) => boolean
}

interface Listing {
  reader: ContentReader
  schema: ContentSchema
  model: Model
}

const kept = new WeakMap<readonly StoredEntry[], Map<string, readonly StoredEntry[]>>()

/**
 * The entries of a model that a view of its list shows, in its order; the last changed first if it names none.
 * @throws a refusal of the input if it names a field that the model does not have
 */
export async function listEntries(listing: Listing, request: EntryListRequest): Promise<readonly StoredEntry[]> {
  const all = await listing.reader.entries(listing.model.id)
  const { waits, ...rest } = request
  const key = waits ? undefined : JSON.stringify(rest)
  const known = key === undefined ? undefined : kept.get(all)?.get(key)
  if (known) return known
  const found = await find(listing, request, all)
  if (key !== undefined) keepEntries(all, key, found)
  return found
}

function keepEntries(all: readonly StoredEntry[], key: string, found: readonly StoredEntry[]): void {
  const orders = kept.get(all) ?? new Map<string, readonly StoredEntry[]>()
  orders.set(key, found)
  for (const oldest of orders.keys()) {
    if (orders.size <= MOST_ORDERS) break
    orders.delete(oldest)
  }
  kept.set(all, orders)
}

async function find(listing: Listing, request: EntryListRequest, all: readonly StoredEntry[]) {
  const { reader, schema, model } = listing
  const { search, state, status, sort, where = {} } = request
  const main = mainLocale(model, schema.config)
  const locale = localesOf(model, schema.config).find((each) => each === request.locale) ?? main
  const conditions = new Map(Object.entries(where).map(([name, value]) => [name, copyJson(value)]))
  if (status !== undefined) conditions.set('status', status)
  const query = {
    locale,
    where: Object.fromEntries(conditions),
    ...(sort === undefined ? {} : { order: [sort] }),
  }
  const wrong = refuseQuery(model, query)
  if (wrong) throw new Refusal(400, 'invalid_input', wrong.message)
  const typed = search?.trim() ?? ''
  const hits =
    typed === '' ? [] : await reader.search({ words: queryWords(typed), models: [model.id], limit: MOST_FOUND })
  const inText = new Set(hits.map(({ entry }) => entry))
  const plain = typed.toLowerCase()
  const matches = (entry: StoredEntry) =>
    (typed === '' ||
      inText.has(entry.id) ||
      entry.id.toLowerCase().includes(plain) ||
      entry.title.toLowerCase().includes(plain)) &&
    (state === undefined || isIn(state, entry, listing, request))
  const asked = typed === '' && state === undefined ? all : await inSlices(filtered(all, matches))
  const found = await inSlices(findEntries(asked, query))
  return sort === undefined ? found.toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)) : found
}

function* filtered(entries: readonly StoredEntry[], matches: (entry: StoredEntry) => boolean) {
  const found: StoredEntry[] = []
  for (const entry of entries) {
    if (matches(entry)) found.push(entry)
    yield
  }
  return found
}

function isIn(
  state: NonNullable<ContentListView['state']>,
  entry: StoredEntry,
  { model, schema }: Listing,
  { locale, waits }: EntryListRequest,
): boolean {
  const states = () => statesOf(entry, model, schema).filter((each) => locale === undefined || each.locale === locale)
  switch (state) {
    case 'changed':
      return states().some(({ waiting }) => waiting)
    case 'incomplete':
      return entry.issues.some(({ severity }) => severity === 'error')
    case 'waits':
      return waits?.(entry) === true
    case 'scheduled':
      return states().some(({ publishAt, expireAt }) => isToCome(publishAt) || isToCome(expireAt))
    case 'stale':
      return states().some(({ stale }) => stale)
    case 'untranslated':
      return states().some(({ translated }) => !translated)
  }
}

const isToCome = (time: string | undefined) => time !== undefined && Date.parse(time) > Date.now()

/** The state of each locale of an entry, in the order of the project. */
export function statesOf(
  { settled, id, waiting = [], issues }: Pick<StoredEntry, 'settled' | 'id' | 'waiting' | 'issues'>,
  model: Model,
  schema: ContentSchema,
): ContentLocaleState[] {
  const entry = settled ?? { model: model.id, id, locales: {} }
  const main = mainLocale(model, schema.config)
  const errors = issues.filter(({ severity }) => severity === 'error')
  return localesOf(model, schema.config).map((locale) => {
    const { status = 'draft', publish_at: publishAt, expire_at: expireAt } = entry.locales[locale]?.meta ?? {}
    return {
      locale,
      status,
      translated: locale === main || isTranslated(entry.locales[locale]),
      stale: isStale(entry, model, schema.config, locale),
      ...(publishAt === undefined ? {} : { publishAt }),
      ...(expireAt === undefined ? {} : { expireAt }),
      ...(status === 'published' && waiting.includes(locale) ? { waiting: true as const } : {}),
      ...(errors.some((each) => each.locale === undefined || each.locale === locale) ? { refused: true as const } : {}),
    }
  })
}

/** The values of the columns of a list, as much of them as a line can show. */
export function columnsOf(
  { settled }: Pick<StoredEntry, 'settled'>,
  { model, schema }: Pick<Listing, 'model' | 'schema'>,
  columns: readonly string[],
  locale: string | undefined,
): Record<string, Json> {
  const own = settled?.locales[locale ?? mainLocale(model, schema.config)]
  const values: Readonly<Record<string, Json>> = own ? shownValues(own) : {}
  const known = new Set(valueFields(model).map(({ name }) => name))
  return Object.fromEntries(
    columns.flatMap((name) => {
      const value = known.has(name) ? values[name] : undefined
      return value === undefined ? [] : [[name, shortenTexts(value)]]
    }),
  )
}

function shortenTexts(value: Json): Json {
  if (typeof value === 'string') return value.slice(0, SHOWN)
  const text = JSON.stringify(value)
  if (text.length <= SHOWN) return value
  if (!Array.isArray(value)) return text.slice(0, SHOWN)
  let length = 0
  return value.filter((each) => {
    length += JSON.stringify(each).length
    return length <= SHOWN
  })
}
