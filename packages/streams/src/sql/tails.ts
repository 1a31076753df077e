import { formatOffset, parseOffset } from '../contract/offset.ts'
import type { ReadFrom } from '../contract/port.ts'
import type { StreamInfo } from '../contract/store.ts'
import type { AppendedRow } from './append.ts'

/** At most this many entries, and bytes, are kept of a stream. */
const mostEntries = 16
const mostBytes = 32_000

interface Tail {
  /** The stream's properties at the last read that reached the end. */
  info: StreamInfo
  /** The number of the last entry before `entries`. */
  from: number
  entries: readonly Uint8Array[]
  closed: boolean
}

/**
 * The newest entries of the streams that are followed in this process. A follower that has read all before takes them
 * from here, without a question to the database: entries never change, and they are put here once they are durable.
 */
export interface Tails {
  /** Keeps the entries of a stream until the returned function is called. */
  follow(path: string): () => void
  /** Takes in a read, which says of which stream the entries are that come next. */
  read(path: string, read: ReadFrom): void
  /** Takes in entries that are durable, and the stream's row after them. */
  appended(path: string, row: AppendedRow, entries: readonly Uint8Array[]): void
  /** Everything after `offset`; undefined if it has to be read. */
  after(path: string, offset: string, options: { limit: number; maxBytes: number }): ReadFrom | undefined
  forget(path: string): void
}

export function createTails(): Tails {
  const followers = new Map<string, number>()
  const tails = new Map<string, Tail>()

  return {
    follow(path) {
      followers.set(path, (followers.get(path) ?? 0) + 1)
      let over = false
      return () => {
        if (over) return
        over = true
        const left = (followers.get(path) ?? 1) - 1
        if (left > 0) followers.set(path, left)
        else {
          followers.delete(path)
          tails.delete(path)
        }
      }
    },
    read(path, read) {
      if (!read.ok || !read.upToDate || !followers.has(path)) return
      const { info, nextOffset, closed } = read
      // Each read of a stream with a time to live is stored.
      if (info.ttlSeconds !== undefined || info.expiresAt !== undefined) return
      const from = parseOffset(nextOffset)
      const known = tails.get(path)
      if (from === undefined || (known?.info.id === info.id && endOf(known) >= from)) return
      tails.set(path, { info, from, entries: [], closed })
    },
    appended(path, row, entries) {
      const tail = tails.get(path)
      if (!tail) return
      const from = row.tail - entries.length
      if (row.id !== tail.info.id || from < endOf(tail)) return void tails.delete(path)
      const follows = from === endOf(tail)
      const all = follows ? [...tail.entries, ...entries] : entries
      const kept = isSmall(all) ? all : isSmall(entries) ? entries : []
      tails.set(path, { info: tail.info, from: row.tail - kept.length, entries: kept, closed: row.closed !== 0 })
    },
    after(path, offset, { limit, maxBytes }) {
      const tail = tails.get(path)
      const from = parseOffset(offset)
      if (!tail || from === undefined || from < tail.from || from >= endOf(tail)) return undefined
      const entries = tail.entries.slice(from - tail.from)
      if (entries.length > limit || bytesOf(entries) > maxBytes) return undefined
      const nextOffset = formatOffset(endOf(tail))
      const { closed } = tail
      return {
        ok: true,
        info: { ...tail.info, tailOffset: nextOffset, closed },
        entries,
        offsets: entries.map((_, index) => formatOffset(from + index + 1)),
        nextOffset,
        upToDate: true,
        closed,
      }
    },
    forget: (path) => void tails.delete(path),
  }
}

function endOf(tail: Tail): number {
  return tail.from + tail.entries.length
}

function isSmall(entries: readonly Uint8Array[]): boolean {
  return entries.length <= mostEntries && bytesOf(entries) <= mostBytes
}

function bytesOf(entries: readonly Uint8Array[]): number {
  return entries.reduce((sum, entry) => sum + entry.byteLength, 0)
}
