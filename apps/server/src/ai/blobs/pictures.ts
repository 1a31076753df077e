import type { OperationError } from '@atelier/operation'
import { dimensionsOf, type PictureType } from './dimensions.ts'

/** Limits of a picture in a prompt or in a result. */
export const pictureLimits = {
  /** Pictures of one message. */
  count: 8,
  bytes: 5 * 1024 * 1024,
  /** Pixels of an edge, and of the whole picture. */
  edge: 8000,
  pixels: 40_000_000,
}

export interface Picture {
  mimeType: PictureType
  bytes: Uint8Array
  width: number
  height: number
}

/** Why a picture is not taken: an error with its HTTP status. */
export type PictureIssue = OperationError & { status: 400 | 413 }

/**
 * A picture as it was sent, base64. Its type is read from its bytes; the declared media type must agree.
 * @param path its position in the input, as a JSON pointer
 */
export function readPicture(
  sent: { mimeType: string; data: string },
  path: string,
): { picture: Picture } | { issue: PictureIssue } {
  const issue = (status: 400 | 413, code: string, message: string, expected?: string) => ({
    issue: { status, code, message, path, ...(expected === undefined ? {} : { expected }) },
  })
  const { bytes: maxBytes, edge, pixels } = pictureLimits
  if (sent.data.length > Math.ceil(maxBytes / 3) * 4) {
    return issue(413, 'picture_too_large', `${path} is larger than 5 MB.`, `at most ${maxBytes} bytes`)
  }
  if (sent.data === '' || sent.data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(sent.data)) {
    return issue(400, 'invalid_picture', `${path} is not base64.`, 'base64 without a data: prefix or line breaks')
  }
  const bytes = Buffer.from(sent.data, 'base64')
  if (bytes.byteLength > maxBytes) {
    return issue(413, 'picture_too_large', `${path} is larger than 5 MB.`, `at most ${maxBytes} bytes`)
  }
  const found = dimensionsOf(bytes)
  if (!found) {
    return issue(400, 'invalid_picture', `${path} is not a picture that can be read.`, 'a whole PNG, JPEG, WebP or GIF')
  }
  if (found.mimeType !== sent.mimeType) {
    return issue(400, 'invalid_picture', `${path} says ${sent.mimeType} but is ${found.mimeType}.`, found.mimeType)
  }
  const { width, height } = found
  if (width > edge || height > edge || width * height > pixels) {
    const size = `${width} × ${height} pixels`
    return issue(413, 'picture_too_large', `${path} has ${size}.`, `at most ${edge} pixels an edge and 40 megapixels`)
  }
  return { picture: { ...found, bytes } }
}
