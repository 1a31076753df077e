/** The most bytes of one result of a read, as JSON. */
export const MAX_RESULT = 16_000
/** Bytes of a result that its items leave to what stands around them. */
const AROUND = 1_000

export const MAX_LIMIT = 50
export const DEFAULT_LIMIT = 20

const encoder = new TextEncoder()
/** Bytes of a value as JSON. */
export const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value) ?? '').length

export interface Page<Item> {
  items: Item[]
  /** The index of the first item that is not on the page; absent on the last page. */
  next?: number
}

/**
 * As many whole items from `start` on as fit into one result: at least one, unless there is none.
 * @param make called only for the items of the page, and for the one that no longer fits
 */
export function pageOf<Source, Item>(
  sources: readonly Source[],
  {
    start = 0,
    limit = DEFAULT_LIMIT,
    room = MAX_RESULT - AROUND,
    most = MAX_LIMIT,
  }: { start?: number; limit?: number | undefined; room?: number; most?: number },
  make: (source: Source) => Item,
): Page<Item> {
  const items: Item[] = []
  const end = Math.min(sources.length, start + Math.min(limit, most))
  let left = room
  for (let at = start; at < end; at += 1) {
    const source = sources[at]
    if (source === undefined) break
    const item = make(source)
    left -= bytesOf(item) + 1
    if (left < 0 && items.length > 0) return { items, next: at }
    items.push(item)
  }
  return end < sources.length ? { items, next: end } : { items }
}

/**
 * The point where a list continues: an index, and the id of the item before it, which is found again if the list has moved.
 */
export interface Cursor {
  index: number
  after: string
  /** Members of the item at `index` that were read already. */
  members: number
}

export const writeCursor = ({ index, after, members }: Cursor): string => `${index}.${members}.${after}`

/** Undefined if the text is no cursor. */
export function readCursor(text: string): Cursor | undefined {
  const [, index, members, after] = /^(\d{1,9})\.(\d{1,9})\.(.{0,200})$/u.exec(text) ?? []
  return after === undefined ? undefined : { index: Number(index), members: Number(members), after }
}
