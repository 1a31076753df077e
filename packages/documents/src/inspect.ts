import * as Y from 'yjs'
import { isJson } from './json.ts'
import { FIELDS } from './local.ts'
import type { Json } from './view.ts'

export interface UpdateLimits {
  /** Bytes of one update. */
  update: number
  /** Characters of one key. */
  key: number
  /** Characters of one value as JSON text. */
  value: number
}

export const UPDATE_LIMITS: UpdateLimits = { update: 4 * 1024 * 1024, key: 1024, value: 1024 * 1024 }

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

/**
 * Looks at an update from outside before it is stored or applied: it must set or delete JSON values of `fields`, and
 * build on nothing that `doc` does not have (Yjs would hold such a part back, unseen and unchecked). Changes nothing.
 * @param accepts the document type's check; returns what is wrong with a value, or undefined. `read` returns what the document
 *   holds for other keys, the values of this update first
 */
export function inspectUpdate(
  doc: Y.Doc,
  update: Uint8Array,
  limits: UpdateLimits = UPDATE_LIMITS,
  accepts?: (key: string, value: Json, read: (key: string) => Json | undefined) => string | undefined,
): Inspection {
  if (update.byteLength > limits.update) return invalid(`An update may have ${limits.update} bytes.`)
  let decoded: ReturnType<typeof Y.decodeUpdate>
  try {
    decoded = Y.decodeUpdate(update)
  } catch (error) {
    return invalid(`The bytes are not a Yjs update: ${error instanceof Error ? error.message : String(error)}`)
  }
  // How far each client's edits reach once the structs so far are in.
  const reach = new Map<number, number>()
  const keys = new Map<number, { clock: number; length: number; key: string }[]>()
  const known = (client: number) => reach.get(client) ?? Y.getState(doc.store, client)
  const values: { key: string; value: Json }[] = []
  const has = (id: Y.ID) => id.clock < known(id.client)
  let fresh = false

  // An item may build on an item of a client that comes later in the update: two rounds are one for every real
  // dependency between clients, so repeat until nothing changes.
  let waiting = decoded.structs
  while (waiting.length > 0) {
    const later: typeof waiting = []
    for (const struct of waiting) {
      if (!(struct instanceof Y.Item)) return invalid('Only sets and deletes of fields are accepted.')
      const { client, clock } = struct.id
      if (clock > known(client) || (struct.origin && !has(struct.origin))) {
        later.push(struct)
        continue
      }
      const wrong = shapeOf(struct)
      if (wrong !== undefined) return invalid(wrong)
      const key = keyOf(struct)
      if (key === undefined) return invalid('A change builds on something that is not a field.')
      if (hasControl(key)) return invalid('A key may not hold control characters.')
      if (key.length > limits.key) return invalid(`A key may have ${limits.key} characters.`)
      for (const value of valuesOf(struct)) {
        if (!isJson(value)) return invalid(`The value of ${key} is not JSON.`)
        if (JSON.stringify(value).length > limits.value) {
          return invalid(`A value may have ${limits.value} characters of JSON.`)
        }
        values.push({ key, value })
      }
      if (clock + struct.length > known(client)) {
        fresh = true
        reach.set(client, clock + struct.length)
      }
      const own = keys.get(client) ?? []
      own.push({ clock, length: struct.length, key })
      keys.set(client, own)
    }
    if (later.length === waiting.length) {
      return { ok: false, refused: 'out_of_order', message: 'The update builds on edits that have not arrived.' }
    }
    waiting = later
  }

  for (const [client, ranges] of decoded.ds.clients) {
    for (const { clock, len } of ranges) {
      if (clock + len > known(client)) {
        return { ok: false, refused: 'out_of_order', message: 'The update deletes what has not arrived.' }
      }
      fresh ||= !isDeleted(doc, client, clock, len)
    }
  }
  const wrong = accepts && wrongValue(accepts)
  return wrong === undefined ? { ok: true, fresh } : invalid(wrong)

  function keyOf(item: Y.Item): string | undefined {
    if (!item.origin) return item.parentSub ?? undefined
    const { client, clock } = item.origin
    const inUpdate = keys.get(client)?.find((own) => clock >= own.clock && clock < own.clock + own.length)
    if (inUpdate) return inUpdate.key
    const found = Y.getItem(doc.store, item.origin)
    return found instanceof Y.Item ? (found.parentSub ?? undefined) : undefined
  }

  function wrongValue(check: NonNullable<typeof accepts>): string | undefined {
    const written = new Map(values.map(({ key, value }) => [key, value]))
    const fields = doc.getMap<Json>(FIELDS)
    const read = (key: string) => (written.has(key) ? written.get(key) : fields.get(key))
    for (const { key, value } of values) {
      const reason = check(key, value, read)
      if (reason !== undefined) return reason
    }
    return undefined
  }
}

function invalid(message: string): Inspection {
  return { ok: false, refused: 'invalid_update', message }
}

function shapeOf(item: Y.Item): string | undefined {
  if (item.rightOrigin) return 'Only sets and deletes of fields are accepted.'
  // A decoded item names its parent only if it has no origin to take it from.
  const parent: unknown = item.parent
  if (!item.origin && (parent !== FIELDS || item.parentSub === null)) return `Only the map "${FIELDS}" can be edited.`
  if (!(item.content instanceof Y.ContentAny || item.content instanceof Y.ContentDeleted)) {
    return 'Only plain JSON values can be set.'
  }
  return undefined
}

function valuesOf(item: Y.Item): unknown[] {
  return item.content instanceof Y.ContentAny ? item.content.getContent() : []
}

function isDeleted(doc: Y.Doc, client: number, from: number, length: number): boolean {
  const structs = doc.store.clients.get(client)
  if (!structs) return false
  for (let clock = from; clock < from + length; ) {
    const struct = structs[Y.findIndexSS(structs, clock)]
    if (!struct?.deleted) return false
    clock = struct.id.clock + struct.length
  }
  return true
}
