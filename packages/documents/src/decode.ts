import type { Steps } from '@atelier/operation'
import * as decoding from 'lib0/decoding'
import * as Y from 'yjs'

// Yjs update format, version 1 (yjs `lazyStructReaderGenerator`, `readDeleteSet`): bits of a struct's info byte.
const SKIP = 10
const CONTENT = 0x1f
const CONTENT_DELETED = 1
const CONTENT_ANY = 8
const HAS_ORIGIN = 0x80
const HAS_RIGHT_ORIGIN = 0x40
const HAS_KEY = 0x20

/** First bytes of values of lib0's `writeAny` that hold others. */
const LIST = 117
const RECORD = 118

export interface DecodedUpdate {
  /**
   * By client, in order. One that holds anything but a single value or deletions is the last one: what follows it is not
   * read. Content that is neither becomes an empty binary.
   */
  structs: (Y.Item | Y.GC | Y.Skip)[]
  /** The deleted ranges, by client. */
  deletions: ReadonlyMap<number, readonly { clock: number; length: number }[]>
  /** Whether all of the update was read. */
  isWhole: boolean
}

/**
 * Reads an update as `Y.decodeUpdate` does, which takes one turn of the event loop for all of it.
 * @param most parts of one value, such as the items of a list
 * @throws Error if the bytes are no update, or a value has more parts
 */
export function* decodingSteps(update: Uint8Array, most = Number.POSITIVE_INFINITY): Steps<DecodedUpdate> {
  const decoder = new Y.UpdateDecoderV1(decoding.createDecoder(update))
  const rest = decoder.restDecoder
  const structs: DecodedUpdate['structs'] = []
  const deletions = new Map<number, { clock: number; length: number }[]>()
  for (let clients = decoding.readVarUint(rest); clients > 0; clients -= 1) {
    let left = decoding.readVarUint(rest)
    const client = decoder.readClient()
    for (let clock = decoding.readVarUint(rest); left > 0; left -= 1) {
      yield
      const info = decoder.readInfo()
      const id = Y.createID(client, clock)
      if (info === SKIP) structs.push(new Y.Skip(id, decoding.readVarUint(rest)))
      else if ((info & CONTENT) === 0) structs.push(new Y.GC(id, decoder.readLen()))
      else {
        const item = yield* readItem(decoder, id, info, most)
        structs.push(item)
        if (!isUsual(item)) return { structs, deletions, isWhole: false }
      }
      clock += structs.at(-1)?.length ?? 0
    }
  }
  for (let clients = decoding.readVarUint(rest); clients > 0; clients -= 1) {
    decoder.resetDsCurVal()
    const client = decoding.readVarUint(rest)
    const ranges = deletions.get(client) ?? []
    for (let left = decoding.readVarUint(rest); left > 0; left -= 1) {
      yield
      ranges.push({ clock: decoder.readDsClock(), length: decoder.readDsLen() })
    }
    if (ranges.length > 0) deletions.set(client, ranges)
  }
  return { structs, deletions, isWhole: true }
}

const isUsual = ({ content, length }: Y.Item): boolean =>
  content instanceof Y.ContentDeleted || (content instanceof Y.ContentAny && length === 1)

function* readItem(decoder: Y.UpdateDecoderV1, id: Y.ID, info: number, most: number): Steps<Y.Item> {
  const origin = (info & HAS_ORIGIN) === 0 ? null : decoder.readLeftID()
  const rightOrigin = (info & HAS_RIGHT_ORIGIN) === 0 ? null : decoder.readRightID()
  // An item without an origin names its parent: a root type, or the item that holds it.
  const named = origin === null && rightOrigin === null
  const root = named && decoder.readParentInfo() ? decoder.readString() : undefined
  const parent = named && root === undefined ? decoder.readLeftID() : null
  const key = named && (info & HAS_KEY) !== 0 ? decoder.readString() : null
  const content = yield* readContent(decoder, info & CONTENT, most)
  const item = new Y.Item(id, null, origin, null, rightOrigin, parent, key, content)
  // Until it is integrated, a root type is known by its name.
  return root === undefined ? item : Object.assign(item, { parent: root })
}

function* readContent(
  decoder: Y.UpdateDecoderV1,
  kind: number,
  most: number,
): Steps<Y.ContentAny | Y.ContentDeleted | Y.ContentBinary> {
  if (kind === CONTENT_DELETED) return new Y.ContentDeleted(decoder.readLen())
  if (kind !== CONTENT_ANY) return new Y.ContentBinary(new Uint8Array())
  const values: unknown[] = []
  const budget = { left: most }
  for (let left = Math.min(decoder.readLen(), 2); left > 0; left -= 1) values.push(yield* readAny(decoder, budget))
  return new Y.ContentAny(values)
}

/** As lib0's `readAny`. */
function* readAny(decoder: Y.UpdateDecoderV1, budget: { left: number }): Steps<unknown> {
  const rest = decoder.restDecoder
  const kind = rest.arr[rest.pos]
  budget.left -= 1
  if (budget.left < 0) throw new Error('A value has too many parts')
  if (kind !== LIST && kind !== RECORD) return decoder.readAny()
  decoding.readUint8(rest)
  const length = decoding.readVarUint(rest)
  if (kind === LIST) {
    const list: unknown[] = []
    for (let at = 0; at < length; at += 1) {
      yield
      list.push(yield* readAny(decoder, budget))
    }
    return list
  }
  const record: Record<string, unknown> = {}
  for (let at = 0; at < length; at += 1) {
    yield
    const name = decoding.readVarString(rest)
    record[name] = yield* readAny(decoder, budget)
  }
  return record
}
