import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { FIELDS } from './local.ts'
import type { Json, Patch } from './view.ts'

// Yjs update format, version 1 (yjs `Item.write`, `writeClientsStructs`, `writeDeleteSet`): bits of a struct's info byte.
const CONTENT_ANY = 8
const HAS_ORIGIN = 0x80
const HAS_KEY = 0x20

/**
 * The Yjs update that makes these patches in `doc`, without touching `doc`: what is not committed yet must not be seen
 * by anybody who holds it. Byte for byte what Yjs itself would send for the same edits made in one transaction by
 * `writer`, as the tests compare; made by hand because a second copy of a large document costs half a second to load.
 *
 * @param writer a Yjs client id that nobody else uses and that is not `doc.clientID`
 * @param patches at most one per key
 */
export function encodePatches(doc: Y.Doc, writer: number, patches: readonly Patch[]): Uint8Array {
  const current = doc.getMap<Json>(FIELDS)._map
  const sets = patches.filter((patch) => patch.after !== undefined)
  const update = new Y.UpdateEncoderV1()
  const encoder = update.restEncoder
  encoding.writeVarUint(encoder, sets.length === 0 ? 0 : 1)
  if (sets.length > 0) {
    encoding.writeVarUint(encoder, sets.length)
    encoding.writeVarUint(encoder, writer)
    encoding.writeVarUint(encoder, nextClock(doc, writer))
  }
  for (const { key, after } of sets) {
    const left = current.get(key)
    if (left) {
      encoding.writeUint8(encoder, CONTENT_ANY | HAS_ORIGIN | HAS_KEY)
      encoding.writeVarUint(encoder, left.lastId.client)
      encoding.writeVarUint(encoder, left.lastId.clock)
    } else {
      encoding.writeUint8(encoder, CONTENT_ANY | HAS_KEY)
      encoding.writeVarUint(encoder, 1)
      encoding.writeVarString(encoder, FIELDS)
      encoding.writeVarString(encoder, key)
    }
    new Y.ContentAny([after]).write(update, 0)
  }
  writeDeletions(encoder, replaced(current, patches))
  return encoding.toUint8Array(encoder)
}

function nextClock(doc: Y.Doc, client: number): number {
  const last = doc.store.clients.get(client)?.at(-1)
  return last ? last.id.clock + last.length : 0
}

/** The items that the patches put out of use, by client, as sorted ranges without gaps between neighbours. */
function replaced(current: ReadonlyMap<string, Y.Item>, patches: readonly Patch[]): [number, [number, number][]][] {
  const byClient = new Map<number, [number, number][]>()
  for (const { key } of patches) {
    const item = current.get(key)
    if (!item || item.deleted) continue
    const ranges = byClient.get(item.id.client) ?? []
    ranges.push([item.id.clock, item.length])
    byClient.set(item.id.client, ranges)
  }
  return [...byClient]
    .sort(([a], [b]) => b - a)
    .map(([client, ranges]) => {
      const joined: [number, number][] = []
      for (const [clock, length] of ranges.sort(([a], [b]) => a - b)) {
        const last = joined.at(-1)
        if (last && last[0] + last[1] === clock) last[1] += length
        else joined.push([clock, length])
      }
      return [client, joined]
    })
}

function writeDeletions(encoder: encoding.Encoder, deletions: [number, [number, number][]][]): void {
  encoding.writeVarUint(encoder, deletions.length)
  for (const [client, ranges] of deletions) {
    encoding.writeVarUint(encoder, client)
    encoding.writeVarUint(encoder, ranges.length)
    for (const [clock, length] of ranges) {
      encoding.writeVarUint(encoder, clock)
      encoding.writeVarUint(encoder, length)
    }
  }
}
