export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'

export interface Dimensions {
  mimeType: PictureType
  /** Pixels; never 0. */
  width: number
  height: number
}

/** What kind of picture these bytes are and how large, from their headers alone; undefined where they are none. */
export function dimensionsOf(bytes: Uint8Array): Dimensions | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = png(view) ?? gif(view) ?? webp(view) ?? jpeg(view)
  return found && found.width > 0 && found.height > 0 ? found : undefined
}

function text(view: DataView, at: number, length: number): string {
  if (at + length > view.byteLength) return ''
  let found = ''
  for (let index = 0; index < length; index += 1) found += String.fromCharCode(view.getUint8(at + index))
  return found
}

/** PNG 1.2, 5.2 and 11.2.2: the signature, then IHDR with width and height; a whole file ends with IEND. */
function png(view: DataView): Dimensions | undefined {
  if (text(view, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(view, 12, 4) !== 'IHDR' || view.byteLength < 45) return undefined
  if (text(view, view.byteLength - 8, 4) !== 'IEND') return undefined
  return { mimeType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** GIF89a, 17 and 18: the signature, then the logical screen's size. */
function gif(view: DataView): Dimensions | undefined {
  if (!/^GIF8[79]a$/.test(text(view, 0, 6)) || view.byteLength < 14) return undefined
  return { mimeType: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

/** RFC 9649: RIFF, then a VP8X, VP8L or VP8 chunk. */
function webp(view: DataView): Dimensions | undefined {
  if (text(view, 0, 4) !== 'RIFF' || text(view, 8, 4) !== 'WEBP' || view.byteLength < 30) return undefined
  if (view.getUint32(4, true) + 8 > view.byteLength) return undefined
  const kind = text(view, 12, 4)
  const mimeType = 'image/webp'
  const int24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  if (kind === 'VP8X') return { mimeType, width: int24(24) + 1, height: int24(27) + 1 }
  if (kind === 'VP8L' && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true)
    return { mimeType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind === 'VP8 ' && int24(23) === 0x2a019d) {
    return { mimeType, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  }
  return undefined
}

/** ITU T.81, B.1 and B.2: segments until a frame header (SOF0–15 but DHT, JPG and DAC), which holds the size. */
function jpeg(view: DataView): Dimensions | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2
      continue
    }
    if (marker === 0xd9 || marker === 0xda) return undefined
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { mimeType: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    }
    const length = view.getUint16(at + 2)
    if (length < 2) return undefined
    at += 2 + length
  }
  return undefined
}
