import type { Steps } from '@atelier/operation'
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { decodingSteps } from './decode.ts'

/** How many values one part sets or deletes. */
const PART = 500

/** The structs of one client in an update, in order. */
interface Queue {
  structs: Y.Item[]
  /** The index of the next struct to place. */
  next: number
}

/** A deletion of `length` values of a client. */
interface Deletion {
  client: number
  clock: number
  length: number
}

/**
 * Splits an update into several that make the same edits when they are applied in order, each of five hundred values
 * at most: to apply a large update takes Yjs one turn of the event loop. An update that is short, or that holds anything
 * but values of clients and their deletions, stays whole.
 */
export function* updateParts(update: Uint8Array): Steps<Uint8Array[]> {
  const { structs, deletions: deleted, isWhole } = yield* decodingSteps(update)
  if (!isWhole) return [update]
  const deletions: Deletion[] = []
  let weight = structs.length
  for (const [client, ranges] of deleted) {
    for (const { clock, length } of ranges) {
      yield
      weight += length
      for (let from = 0; from < length; from += PART)
        deletions.push({ client, clock: clock + from, length: Math.min(PART, length - from) })
    }
  }
  if (weight <= PART) return [update]
  const ordered = yield* sortStructs(structs)
  if (!ordered) return [update]
  const parts: Uint8Array[] = []
  for (let from = 0; from < ordered.length; from += PART) {
    parts.push(encodePart(ordered.slice(from, from + PART), []))
    yield
  }
  // Last, since they may delete what the update itself brings.
  let part: Deletion[] = []
  let length = 0
  for (const deletion of deletions) {
    yield
    if (length + deletion.length > PART && part.length > 0) {
      parts.push(encodePart([], part))
      part = []
      length = 0
    }
    part.push(deletion)
    length += deletion.length
  }
  if (part.length > 0) parts.push(encodePart([], part))
  return parts
}

/** The structs, each after those of the update that it builds on; undefined if there is no such order of them. */
function* sortStructs(structs: readonly (Y.Item | Y.GC | Y.Skip)[]): Steps<Y.Item[] | undefined> {
  const queues = new Map<number, Queue>()
  for (const struct of structs) {
    yield
    if (!(struct instanceof Y.Item)) return undefined
    const queue = queues.get(struct.id.client)
    if (queue) queue.structs.push(struct)
    else queues.set(struct.id.client, { structs: [struct], next: 0 })
  }
  const ordered: Y.Item[] = []
  const waiting = new Map<Y.Item, Queue[]>()
  const ready = [...queues.values()]
  for (let own = ready.pop(); own; own = ready.pop()) {
    for (let item = own.structs[own.next]; item; item = own.structs[own.next]) {
      yield
      const under = notPlaced(queues, item.origin) ?? notPlaced(queues, item.rightOrigin)
      if (under && under.id.client !== item.id.client) {
        const others = waiting.get(under)
        if (others) others.push(own)
        else waiting.set(under, [own])
        break
      }
      ordered.push(item)
      own.next += 1
      for (const other of waiting.get(item) ?? []) ready.push(other)
    }
  }
  return ordered.length === structs.length ? ordered : undefined
}

/** The struct that holds an id, if the update brings it and it has no place yet. */
function notPlaced(queues: ReadonlyMap<number, Queue>, id: Y.ID | null): Y.Item | undefined {
  const queue = id ? queues.get(id.client) : undefined
  if (!queue || !id) return undefined
  let low = queue.next
  for (let high = queue.structs.length; low < high; ) {
    const middle = (low + high) >>> 1
    const struct = queue.structs[middle]
    if (struct && struct.id.clock + struct.length <= id.clock) low = middle + 1
    else high = middle
  }
  const found = queue.structs[low]
  return found && found.id.clock <= id.clock ? found : undefined
}

/** Writes an update in version 1 of the format (yjs `writeClientsStructs`, `writeDeleteSet`). */
function encodePart(items: readonly Y.Item[], deletions: readonly Deletion[]): Uint8Array {
  const update = new Y.UpdateEncoderV1()
  const encoder = update.restEncoder
  const byClient = Map.groupBy(items, ({ id }) => id.client)
  encoding.writeVarUint(encoder, byClient.size)
  for (const [client, own] of byClient) {
    encoding.writeVarUint(encoder, own.length)
    encoding.writeVarUint(encoder, client)
    encoding.writeVarUint(encoder, own[0]?.id.clock ?? 0)
    for (const item of own) item.write(update, 0)
  }
  const deleted = Map.groupBy(deletions, ({ client }) => client)
  encoding.writeVarUint(encoder, deleted.size)
  for (const [client, own] of deleted) {
    encoding.writeVarUint(encoder, client)
    encoding.writeVarUint(encoder, own.length)
    for (const { clock, length } of own) {
      encoding.writeVarUint(encoder, clock)
      encoding.writeVarUint(encoder, length)
    }
  }
  return encoding.toUint8Array(encoder)
}
