import { atOnce, type Steps } from '@atelier/operation'
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { FIELDS } from './local.ts'
import type { EncodedDocument, Json, Patch, View } from './view.ts'

// Yjs update format, version 1 (yjs `Item.write`, `writeClientsStructs`, `writeDeleteSet`): bits of a struct's info byte.
const CONTENT_ANY = 8
const HAS_ORIGIN = 0x80
const HAS_KEY = 0x20

/**
 * The Yjs update that makes these patches in `doc`, without touching `doc`: what is not committed yet must not be seen
 * by anybody who holds it. Byte for byte what Yjs itself would send for the same edits made in one transaction by
 * `writer`, as the tests compare; made by hand because a second copy of a large document costs half a second to load.
 *
 * @param writer a Yjs client id that is used for nothing else and that is not `doc.clientID`
 * @param patches at most one per key
 */
export function encodePatches(doc: Y.Doc, writer: number, patches: readonly Patch[]): Uint8Array {
  return atOnce(encodingSteps(doc, writer, patches))
}

/** As `encodePatches`, to be done in slices; `doc` must not change in between. */
export function* encodingSteps(doc: Y.Doc, writer: number, patches: readonly Patch[]): Steps<Uint8Array> {
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
    yield
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
    encoding.writeVarUint(encoder, 1)
    writeJson(encoder, after)
  }
  writeDeletions(encoder, yield* replaced(current, patches))
  return encoding.toUint8Array(encoder)
}

/** The state of a document as `Y.encodeStateAsUpdateV2` writes it, to be done in slices; `doc` must not change in between. */
export function* stateSteps(doc: Y.Doc): Steps<Uint8Array> {
  const update = new Y.UpdateEncoderV2()
  const encoder = update.restEncoder
  const clients = [...doc.store.clients].sort(([a], [b]) => b - a)
  encoding.writeVarUint(encoder, clients.length)
  for (const [client, structs] of clients) {
    encoding.writeVarUint(encoder, structs.length)
    update.writeClient(client)
    encoding.writeVarUint(encoder, structs[0]?.id.clock ?? 0)
    for (const struct of structs) {
      yield
      struct.write(update, 0)
    }
  }
  const deleted = [...Y.createDeleteSetFromStructStore(doc.store).clients].sort(([a], [b]) => b - a)
  encoding.writeVarUint(encoder, deleted.length)
  for (const [client, ranges] of deleted) {
    update.resetDsCurVal()
    encoding.writeVarUint(encoder, client)
    encoding.writeVarUint(encoder, ranges.length)
    for (const { clock, len } of ranges) {
      yield
      update.writeDsClock(clock)
      update.writeDsLen(len)
    }
  }
  return update.toUint8Array()
}

/** The fields of a document as JSON text, to be done in slices; the view must not change in between. */
export function* fieldsText(view: View): Steps<string> {
  const texts: string[] = []
  for (const key of view.keys()) {
    yield
    const value = view.get(key)
    if (value !== undefined) texts.push(`${JSON.stringify(key)}:${JSON.stringify(value)}`)
  }
  return `{${texts.join(',')}}`
}

/** Patches as the JSON text that they are stored as. */
export function* patchesText(patches: readonly Patch[]): Steps<string> {
  const texts: string[] = []
  for (const patch of patches) {
    yield
    texts.push(JSON.stringify(patch))
  }
  return `[${texts.join(',')}]`
}

/**
 * The whole state of a new document that these patches make, in version 2 of the update format: the same bytes as the
 * update in version 1 has once it is converted, for a fifth of the time.
 */
export function encodeNew(writer: number, patches: readonly Patch[]): Uint8Array {
  const update = new Y.UpdateEncoderV2()
  const encoder = update.restEncoder
  encoding.writeVarUint(encoder, 1)
  encoding.writeVarUint(encoder, patches.length)
  update.writeClient(writer)
  encoding.writeVarUint(encoder, 0)
  for (const { key, after } of patches) {
    update.writeInfo(CONTENT_ANY | HAS_KEY)
    update.writeParentInfo(true)
    update.writeString(FIELDS)
    update.writeString(key)
    update.writeLen(1)
    writeJson(encoder, after)
  }
  encoding.writeVarUint(encoder, 0)
  return update.toUint8Array()
}

/** A new document that these patches make, in the forms that it is stored in; it can be done in any thread. */
export function encodeDocument(
  kind: string,
  patches: readonly Patch[],
  writer = new Y.Doc().clientID,
): EncodedDocument {
  return { kind, state: patches.length > 0 ? encodeNew(writer, patches) : null, projection: projectionOf(patches) }
}

function projectionOf(patches: readonly Patch[]): string {
  const fields: string[] = []
  for (const { key, after } of patches) fields.push(`${JSON.stringify(key)}:${JSON.stringify(after)}`)
  return `{${fields.join(',')}}`
}

/** As lib0's `writeAny`: most of a page are short texts of ASCII, for each of which that asks a text encoder. */
function writeJson(encoder: encoding.Encoder, value: Json | undefined): void {
  if (typeof value === 'string') {
    encoding.writeUint8(encoder, 119)
    writeText(encoder, value)
  } else if (isList(value)) {
    encoding.writeUint8(encoder, 117)
    encoding.writeVarUint(encoder, value.length)
    for (const item of value) writeJson(encoder, item)
  } else if (typeof value === 'object' && value !== null) {
    encoding.writeUint8(encoder, 118)
    const names = Object.keys(value)
    encoding.writeVarUint(encoder, names.length)
    for (const name of names) {
      writeText(encoder, name)
      writeJson(encoder, value[name])
    }
  } else encoding.writeAny(encoder, value)
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

function writeText(encoder: encoding.Encoder, text: string): void {
  const { length } = text
  if (length >= 128) {
    encoding.writeVarString(encoder, text)
    return
  }
  encoding.verifyLen(encoder, length + 1)
  const { cbuf, cpos } = encoder
  for (let i = 0; i < length; i += 1) {
    const code = text.charCodeAt(i)
    if (code >= 128) {
      encoding.writeVarString(encoder, text)
      return
    }
    cbuf[cpos + 1 + i] = code
  }
  cbuf[cpos] = length
  encoder.cpos = cpos + 1 + length
}

function nextClock(doc: Y.Doc, client: number): number {
  const last = doc.store.clients.get(client)?.at(-1)
  return last ? last.id.clock + last.length : 0
}

/** The items that the patches put out of use, by client, as sorted ranges without gaps between neighbours. */
function* replaced(
  current: ReadonlyMap<string, Y.Item>,
  patches: readonly Patch[],
): Steps<[number, [number, number][]][]> {
  const byClient = new Map<number, [number, number][]>()
  for (const { key } of patches) {
    yield
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
