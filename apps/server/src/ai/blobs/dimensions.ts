import { type Dimensions, type RasterHeader, readRasterHeader, textAt } from '@atelier/operation'

/** Picture types that a model accepts. */
export type PictureType = Extract<RasterHeader['type'], 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'>

export interface PictureHeader extends Dimensions {
  mimeType: PictureType
}

/** The kind and size of a whole picture that a model may be shown, from its headers; undefined for anything else. */
export function dimensionsOf(bytes: Uint8Array): PictureHeader | undefined {
  const header = readRasterHeader(bytes)
  if (!header || !isPictureType(header.type) || !isWhole(header.type, bytes)) return undefined
  return { mimeType: header.type, width: header.width, height: header.height }
}

const isPictureType = (type: RasterHeader['type']): type is PictureType =>
  type !== 'image/avif' && type !== 'image/x-icon'

/** Whether the bytes reach as far as the format says. A JPEG and a GIF do not say how long they are. */
function isWhole(type: PictureType, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === 'image/png') return view.byteLength >= 45 && textAt(view, view.byteLength - 8, 4) === 'IEND'
  return type !== 'image/webp' || view.getUint32(4, true) + 8 <= view.byteLength
}
