import { zlibSync } from 'fflate'

const [HEADER = '', DATA = '', END = ''] = 'IHDR IDAT IEND'.split(' ')
const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10]
/** Red, green, blue and opacity, eight bits each. */
const RGBA = 6
/** Pictures are mostly areas of one colour: more effort makes them hardly smaller. */
const EFFORT = 3

/** A PNG of rows of pixels from the top, each red, green, blue and opacity (PNG specification, third edition). */
export function toPng(pixels: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13)
  const numbers = new DataView(header.buffer)
  numbers.setUint32(0, width)
  numbers.setUint32(4, height)
  header.set([8, RGBA, 0, 0, 0], 8)
  // Each row begins with the number of its filter; 0 is none.
  const rows = new Uint8Array(height * (4 * width + 1))
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(4 * width * y, 4 * width * (y + 1)), y * (4 * width + 1) + 1)
  const chunks = [chunk(HEADER, header), chunk(DATA, zlibSync(rows, { level: EFFORT })), chunk(END, new Uint8Array())]
  const png = new Uint8Array(SIGNATURE.length + chunks.reduce((sum, each) => sum + each.length, 0))
  png.set(SIGNATURE)
  let at = SIGNATURE.length
  for (const each of chunks) {
    png.set(each, at)
    at += each.length
  }
  return png
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  const numbers = new DataView(bytes.buffer)
  numbers.setUint32(0, data.length)
  for (let i = 0; i < 4; i += 1) bytes[4 + i] = type.charCodeAt(i)
  bytes.set(data, 8)
  numbers.setUint32(8 + data.length, checksum(bytes.subarray(4, 8 + data.length)))
  return bytes
}

/** CRC-32 (ISO 3309). */
function checksum(bytes: Uint8Array): number {
  let sum = 0xffff_ffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb8_8320 : sum >>> 1
  }
  return (sum ^ 0xffff_ffff) >>> 0
}
