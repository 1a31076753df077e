import { atOnce, errorMessage, type Steps } from '@atelier/operation'
import * as Y from 'yjs'
import { type DecodedUpdate, decodingSteps } from './decode.ts'
import type { DocumentType } from './documentType.ts'
import { isJson } from './json.ts'
import { countConcurrent, lastItem, type SentItem, spanOf } from './lastItem.ts'
import { FIELDS, type LocalDocument } from './local.ts'
import { createMemoryView } from './memory.ts'
import type { Json } from './view.ts'

export interface UpdateLimits {
  /** Bytes of one update. */
  update: number
  /** Characters of one key. */
  key: number
  /** Characters of one value as JSON text. */
  value: number
  /** Values that one update sets. */
  structs: number
  /** Replicas whose values it brings. */
  clients: number
  /** Steps that Yjs may need to put values in order that were written at the same time. */
  ordering: number
}

export const UPDATE_LIMITS: UpdateLimits = {
  update: 4 * 1024 * 1024,
  key: 1024,
  value: 1024 * 1024,
  // Four pages of the most nodes that an import takes, pasted at once.
  structs: 200_000,
  // Four times the sockets that one user may have open.
  clients: 1_000,
  // Four times what returns of 5,000 keys, each of which others have written 500 times meanwhile.
  ordering: 10_000_000,
}

/** No key of ours has one, and V8's `JSON.parse` (Node 24) may read an escaped one in a key as a backslash. */
function hasControl(key: string): boolean {
  for (let at = 0; at < key.length; at++) if (key.charCodeAt(at) < 0x20) return true
  return false
}

export type Inspection =
  | { ok: true /** Whether it holds anything that the document does not have yet. */; fresh: boolean }
  | {
      ok: false
      /** `invalid_update` will never be taken; `out_of_order` will, once what it builds on has come. */
      refused: 'invalid_update' | 'out_of_order'
      message: string
    }

type Refused = Extract<Inspection, { ok: false }>
type Document = Pick<LocalDocument, 'doc' | 'view'>
type Accepts = NonNullable<DocumentType['accepts']>

/** The items of one client in an update, without gaps. */
interface Sent {
  items: Y.Item[]
  /** The index of the next item to look at. */
  next: number
}

/**
 * Looks at an update from outside before it is stored or applied: it must set or delete JSON values of `fields`, and
 * build on nothing that the document does not have (Yjs would hold such a part back, unseen and unchecked). Changes
 * nothing, and takes time in proportion to the update.
 * @param accepts the document type's check of each key that the update changes
 */
export function inspectUpdate(
  document: Document,
  update: Uint8Array,
  limits: UpdateLimits = UPDATE_LIMITS,
  accepts?: Accepts,
): Inspection {
  return atOnce(inspectionSteps(document, update, limits, accepts))
}

/** As `inspectUpdate`, to be done in slices; the document must not change in between. */
export function* inspectionSteps(
  document: Document,
  update: Uint8Array,
  limits: UpdateLimits,
  accepts?: Accepts,
): Steps<Inspection> {
  if (update.byteLength > limits.update) return invalid(`An update may have ${limits.update} bytes.`)
  let decoded: DecodedUpdate
  try {
    // Each part of a value takes two characters of JSON at least.
    decoded = yield* decodingSteps(update, limits.value / 2)
  } catch (error) {
    return invalid(`The bytes are not a Yjs update: ${errorMessage(error)}`)
  }
  const { structs, deletions } = decoded
  const sent = yield* byClient(structs)
  if (!(sent instanceof Map)) return sent
  const written = yield* readWritten(document, sent, limits)
  if (!(written instanceof Map)) return written
  const deleted = yield* readDeleted(document, sent, deletions)
  if ('ok' in deleted) return deleted
  const outcome = yield* outcomeOf(document, written, deleted, limits)
  if ('ok' in outcome) return outcome
  const wrong = accepts && (yield* refusedOf(document, outcome, accepts))
  return wrong === undefined ? { ok: true, fresh: written.size > 0 || deleted.fresh } : invalid(wrong)
}

function* byClient(structs: readonly (Y.Item | Y.GC | Y.Skip)[]): Steps<Map<number, Sent> | Refused> {
  const sent = new Map<number, Sent>()
  let previous: Y.Item | undefined
  for (const struct of structs) {
    yield
    if (!(struct instanceof Y.Item)) return invalid('Only sets and deletes of fields are accepted.')
    const wrong = wrongShape(struct)
    if (wrong !== undefined) return invalid(wrong)
    const { client } = struct.id
    const own = sent.get(client)
    // Yjs would drop all but the last of several runs of a client.
    if (own && previous?.id.client !== client) return invalid('An update brings the edits of each client in one run.')
    if (own) own.items.push(struct)
    else sent.set(client, { items: [struct], next: 0 })
    previous = struct
  }
  return sent
}

/**
 * Checks the items that the document does not have, each after what it builds on, and returns them by their keys.
 * An item may build on one of a client that comes later in the update, so that its client waits for that one.
 */
function* readWritten(
  { doc }: Document,
  sent: ReadonlyMap<number, Sent>,
  limits: UpdateLimits,
): Steps<Map<string, SentItem[]> | Refused> {
  const written = new Map<string, SentItem[]>()
  const keys = new Map<Y.Item, string>()
  const waiting = new Map<Y.Item, Sent[]>()
  const ready = [...sent.values()]
  const clients = new Set<number>()
  let count = 0
  for (let own = ready.pop(); own; own = ready.pop()) {
    for (let item = own.items[own.next]; item; item = own.items[own.next]) {
      yield
      const { client, clock } = item.id
      const known = Y.getState(doc.store, client)
      // Only of the first item: the others follow without a gap.
      if (own.next === 0 && clock > known) return BUILDS_ON_MORE
      if (clock + item.length > known) {
        const origin = clock < known ? Y.createID(client, known - 1) : item.origin
        const isKnown = !origin || origin.clock < Y.getState(doc.store, origin.client)
        const other = isKnown ? undefined : sent.get(origin.client)
        const index = other && origin ? indexAt(other.items, origin.clock) : -1
        const under = other?.items[index]
        if (!isKnown && !under) return BUILDS_ON_MORE
        if (other && under && index >= other.next) {
          const others = waiting.get(under)
          if (others) others.push(own)
          else waiting.set(under, [own])
          break
        }
        const key = origin ? (under ? keys.get(under) : keyIn(doc, origin)) : (item.parentSub ?? undefined)
        const wrong = wrongValue(item, key, limits)
        if (key === undefined || wrong !== undefined) return invalid(wrong ?? BUILDS_ON_NO_FIELD)
        keys.set(item, key)
        const list = written.get(key)
        if (list) list.push({ item, origin })
        else written.set(key, [{ item, origin }])
        count += 1
        if (count > limits.structs) return invalid(`An update may set ${limits.structs} values.`)
        clients.add(client)
        if (clients.size > limits.clients) return invalid(`An update may bring edits of ${limits.clients} clients.`)
      }
      own.next += 1
      for (const next of waiting.get(item) ?? []) ready.push(next)
    }
  }
  for (const { items, next } of sent.values()) if (next < items.length) return BUILDS_ON_MORE
  return written
}

interface Deleted {
  /** Whether anything of it was there until now. */
  fresh: boolean
  /** Keys whose value in the document it deletes. */
  keys: ReadonlySet<string>
  /** Items of the update itself. */
  items: ReadonlySet<Y.Item>
}

function* readDeleted(
  { doc }: Document,
  sent: ReadonlyMap<number, Sent>,
  deletions: DecodedUpdate['deletions'],
): Steps<Deleted | Refused> {
  const fields = doc.getMap<Json>(FIELDS)._map
  const keys = new Set<string>()
  const items = new Set<Y.Item>()
  let fresh = false
  for (const [client, ranges] of deletions) {
    const structs = doc.store.clients.get(client) ?? []
    const known = Y.getState(doc.store, client)
    const own = sent.get(client)?.items ?? []
    const last = own.at(-1)
    const end = Math.max(known, last ? last.id.clock + last.length : 0)
    let from = 0
    for (const { clock, length } of ranges) {
      yield
      const to = clock + length
      if (clock < from || length === 0) return invalid('The deletions of an update are in order.')
      if (to > end) return { ok: false, refused: 'out_of_order', message: 'The update deletes what has not arrived.' }
      from = to
      for (let at = clock < known ? Y.findIndexSS(structs, clock) : structs.length; at < structs.length; at += 1) {
        yield
        const struct = structs[at]
        if (!struct || struct.id.clock >= to) break
        if (struct.deleted || !(struct instanceof Y.Item)) continue
        fresh = true
        const key = struct.parentSub
        if (key !== null && struct.id.clock + struct.length <= to && fields.get(key) === struct) keys.add(key)
      }
      for (let at = indexAt(own, Math.max(clock, known)); at >= 0 && at < own.length; at += 1) {
        yield
        const item = own[at]
        if (!item || item.id.clock >= to) break
        if (item.id.clock + item.length <= to) items.add(item)
      }
    }
  }
  return { fresh, keys, items }
}

interface Outcome {
  /** The value of each changed key once the update is in; undefined for a deleted one. */
  values: ReadonlyMap<string, Json | undefined>
  /** Values that lose against others that were written at the same time. */
  lost: readonly { key: string; value: Json }[]
}

function* outcomeOf(
  { doc, view }: Document,
  written: ReadonlyMap<string, SentItem[]>,
  deleted: Deleted,
  limits: UpdateLimits,
): Steps<Outcome | Refused> {
  const values = new Map<string, Json | undefined>()
  const lost: { key: string; value: Json }[] = []
  const fields = doc.getMap<Json>(FIELDS)._map
  const replaced = new Set<string>()
  let steps = 0
  for (const [key, items] of written) {
    yield
    const current = fields.get(key)
    const concurrent = countConcurrent(current, items)
    let last = items.at(-1)?.item
    if (concurrent > 0) {
      const span = spanOf(current) + items.length
      const cuts = items.filter(({ origin }) => origin && !isLast(doc, origin))
      steps += concurrent * span
      for (const { origin } of cuts) steps += (doc.store.clients.get(origin?.client ?? 0)?.length ?? 0) / CUT_PER_STEP
      if (steps > limits.ordering) return invalid('The update holds too many edits that were made at the same time.')
      last = lastItem(current, items)
      for (const item of lastWritten(items)) {
        const value = item === last || deleted.items.has(item) ? undefined : jsonOf(item)
        if (value !== undefined) lost.push({ key, value })
      }
    }
    if (last === undefined || last === current) continue
    replaced.add(key)
    const value = deleted.items.has(last) ? undefined : jsonOf(last)
    if (value !== undefined || view.has(key)) values.set(key, value)
  }
  for (const key of deleted.keys) {
    yield
    if (!replaced.has(key)) values.set(key, undefined)
  }
  return { values, lost }
}

function* refusedOf({ view }: Document, { values, lost }: Outcome, accepts: Accepts): Steps<string | undefined> {
  const set = createMemoryView()
  for (const [key, value] of values) {
    yield
    if (value !== undefined) set.set(key, value)
  }
  const read = (key: string) => (values.has(key) ? values.get(key) : view.get(key))
  const keys = (prefix: string) => {
    const kept = [...view.keys(prefix)].filter((key) => !values.has(key))
    return [...kept, ...set.keys(prefix)]
  }
  for (const [key, value] of values) {
    yield
    const reason = accepts(key, value, read, keys)
    if (reason !== undefined) return reason
  }
  for (const { key, value } of lost) {
    yield
    const reason = accepts(key, value, read, keys)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** How many pointers of a list move in the time of one step when an item is cut in two. */
const CUT_PER_STEP = 16

const BUILDS_ON_NO_FIELD = 'A change builds on something that is not a field.'
const BUILDS_ON_MORE: Refused = {
  ok: false,
  refused: 'out_of_order',
  message: 'The update builds on edits that have not arrived.',
}

function invalid(message: string): Refused {
  return { ok: false, refused: 'invalid_update', message }
}

function wrongShape(item: Y.Item): string | undefined {
  if (item.rightOrigin) return 'Only sets and deletes of fields are accepted.'
  // A decoded item names its parent only if it has no origin to take it from.
  const parent: unknown = item.parent
  if (!item.origin && (parent !== FIELDS || item.parentSub === null)) return `Only the map "${FIELDS}" can be edited.`
  if (item.content instanceof Y.ContentDeleted) return item.length > 0 ? undefined : 'A deleted value is a value.'
  if (!(item.content instanceof Y.ContentAny)) return 'Only plain JSON values can be set.'
  return item.length === 1 ? undefined : 'A field is set to one value.'
}

function wrongValue(item: Y.Item, key: string | undefined, limits: UpdateLimits): string | undefined {
  if (key === undefined) return BUILDS_ON_NO_FIELD
  if (hasControl(key)) return 'A key may not hold control characters.'
  if (key.length > limits.key) return `A key may have ${limits.key} characters.`
  if (!(item.content instanceof Y.ContentAny)) return undefined
  for (const value of item.content.getContent()) {
    if (!isJson(value)) return `The value of ${key} is not JSON.`
    if (JSON.stringify(value).length > limits.value) return `A value may have ${limits.value} characters of JSON.`
  }
  return undefined
}

function jsonOf(item: Y.Item): Json | undefined {
  const value: unknown = item.content instanceof Y.ContentAny ? item.content.getContent()[0] : undefined
  return isJson(value) ? value : undefined
}

function keyIn(doc: Y.Doc, id: Y.ID): string | undefined {
  const found = Y.getItem(doc.store, id)
  return found instanceof Y.Item ? (found.parentSub ?? undefined) : undefined
}

/** The items that none of the others was written over. */
function lastWritten(items: readonly SentItem[]): Y.Item[] {
  const nameOf = ({ client, clock }: Y.ID) => `${client}:${clock}`
  const covered = new Set(items.flatMap(({ origin }) => (origin ? [nameOf(origin)] : [])))
  return items.flatMap(({ item }) => (covered.has(nameOf(item.lastId)) ? [] : [item]))
}

/** Whether a document's item ends with this clock, or the document has none there. */
function isLast(doc: Y.Doc, { client, clock }: Y.ID): boolean {
  if (clock >= Y.getState(doc.store, client)) return true
  const { id, length } = Y.getItem(doc.store, Y.createID(client, clock))
  return id.clock + length - 1 === clock
}

/** The index of the item that holds a clock, or of the first one behind it; -1 if all are before it. */
function indexAt(items: readonly Y.Item[], clock: number): number {
  let low = 0
  for (let high = items.length; low < high; ) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item && item.id.clock + item.length <= clock) low = middle + 1
    else high = middle
  }
  return low < items.length ? low : -1
}
