import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

/** A file of an archive as its directory describes it. Nothing of it has been unpacked. */
export interface ZipEntry {
  path: string
  /** Bytes when unpacked, as the directory says; `unpack` holds it to that. */
  size: number
  isPacked: boolean
  /** A symbolic link, whose bytes are the path that it leads to. */
  isLink: boolean
  /** The position of its bytes in the archive. */
  from: number
  to: number
}

export class ZipError extends Error {
  override name = 'ZipError'
}

/** The limit of one archive's directory, folders included. */
const MAX_ENTRIES = 40_000
/** How many entries are read before the event loop gets control. */
const PER_TURN = 500
const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const LISTED = 0x02014b50
const LOCAL = 0x04034b50
const END_SIZE = 22
const LISTED_SIZE = 46
const LOCAL_SIZE = 30
const FILE_TYPE = 0o170000
const SYMBOLIC_LINK = 0o120000
const MAX_COMMENT = 0xffff
const IN_EXTRA = 0xffff_ffff

/**
 * The files of a zip archive, read only by its central directory (APPNOTE 6.3.10, sections 4.3 and 4.4). Yields as it
 * goes.
 * @param maxFiles folders do not count; reading ends with the first file beyond
 * @throws ZipError if the directory cannot be read, entries overlap, or one is encrypted or packed in another way
 */
export async function readZip(archive: Buffer, maxFiles: number): Promise<ZipEntry[]> {
  const { from, to, count } = findDirectory(archive)
  if (count > MAX_ENTRIES) throw new ZipError(`it lists ${count} entries, and ${MAX_ENTRIES} are taken`)
  const entries: ZipEntry[] = []
  let at = from
  for (let index = 0; index < count && entries.length <= maxFiles; index += 1) {
    if (index % PER_TURN === PER_TURN - 1) await turn()
    if (at + LISTED_SIZE > to || archive.readUInt32LE(at) !== LISTED) throw new ZipError('its directory is cut off')
    const nameEnd = at + LISTED_SIZE + archive.readUInt16LE(at + 28)
    const extraEnd = nameEnd + archive.readUInt16LE(at + 30)
    const next = extraEnd + archive.readUInt16LE(at + 32)
    if (next > to) throw new ZipError('its directory is cut off')
    const path = zipEntryName(archive.subarray(at + LISTED_SIZE, nameEnd))
    if (!path.endsWith('/')) entries.push(readEntry(archive, at, path, archive.subarray(nameEnd, extraEnd), from))
    at = next
  }
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.from - b.from)) {
    if (entry.from - LOCAL_SIZE < end) throw new ZipError(`“${entry.path.slice(0, 80)}” overlaps another entry`)
    end = entry.to
  }
  return entries
}

/**
 * The bytes of an entry, unpacked outside of the event loop.
 * @throws ZipError if they cannot be unpacked, or are not as many as the directory says
 */
export async function unpack(archive: Buffer, { path, size, isPacked, from, to }: ZipEntry): Promise<Uint8Array> {
  const bytes = archive.subarray(from, to)
  const lies = new ZipError(`“${path.slice(0, 80)}” does not have the size that its directory says`)
  if (!isPacked) {
    if (bytes.length !== size) throw lies
    return bytes
  }
  // One piece that has room for one byte more than was said: whatever goes beyond is not unpacked.
  const room = Math.max(64, size + 1)
  let unpacked: Buffer
  try {
    unpacked = await promisify(inflateRaw)(bytes, { chunkSize: room, maxOutputLength: room })
  } catch (error) {
    if (error instanceof RangeError) throw lies
    throw new ZipError(`“${path.slice(0, 80)}” cannot be unpacked`)
  }
  if (unpacked.length !== size) throw lies
  return unpacked
}

function findDirectory(archive: Buffer): { from: number; to: number; count: number } {
  const last = archive.length - END_SIZE
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at -= 1) {
    if (archive.readUInt32LE(at) !== END || at + END_SIZE + archive.readUInt16LE(at + 20) > archive.length) continue
    const locator = at - 20
    const is64 = locator >= 0 && archive.readUInt32LE(locator) === LOCATOR_64
    const end = is64 ? zipOffset(archive, locator + 8) : at
    if (is64 && (end + 56 > archive.length || archive.readUInt32LE(end) !== END_64)) break
    const count = is64 ? zipOffset(archive, end + 32) : archive.readUInt16LE(end + 10)
    const size = is64 ? zipOffset(archive, end + 40) : archive.readUInt32LE(end + 12)
    const from = is64 ? zipOffset(archive, end + 48) : archive.readUInt32LE(end + 16)
    if (from + size > end) break
    return { from, to: from + size, count }
  }
  throw new ZipError('its directory is missing')
}

function readEntry(archive: Buffer, at: number, path: string, extra: Buffer, directory: number): ZipEntry {
  const name = `“${path.slice(0, 80)}”`
  const method = archive.readUInt16LE(at + 10)
  if ((archive.readUInt16LE(at + 8) & 1) === 1) throw new ZipError(`${name} is encrypted`)
  if (method !== 0 && method !== 8) throw new ZipError(`${name} is compressed with an unsupported method`)
  const wide = wideNumbers(archive, extra)
  const number = (offset: number) => {
    const value = archive.readUInt32LE(at + offset)
    return value === IN_EXTRA ? (wide.shift() ?? value) : value
  }
  // In this order: the extra field holds those that do not fit, one after the other.
  const size = number(24)
  const packed = number(20)
  const local = number(42)
  if (local + LOCAL_SIZE > directory || archive.readUInt32LE(local) !== LOCAL)
    throw new ZipError(`${name} is not where the directory says`)
  const from = local + LOCAL_SIZE + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  if (from + packed > directory) throw new ZipError(`${name} is cut off`)
  // The upper half of the external attributes is the mode of Unix (4.4.15).
  const isLink = (archive.readUInt16LE(at + 40) & FILE_TYPE) === SYMBOLIC_LINK
  return { path, size, isPacked: method === 8, isLink, from, to: from + packed }
}

/** The numbers of the ZIP64 extra field (4.5.3). */
function wideNumbers(archive: Buffer, extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === 1 && end <= extra.length) {
      const numbers: number[] = []
      for (let from = at + 4; from + 8 <= end; from += 8) numbers.push(zipOffset(extra, from, archive.length))
      return numbers
    }
    at = end
  }
  return []
}

/** A number of 64 bits that is compared with places in the archive; what exceeds all of them is one beyond. */
function zipOffset(bytes: Buffer, at: number, beyond = Number.MAX_SAFE_INTEGER): number {
  const value = bytes.readBigUInt64LE(at)
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? beyond : Number(value)
}

/** Names are UTF-8 whether an archive says so or not, as long as they can be read so. */
function zipEntryName(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
