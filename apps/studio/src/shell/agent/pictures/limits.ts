import * as strings from '../texts/strings.ts'
/** The limits of one message's pictures (docs/api.md). */
export const pictureLimits = { count: 8, bytes: 5 * 1024 * 1024, edge: 8000, pixels: 40_000_000 }
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** The longest edge of a picture that is made smaller: more than any provider looks at. */
const smallerEdge = 2576
/** Beyond this a browser could run out of memory over decoding it. */
const mostBytes = 50 * 1024 * 1024

/** Why a file cannot be attached, as a sentence that says the limit; undefined if it can. */
export function fileProblem(file: { name: string; type: string; size: number }): string | undefined {
  const name = file.name || strings.thePicture
  if (!pictureTypes.includes(file.type)) return strings.isNotAPngJpegWebp(name)
  if (file.size > mostBytes) return strings.pictureTooLarge(name, (file.size / 1024 / 1024).toFixed(0))
  return undefined
}

export function sizeProblem(name: string, width: number, height: number): string | undefined {
  const { edge, pixels } = pictureLimits
  if (width <= edge && height <= edge && width * height <= pixels) return undefined
  return `${name || strings.thePicture} has ${width} × ${height} pixels; a picture may have 8,000 on an edge and 40 megapixels.`
}

/** The size at which a picture that is too large is sent, in whole pixels, its proportions kept. */
export function fittingSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, smallerEdge / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
