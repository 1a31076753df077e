import { FIELDS, isJson, type Json } from '@atelier/documents'
import * as Y from 'yjs'

/** The change that an update brings to one key that a document does not have yet. */
export interface KeyChange {
  /** The value of the key after it; undefined if it deletes the key. */
  value: Json | undefined
  /** The last item that it was written over; undefined where there was none. */
  base: Y.ID | undefined
  /** Whether it has replaced or deleted that item itself, so that its author has seen the value. */
  replaces: boolean
}

/** An update before it is applied. */
export interface UpdateChanges {
  /** The keys that it sets anew. */
  readonly changes: ReadonlyMap<string, KeyChange>
  /** Whether it deletes an item of any author. */
  deletes(id: Y.ID): boolean
  /** The keys of the document whose present values it deletes without setting them. */
  deletedKeys(): Map<string, KeyChange>
}

/** Reads what an update would change in a document. Takes time in proportion to the update. */
export function readChanges(doc: Y.Doc, update: Uint8Array): UpdateChanges {
  const { structs, ds } = Y.decodeUpdate(update)
  const fields = doc.getMap<Json>(FIELDS)
  const byClient = Map.groupBy(
    structs.filter((struct) => struct instanceof Y.Item),
    ({ id }) => id.client,
  )
  const keys = new Map<Y.Item, string | undefined>()
  const isNew = ({ id, length }: Y.Item) => id.clock + length > Y.getState(doc.store, id.client)

  function sentAt(id: Y.ID): Y.Item | undefined {
    const items = byClient.get(id.client) ?? []
    let low = 0
    for (let high = items.length; low < high; ) {
      const middle = (low + high) >>> 1
      const item = items[middle]
      if (item && item.id.clock + item.length <= id.clock) low = middle + 1
      else high = middle
    }
    const item = items[low]
    return item && item.id.clock <= id.clock ? item : undefined
  }

  /** The key of an item: its own, or that of the first item which it was written over. */
  function keyOf(item: Y.Item): string | undefined {
    const chain: Y.Item[] = []
    let found: string | undefined
    for (let each: Y.Item | undefined = item; each; ) {
      if (keys.has(each)) {
        found = keys.get(each)
        break
      }
      chain.push(each)
      const { origin }: { origin: Y.ID | null } = each
      if (origin === null) {
        found = each.parentSub ?? undefined
        break
      }
      const before = itemIn(doc, origin)
      if (before) {
        found = before.parentSub ?? undefined
        break
      }
      each = sentAt(origin)
    }
    for (const each of chain) keys.set(each, found)
    return found
  }

  const added = new Map<string, Y.Item[]>()
  /** The keys of which it brings values that the document has already and that it does not delete. */
  const known = new Set<string>()
  for (const items of byClient.values())
    for (const item of items) {
      const key = keyOf(item)
      if (key === undefined) continue
      if (!isNew(item)) {
        if (!Y.isDeleted(ds, item.lastId)) known.add(key)
        continue
      }
      const list = added.get(key)
      if (list) list.push(item)
      else added.set(key, [item])
    }

  const changes = new Map<string, KeyChange>()
  for (const [key, items] of added) {
    const own = new Set(items)
    let base: Y.ID | undefined
    for (const { origin } of items) {
      const before = origin ? sentAt(origin) : undefined
      if (origin && !(before && own.has(before))) base = origin
    }
    // Only one of the values that were written over each other, or at the same time, is not deleted.
    const standing = items.find((item) => !Y.isDeleted(ds, item.lastId))
    const value = standing && itemContent(standing)
    changes.set(key, { value, base, replaces: base !== undefined && Y.isDeleted(ds, base) })
  }

  return {
    changes,
    deletes: (id) => Y.isDeleted(ds, id),
    deletedKeys() {
      const deleted = new Map<string, KeyChange>()
      for (const [client, ranges] of ds.clients)
        for (const { clock, len } of ranges)
          for (const { parentSub, lastId } of itemsBetween(doc, client, clock, clock + len)) {
            if (parentSub === null || changes.has(parentSub) || known.has(parentSub)) continue
            // If a key has several items, the one that was written last is the visible one.
            const other = deleted.get(parentSub)?.base
            if (other === undefined || isBehind(fields, parentSub, lastId, other))
              deleted.set(parentSub, { value: undefined, base: lastId, replaces: true })
          }
      return deleted
    },
  }
}

/** The item of a document that holds an id. */
function itemIn(doc: Y.Doc, id: Y.ID): Y.Item | undefined {
  if (id.clock >= Y.getState(doc.store, id.client)) return undefined
  const found = Y.getItem(doc.store, id)
  return found instanceof Y.Item ? found : undefined
}

function* itemsBetween(doc: Y.Doc, client: number, from: number, to: number): Generator<Y.Item> {
  const structs = doc.store.clients.get(client) ?? []
  if (from >= Y.getState(doc.store, client)) return
  for (let at = Y.findIndexSS(structs, from); at < structs.length; at += 1) {
    const struct = structs[at]
    if (!struct || struct.id.clock >= to) return
    if (struct instanceof Y.Item) yield struct
  }
}

/** Whether one item of a key comes behind another one. */
function isBehind(fields: Y.Map<Json>, key: string, id: Y.ID, other: Y.ID): boolean {
  for (let item = fields._map.get(key) ?? null; item; item = item.left) {
    if (containsId(item, id)) return true
    if (containsId(item, other)) return false
  }
  return false
}

export function containsId({ id, length }: Y.Item, { client, clock }: Y.ID): boolean {
  return id.client === client && id.clock <= clock && clock < id.clock + length
}

export function itemContent({ content }: Y.Item): Json | undefined {
  const value: unknown = content instanceof Y.ContentAny ? content.getContent().at(-1) : undefined
  return isJson(value) ? value : undefined
}
