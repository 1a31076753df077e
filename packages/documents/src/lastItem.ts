import * as Y from 'yjs'

/** An item of an update that a document does not have yet. */
export interface SentItem {
  item: Y.Item
  /** The item that it was written over: its own origin, or the part of it that the document has already. */
  origin: Y.ID | null
}

/** How many items were written over something else than the item before them, the first of them than `current`. */
export function countConcurrent(current: Y.Item | undefined, sent: readonly SentItem[]): number {
  let count = 0
  let last = current?.lastId ?? null
  for (const { item, origin } of sent) {
    if (!Y.compareIDs(origin, last)) count += 1
    last = item.lastId
  }
  return count
}

/** How many clocks the list of a key spans, up to the item that holds it now. */
export function spanOf(current: Y.Item | undefined): number {
  let span = 0
  for (let item: Y.Item | null = current ?? null; item; item = item.left) span += item.length
  return span
}

interface Placed {
  item: Y.Item
  client: number
  clock: number
  length: number
  origin: Y.ID | null
  right: Placed | undefined
}

/**
 * Returns the item that holds a key once an update is in. Yjs keeps all items of a key in one list, whose last one counts;
 * this places items in it as `Item.integrate` of Yjs 13 does, without right origins.
 *
 * @param current the item that holds the key now
 * @param sent in an order in which each comes after its origin
 */
export function lastItem(current: Y.Item | undefined, sent: readonly SentItem[]): Y.Item | undefined {
  let first: Placed | undefined
  const byClient = new Map<number, Placed[]>()
  const note = (placed: Placed) => {
    const own = byClient.get(placed.client)
    if (own) own.push(placed)
    else byClient.set(placed.client, [placed])
  }
  for (let item: Y.Item | null = current ?? null; item; item = item.left) {
    const { id, length, origin } = item
    first = { item, client: id.client, clock: id.clock, length, origin, right: first }
    note(first)
  }
  for (const own of byClient.values()) own.sort((a, b) => a.clock - b.clock)

  function indexOf({ client, clock }: Y.ID): number {
    const own = byClient.get(client) ?? []
    let low = 0
    for (let high = own.length; low < high; ) {
      const middle = (low + high) >>> 1
      const placed = own[middle]
      if (placed && placed.clock + placed.length <= clock) low = middle + 1
      else high = middle
    }
    return low
  }

  const holding = (id: Y.ID) => byClient.get(id.client)?.[indexOf(id)]

  /** The item that ends at a clock, cut off from what follows it. */
  function endingAt(id: Y.ID): Placed | undefined {
    const placed = holding(id)
    if (!placed || placed.clock + placed.length - 1 === id.clock) return placed
    const length = id.clock - placed.clock + 1
    const rest = { ...placed, clock: id.clock + 1, length: placed.length - length, origin: id }
    placed.length = length
    placed.right = rest
    byClient.get(id.client)?.splice(indexOf(id) + 1, 0, rest)
    return placed
  }

  for (const { item, origin } of sent) {
    let left = origin ? endingAt(origin) : undefined
    const before = new Set<Placed>()
    const conflicting = new Set<Placed>()
    for (let other = left ? left.right : first; other; other = other.right) {
      before.add(other)
      conflicting.add(other)
      if (Y.compareIDs(origin, other.origin)) {
        if (other.client >= item.id.client) break
        left = other
        conflicting.clear()
      } else {
        const under = other.origin ? holding(other.origin) : undefined
        if (!under || !before.has(under)) break
        if (!conflicting.has(under)) {
          left = other
          conflicting.clear()
        }
      }
    }
    const { client } = item.id
    const clock = origin?.client === client ? Math.max(item.id.clock, origin.clock + 1) : item.id.clock
    const length = item.id.clock + item.length - clock
    const placed: Placed = { item, client, clock, length, origin, right: left ? left.right : first }
    if (left) left.right = placed
    else first = placed
    note(placed)
  }

  let last = first
  while (last?.right) last = last.right
  return last?.item
}
