import { crc32, deflateRawSync } from 'node:zlib'

/** One entry as it is written; its headers may say something else. */
export interface WrittenEntry {
  name: string
  bytes: Uint8Array
  /** Instead of the true numbers, in the directory. */
  says?: { size?: number; packed?: number; at?: number; method?: number; flags?: number; mode?: number }
  /** A copy of the last entry's place, without bytes of its own. */
  again?: boolean
}

interface End {
  count?: number
  from?: number
}

/** A zip archive whose headers say what the test wants, for tests of false headers. */
export function writeZip(entries: readonly WrittenEntry[], end: End = {}): Buffer {
  const parts: Buffer[] = []
  const listed: Buffer[] = []
  let at = 0
  let last = { start: 0, packed: Buffer.alloc(0), size: 0, crc: 0 }
  for (const { name, bytes, says = {}, again } of entries) {
    const path = Buffer.from(name)
    if (!again) {
      const packed = deflateRawSync(bytes, { level: 9 })
      last = { start: at, packed, size: bytes.length, crc: crc32(bytes) }
      const header = Buffer.alloc(30)
      header.writeUInt32LE(0x04034b50, 0)
      header.writeUInt16LE(8, 8)
      header.writeUInt32LE(last.crc, 14)
      header.writeUInt32LE(packed.length, 18)
      header.writeUInt32LE(bytes.length, 22)
      header.writeUInt16LE(path.length, 26)
      parts.push(header, path, packed)
      at += 30 + path.length + packed.length
    }
    const header = Buffer.alloc(46)
    header.writeUInt32LE(0x02014b50, 0)
    header.writeUInt16LE(says.flags ?? 0, 8)
    header.writeUInt16LE(says.method ?? 8, 10)
    header.writeUInt32LE(last.crc, 16)
    header.writeUInt32LE(says.packed ?? last.packed.length, 20)
    header.writeUInt32LE(says.size ?? last.size, 24)
    header.writeUInt16LE(path.length, 28)
    header.writeUInt16LE(says.mode ?? 0, 40)
    header.writeUInt32LE(says.at ?? last.start, 42)
    listed.push(header, path)
  }
  const directory = Buffer.concat(listed)
  const tail = Buffer.alloc(22)
  const count = Math.min(0xffff, end.count ?? entries.length)
  tail.writeUInt32LE(0x06054b50, 0)
  tail.writeUInt16LE(count, 8)
  tail.writeUInt16LE(count, 10)
  tail.writeUInt32LE(directory.length, 12)
  tail.writeUInt32LE(end.from ?? at, 16)
  return Buffer.concat([...parts, directory, tail])
}

const MB = 1024 * 1024
const page = (bytes: number) => Buffer.alloc(bytes, '<p>x</p>')

/** Small archives that are costly to unpack, by their defect. */
export const hostileZips: Readonly<Record<string, () => Buffer>> = {
  'a size that is said too small': () => writeZip([{ name: 'index.html', bytes: page(250 * MB), says: { size: 100 } }]),
  'a size that is said too large': () => writeZip([{ name: 'index.html', bytes: page(10), says: { size: 250 * MB } }]),
  'a size beyond all limits': () => writeZip([{ name: 'index.html', bytes: page(310 * MB) }]),
  'many sizes beyond the limit together': () => {
    const bytes = page(8 * MB)
    return writeZip(Array.from({ length: 40 }, (_, at) => ({ name: `${at}.html`, bytes })))
  },
  'one entry listed 4,000 times': () => {
    const bytes = page(50_000)
    return writeZip(Array.from({ length: 4_000 }, (_, at) => ({ name: `${at}.html`, bytes, again: at > 0 })))
  },
  'entries that overlap': () =>
    writeZip([
      { name: 'a.html', bytes: page(MB), says: { packed: 900 } },
      { name: 'b.html', bytes: page(MB) },
    ]),
  '60,000 entries': () =>
    writeZip([
      { name: '0.html', bytes: page(8) },
      ...Array.from({ length: 59_999 }, (_, at) => ({ name: `${at + 1}/`, bytes: page(0), again: true })),
    ]),
  'an entry outside of the archive': () => writeZip([{ name: 'a.html', bytes: page(8), says: { at: 0x7fff_ffff } }]),
  'a directory that lists more than it holds': () => writeZip([{ name: 'a.html', bytes: page(8) }], { count: 3_000 }),
  'a directory outside of the archive': () => writeZip([{ name: 'a.html', bytes: page(8) }], { from: 0x7fff_ffff }),
  'a secret entry': () => writeZip([{ name: 'a.html', bytes: page(8), says: { flags: 1 } }]),
  'an unknown packing': () => writeZip([{ name: 'a.html', bytes: page(8), says: { method: 99 } }]),
}
