import type { Json } from '@atelier/documents'
import type { Steps } from '@atelier/operation'
import type { StoredEntry } from '../context/reader.ts'
import type { Model } from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'
import { isList } from '../model/json.ts'
import { valueFields } from '../model/named.ts'
import { combinations, comparisons, flatConditions, meetsAll, unknownComparison } from './conditions.ts'
import { didYouMean } from './nearest.ts'
import { plainName, sorted } from './order.ts'
import { bytesOf, MAX_RESULT, pageOf, readCursor, writeCursor } from './page.ts'
import { entryProperties, nameValue, type Row, rowOf } from './rows.ts'
import { type Shortened, shortenValue, valueAt } from './shorten.ts'

export interface EntryQuery {
  /** `*` of a model without locales. */
  locale: string
  /** Ids; all if absent. */
  ids?: readonly string[]
  /** By field or property: the value itself, or an object of comparisons; `$or` and `$and` have lists of the same. */
  where?: Readonly<Record<string, Json>>
  /** Names of the fields that are returned; all if absent. */
  fields?: readonly string[]
  /** Names of fields or properties, each with `-` before it for the last first. In the order of their making if absent. */
  order?: readonly string[]
  /** At most 50; 20 if absent. */
  limit?: number
  cursor?: string
  /** A field or property: how many entries have each value of it. */
  countBy?: string
}

/** One entry as a read answers with it: its settled state in one locale. */
export interface ReadEntry {
  id: string
  documentId: string
  title: string
  status?: string
  updated_at: string
  /** The fields that were asked for; without those that are not set. */
  data: Record<string, Json>
  /** It has no state yet that its model accepts. */
  unsettled?: true
  /** The locales in which it is published and has newer edits, which visitors do not see yet. */
  waits?: string[]
  /** The locale is not translated: these are the values of the default one. */
  standIn?: true
  /** The fields that are not translated, and show the values of the default locale. */
  standInFields?: string[]
  /** Problems of the draft. */
  issues?: Pick<Finding, 'severity' | 'code' | 'message' | 'locale' | 'field'>[]
  /** The data continues at the cursor. */
  part?: true
  /** Texts that are cut, and values that are left out; each is read whole by its path. */
  shortened?: Shortened[]
}

export interface QueryResult {
  /** How many entries match. */
  total: number
  entries: ReadEntry[]
  cursor?: string
  /** The most frequent values first, at most 50. */
  counts?: { value: Json; count: number }[]
}

/** The fault of a query, or undefined: an unknown name or comparison, or a cursor of another form. */
export function refuseQuery(model: Model, query: EntryQuery): Pick<Finding, 'code' | 'message' | 'hint'> | undefined {
  const { where = {}, fields = [], order = [], countBy, cursor } = query
  const known = new Set(valueFields(model).map(({ name }) => name))
  const conditions = flatConditions(where)
  if (typeof conditions === 'string')
    return { code: 'bad_condition', message: conditions, hint: 'Such as {"$or":[{"price":{"lt":10}},{"sale":true}]}.' }
  const named = [
    ...conditions.map(([name]) => name),
    ...order.map(plainName),
    ...(countBy === undefined ? [] : [countBy]),
  ]
  const properties: readonly string[] = entryProperties
  const isKnown = (name: string) =>
    model.kind === 'dictionary' || known.has(name) || known.has(name.split('.')[0] ?? '')
  const unknown =
    named.find((name) => !isKnown(name) && !properties.includes(name)) ?? fields.find((name) => !isKnown(name))
  if (unknown !== undefined) {
    const hint = `Its fields: ${[...known].join(', ') || 'none'}. Beside them: ${properties.join(', ')}.`
    const near = didYouMean(unknown, [...known, ...properties, ...combinations])
    const message = `The model "${model.id}" has no field "${unknown.slice(0, 80)}".${near}`
    return { code: 'unknown_field', message, hint }
  }
  for (const [name, condition] of conditions) {
    const wrong = unknownComparison(model, name, condition)
    if (wrong === undefined) continue
    const message = `There is no comparison "${wrong.slice(0, 80)}" for ${name}.${didYouMean(wrong, comparisons)}`
    return { code: 'unknown_operator', message, hint: `There are ${comparisons.join(', ')}.` }
  }
  if (cursor !== undefined && !readCursor(cursor)) {
    return {
      code: 'bad_cursor',
      message: 'The cursor is none that a read returned.',
      hint: 'Leave it out to begin again.',
    }
  }
  return undefined
}

/**
 * The entries of a model that match, as one page of at most 16 kB: whole entries, and the members of one entry that is
 * larger by itself. A step is some entries.
 * @param entries of the model, in the order of their making
 * @param query one that `refuseQuery` has nothing against
 */
export function* queryEntries(entries: readonly StoredEntry[], model: Model, query: EntryQuery): Steps<QueryResult> {
  const { countBy, locale } = query
  const found = yield* findEntries(entries, query)
  return {
    total: found.length,
    ...pageOfEntries(found, model, query),
    ...(countBy === undefined ? {} : { counts: yield* countValues(found, countBy, locale) }),
  }
}

/** The entries that match, in the requested order. A step is some entries. */
export function* findEntries<Each extends StoredEntry>(
  entries: readonly Each[],
  { where = {}, ids, order = [], locale }: Pick<EntryQuery, 'where' | 'ids' | 'order' | 'locale'>,
): Steps<readonly Each[]> {
  const hasConditions = Object.keys(where).length > 0
  const wanted = ids && new Set(ids)
  const matches = (stored: Each) => meetsAll(rowOf(stored, locale), where)
  // A read without conditions costs the same however many entries there are.
  const asked = wanted ? entries.filter(({ id }) => wanted.has(id)) : entries
  const matching = hasConditions ? yield* filtered(asked, matches) : asked
  return order.length > 0 ? yield* sorted(matching, order, locale) : matching
}

function* filtered<Each>(entries: readonly Each[], matches: (stored: Each) => boolean): Steps<Each[]> {
  const found: Each[] = []
  for (const stored of entries) {
    if (matches(stored)) found.push(stored)
    yield
  }
  return found
}

function pageOfEntries(
  found: readonly StoredEntry[],
  model: Model,
  { cursor, fields, limit, locale }: EntryQuery,
): Pick<QueryResult, 'entries' | 'cursor'> {
  const { start, members } = cursorStart(found, cursor)
  const cursorAt = (index: number, read = 0) => writeCursor({ index, members: read, after: found[index - 1]?.id ?? '' })
  const first = found[start]
  const row = first && rowOf(first, locale)
  if (row && (members > 0 || bytesOf(readRow(row, model, fields)) > MAX_ENTRY)) {
    const { entry, next } = partOfRow(row, model, fields, members)
    if (next !== undefined) return { entries: [entry], cursor: cursorAt(start, next) }
    return { entries: [entry], ...(start + 1 < found.length ? { cursor: cursorAt(start + 1) } : {}) }
  }
  const { items, next } = pageOf(found, { start, limit }, (stored) => readRow(rowOf(stored, locale), model, fields))
  return { entries: items, ...(next === undefined ? {} : { cursor: cursorAt(next) }) }
}

/** Bytes of one entry from which on it is read in parts. */
const MAX_ENTRY = MAX_RESULT - 2_000

/** The point where a cursor continues: behind the entry that was last, wherever it stands now. */
export function cursorStart(
  found: readonly Pick<StoredEntry, 'id'>[],
  cursor: string | undefined,
): { start: number; members: number } {
  const read = cursor === undefined ? undefined : readCursor(cursor)
  if (!read) return { start: 0, members: 0 }
  const { index, after, members } = read
  if (after === '' || found[index - 1]?.id === after) return { start: index, members }
  const at = found.findIndex(({ id }) => id === after)
  return at < 0 ? { start: index, members: 0 } : { start: at + 1, members }
}

/** One entry with the fields that were asked for. */
export function readEntryIn(stored: StoredEntry, model: Model, locale: string, fields?: readonly string[]): ReadEntry {
  return readRow(rowOf(stored, locale), model, fields)
}

function readRow(row: Row, model: Model, fields: readonly string[] | undefined): ReadEntry {
  const shortened: Shortened[] = []
  const data = Object.fromEntries(
    membersOf(row, model, fields).map(([name, value]) => [name, shortenValue(value, name, shortened)]),
  )
  return { ...headOf(row), data, ...(shortened.length > 0 ? { shortened } : {}) }
}

/** The members of one large entry from `from` on, as many as fit. */
function partOfRow(
  row: Row,
  model: Model,
  fields: readonly string[] | undefined,
  from: number,
): { entry: ReadEntry; next?: number } {
  const members = membersOf(row, model, fields)
  const data: Record<string, Json> = {}
  const shortened: Shortened[] = []
  const head = headOf(row)
  let left = MAX_ENTRY - bytesOf(head)
  let at = from
  for (; at < members.length; at += 1) {
    const [name, value] = members[at] ?? ['', null]
    const cut: Shortened[] = []
    const short = shortenValue(value, name, cut)
    const size = bytesOf({ [name]: short, cut })
    const alone = size > MAX_ENTRY - 2_000
    left -= alone ? bytesOf(name) + 100 : size
    if (left < 0) break
    if (alone) shortened.push({ path: name, length: isList(value) ? value.length : Object.keys(Object(value)).length })
    else {
      data[name] = short
      shortened.push(...cut)
    }
  }
  const more = at < members.length
  return {
    entry: {
      ...head,
      data,
      ...(from > 0 || more ? { part: true } : {}),
      ...(shortened.length > 0 ? { shortened } : {}),
    },
    ...(more ? { next: at } : {}),
  }
}

/** The set values among the requested fields, in the order of the model. */
function membersOf({ locale }: Row, model: Model, fields: readonly string[] | undefined): [string, Json][] {
  const values = locale?.values ?? {}
  const names =
    fields ?? (model.kind === 'dictionary' ? Object.keys(values).sort() : valueFields(model).map(({ name }) => name))
  return names.flatMap((name): [string, Json][] => {
    const value = valueAt(values, name)
    return value === undefined ? [] : [[name, value]]
  })
}

const MAX_ISSUES = 5

function headOf({ stored, locale }: Row): Omit<ReadEntry, 'data' | 'shortened'> {
  const { id, documentId, title, issues, settled, updatedAt, waiting = [] } = stored
  return {
    id,
    documentId,
    title,
    ...(locale ? { status: locale.meta.status } : {}),
    updated_at: locale?.meta.updated_at ?? new Date(updatedAt).toISOString(),
    ...(settled ? {} : { unsettled: true }),
    ...(waiting.length > 0 ? { waits: [...waiting] } : {}),
    ...(locale?.standIn ? { standIn: true } : {}),
    ...(locale?.filled ? { standInFields: Object.keys(locale.filled) } : {}),
    ...(issues.length > 0
      ? {
          issues: issues.slice(0, MAX_ISSUES).map(({ severity, code, message, locale: where, field }) => ({
            severity,
            code,
            message: message.slice(0, 300),
            ...(where === undefined ? {} : { locale: where }),
            ...(field === undefined ? {} : { field }),
          })),
        }
      : {}),
  }
}

const MAX_COUNTS = 50

function* countValues(
  entries: readonly StoredEntry[],
  name: string,
  locale: string,
): Steps<{ value: Json; count: number }[]> {
  const counts = new Map<string, { value: Json; count: number }>()
  for (const stored of entries) {
    const value = nameValue(rowOf(stored, locale), name) ?? null
    // Each member of a list counts, such as a tag.
    for (const each of isList(value) ? value : [value]) {
      const short = typeof each === 'string' ? each.slice(0, 100) : each
      const key = JSON.stringify(short)
      const known = counts.get(key)
      if (known) known.count += 1
      else counts.set(key, { value: short, count: 1 })
    }
    yield
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).slice(0, MAX_COUNTS)
}
