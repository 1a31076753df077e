/** Pixels; never 0. */
export interface Dimensions {
  width: number
  height: number
}

export interface RasterHeader extends Dimensions {
  /** It holds more than one picture, shown after one another. */
  animated?: true
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif' | 'image/x-icon'
}

/**
 * The type and the shown size of a picture with these first bytes: a photograph that was taken on its side is turned,
 * as browsers do. Undefined if they begin no picture, or its header is not whole.
 */
export function readRasterHeader(bytes: Uint8Array): RasterHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = png(view) ?? gif(view) ?? webp(view) ?? jpeg(view) ?? avif(view) ?? ico(view)
  return found && found.width > 0 && found.height > 0 ? found : undefined
}

/** Bytes as Latin-1; empty if they end before. */
export function textAt(view: DataView, at: number, length: number): string {
  if (at < 0 || at + length > view.byteLength) return ''
  let found = ''
  for (let index = 0; index < length; index += 1) found += String.fromCharCode(view.getUint8(at + index))
  return found
}

/** PNG 1.2, 5.2 and 11.2.2: the signature, then IHDR with width and height. */
function png(view: DataView): RasterHeader | undefined {
  if (textAt(view, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(view, 12, 4) !== 'IHDR' || view.byteLength < 24)
    return undefined
  const size = { type: 'image/png' as const, width: view.getUint32(16), height: view.getUint32(20) }
  // A moving picture says so in front of its first data.
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const kind = textAt(view, at + 4, 4)
    if (kind === 'acTL') return { ...size, animated: true }
    if (kind === 'IDAT' || kind === 'IEND' || kind === '') break
  }
  return size
}

/** GIF89a, 17 and 18: the signature, then the logical screen's size. */
function gif(view: DataView): RasterHeader | undefined {
  if (!/^GIF8[79]a$/.test(textAt(view, 0, 6)) || view.byteLength < 14) return undefined
  return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

/** RFC 9649: RIFF, then a VP8X, VP8L or VP8 chunk. */
function webp(view: DataView): RasterHeader | undefined {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP' || view.byteLength < 30) return undefined
  const kind = textAt(view, 12, 4)
  const type = 'image/webp'
  const int24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  if (kind === 'VP8X') {
    const size = { type: 'image/webp' as const, width: int24(24) + 1, height: int24(27) + 1 }
    return (view.getUint8(20) & 2) === 0 ? size : { ...size, animated: true }
  }
  if (kind === 'VP8L' && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true)
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind === 'VP8 ' && int24(23) === 0x2a019d) {
    return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  }
  return undefined
}

/** ITU T.81, B.1 and B.2: segments until a frame header (SOF0–15 but DHT, JPG and DAC), which holds the size. */
function jpeg(view: DataView): RasterHeader | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined
  let at = 2
  let turned = false
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
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      return { type: 'image/jpeg', width: turned ? height : width, height: turned ? width : height }
    }
    const length = view.getUint16(at + 2)
    if (length < 2) return undefined
    if (marker === 0xe1 && orientation(view, at + 4, length - 2) > 4) turned = true
    at += 2 + length
  }
  return undefined
}

/** Exif 2.3, 4.6.4: tag 0x0112 of the first directory; 5 to 8 turn the picture on its side. 1 if there is no tag. */
function orientation(view: DataView, at: number, length: number): number {
  const end = Math.min(at + length, view.byteLength)
  if (textAt(view, at, 6) !== 'Exif\0\0') return 1
  const tiff = at + 6
  const order = textAt(view, tiff, 2)
  if (order !== 'II' && order !== 'MM') return 1
  const little = order === 'II'
  if (tiff + 8 > end) return 1
  const directory = tiff + view.getUint32(tiff + 4, little)
  if (directory + 2 > end) return 1
  const count = view.getUint16(directory, little)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > end) return 1
    if (view.getUint16(entry, little) === 0x0112) return view.getUint16(entry + 8, little)
  }
  return 1
}

/** ISO 14496-12 boxes: the size is in `ispe` within `meta/iprp/ipco`; of several the largest is the whole picture. */
function avif(view: DataView): RasterHeader | undefined {
  if (textAt(view, 4, 4) !== 'ftyp') return undefined
  const brands = textAt(view, 8, Math.min(view.getUint32(0), view.byteLength, 128) - 8)
  if (!/avi[fs]/.test(brands)) return undefined
  const sizes: Dimensions[] = []
  const turned = { is: false }
  readBoxes(view, 0, view.byteLength, sizes, turned)
  const whole = sizes.sort((a, b) => b.width * b.height - a.width * a.height)[0]
  if (!whole) return undefined
  return turned.is ? { type: 'image/avif', width: whole.height, height: whole.width } : { type: 'image/avif', ...whole }
}

function readBoxes(view: DataView, from: number, to: number, sizes: Dimensions[], turned: { is: boolean }): void {
  let at = from
  while (at + 8 <= to) {
    const size = view.getUint32(at)
    const kind = textAt(view, at + 4, 4)
    const end = size === 0 ? to : at + size
    if (size !== 0 && size < 8) return
    // A full box has four more bytes in front of its content.
    if (kind === 'meta') readBoxes(view, at + 12, Math.min(end, to), sizes, turned)
    else if (kind === 'iprp' || kind === 'ipco') readBoxes(view, at + 8, Math.min(end, to), sizes, turned)
    else if (kind === 'ispe' && at + 20 <= to) {
      sizes.push({ width: view.getUint32(at + 12), height: view.getUint32(at + 16) })
    } else if (kind === 'irot' && at + 9 <= to) turned.is = view.getUint8(at + 8) % 2 === 1
    at = end
  }
}

/** ICO: a directory of pictures, of which the largest counts; 0 means 256. */
function ico(view: DataView): RasterHeader | undefined {
  if (view.byteLength < 22 || view.getUint32(0) !== 0x00000100) return undefined
  const count = view.getUint16(4, true)
  let best: Dimensions = { width: 0, height: 0 }
  for (let index = 0; index < count && 6 + (index + 1) * 16 <= view.byteLength; index += 1) {
    const width = view.getUint8(6 + index * 16) || 256
    const height = view.getUint8(7 + index * 16) || 256
    if (width * height > best.width * best.height) best = { width, height }
  }
  return { type: 'image/x-icon', ...best }
}
