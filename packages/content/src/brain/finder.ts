import type { Json } from '@atelier/documents'
import type { Steps } from '@atelier/operation'
import type { StoredEntry } from '../context/reader.ts'
import { isList, isRecord } from '../model/json.ts'
import { lower, meetsAll, meetsCondition } from './conditions.ts'
import { sorted } from './order.ts'
import type { EntryQuery } from './query.ts'
import { nameValue, rowOf } from './rows.ts'

/** Answers of this many queries, columns of this many fields, and this many orders are kept. */
const MOST_FOUND = 32
const MOST_COLUMNS = 24
const MOST_ORDERS = 8
/** UTF-16 units of the texts of one column that are kept as a search compares them. */
const MOST_LOWERED = 8_000_000
const MOST_LOWERED_COLUMNS = 3
/** Fewer entries are put in order by themselves; with more all are, once. */
const FEW = 500
/** Entries that one step looks at. */
const RUN = 16

/** Finds among the same entries again and again. */
export interface Finder<Each extends StoredEntry> {
  /** As `findEntries` does. A step is some entries. */
  find(query: Pick<EntryQuery, 'where' | 'order'>): Steps<readonly Each[]>
}

/**
 * A finder over entries that stay as they are: what it reads of them is kept by field, and what it found by query.
 * @param locale `*` of a model without locales
 */
export function createFinder<Each extends StoredEntry>(entries: readonly Each[], locale: string): Finder<Each> {
  const found = new Map<string, readonly Each[]>()
  const columns = new Map<string, readonly (Json | undefined)[]>()
  const lowered = new Map<string, readonly (Json | undefined)[]>()
  const orders = new Map<string, readonly number[]>()
  const places = new Map(entries.map((entry, at) => [entry, at]))

  function* column(name: string): Steps<readonly (Json | undefined)[]> {
    const known = columns.get(name)
    if (known) return known
    const values: (Json | undefined)[] = []
    for (const [at, entry] of entries.entries()) {
      values.push(nameValue(rowOf(entry, locale), name))
      if (at % RUN === 0) yield
    }
    keepNewest(columns, name, values, MOST_COLUMNS)
    return values
  }

  /** The texts of a column as `contains` compares them, unless they are too long to be kept. */
  function* loweredColumn(name: string): Steps<readonly (Json | undefined)[] | undefined> {
    const known = lowered.get(name)
    if (known) return known
    let size = 0
    const texts: (Json | undefined)[] = []
    for (const [at, value] of (yield* column(name)).entries()) {
      texts.push(typeof value === 'string' ? lower(value) : value)
      size += typeof value === 'string' ? value.length : 0
      if (size > MOST_LOWERED) return undefined
      if (at % RUN === 0) yield
    }
    keepNewest(lowered, name, texts, MOST_LOWERED_COLUMNS)
    return texts
  }

  /** The places that a condition leaves. */
  function* matching(places: readonly number[] | undefined, name: string, condition: Json): Steps<readonly number[]> {
    if (name === '$or' || name === '$and') return yield* matchingRows(places, { [name]: condition })
    const isText = isRecord(condition) && typeof condition.contains === 'string'
    // Without marks of case already, so that a comparison finds them as they are.
    const texts = isText && Object.keys(condition).length === 1 ? yield* loweredColumn(name) : undefined
    const sought = texts && isRecord(condition) ? lower(String(condition.contains)) : ''
    const values = texts ?? (yield* column(name))
    const left: number[] = []
    const count = places?.length ?? values.length
    for (let index = 0; index < count; index += 1) {
      const at = places?.[index] ?? index
      const value = values[at]
      const matches =
        texts && !isList(value) ? typeof value === 'string' && value.includes(sought) : meetsCondition(value, condition)
      if (matches) left.push(at)
      if (index % RUN === 0) yield
    }
    return left
  }

  /** The places that combined conditions leave. */
  function* matchingRows(
    places: readonly number[] | undefined,
    where: Readonly<Record<string, Json>>,
  ): Steps<readonly number[]> {
    const left: number[] = []
    const count = places?.length ?? entries.length
    for (let index = 0; index < count; index += 1) {
      const at = places?.[index] ?? index
      const entry = entries[at]
      if (entry && meetsAll(rowOf(entry, locale), where)) left.push(at)
      if (index % RUN === 0) yield
    }
    return left
  }

  /** The places of all entries in an order. */
  function* ordered(order: readonly string[]): Steps<readonly number[]> {
    const key = order.join(',')
    const known = orders.get(key)
    if (known) return known
    const all = (yield* sorted(entries, order, locale)).map((entry) => places.get(entry) ?? 0)
    keepNewest(orders, key, all, MOST_ORDERS)
    return all
  }

  function at(where: readonly number[], wanted?: Uint8Array): Each[] {
    const some: Each[] = []
    // By index: this runs ten thousand times for each query.
    for (let index = 0; index < where.length; index += 1) {
      const place = where[index] ?? 0
      const entry = wanted && wanted[place] === 0 ? undefined : entries[place]
      if (entry) some.push(entry)
    }
    return some
  }

  function* search({ where = {}, order = [] }: Pick<EntryQuery, 'where' | 'order'>): Steps<readonly Each[]> {
    let left: readonly number[] | undefined
    for (const [name, condition] of Object.entries(where)) left = yield* matching(left, name, condition)
    if (order.length === 0) return left ? at(left) : entries
    if (left && left.length <= FEW && !orders.has(order.join(','))) return yield* sorted(at(left), order, locale)
    const all = yield* ordered(order)
    if (!left) return at(all)
    const wanted = new Uint8Array(entries.length)
    for (const place of left) wanted[place] = 1
    return at(all, wanted)
  }

  return {
    *find(query) {
      const key = JSON.stringify([Object.entries(query.where ?? {}), query.order ?? []])
      const known = found.get(key)
      if (known) return known
      const result = yield* search(query)
      keepNewest(found, key, result, MOST_FOUND)
      return result
    },
  }
}

/** Puts a value last, and takes the first ones away. */
function keepNewest<Value>(kept: Map<string, Value>, key: string, value: Value, most: number): void {
  kept.set(key, value)
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return
    kept.delete(oldest)
  }
}
