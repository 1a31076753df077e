/** What the server takes with one message (docs/api.md). */
export const pictureLimits = { count: 8, bytes: 5 * 1024 * 1024, edge: 8000, pixels: 40_000_000 }
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Why a file cannot go along, as a sentence that says the limit; undefined where nothing speaks against it. */
export function fileProblem(file: { name: string; type: string; size: number }): string | undefined {
  const name = file.name || 'The picture'
  if (!pictureTypes.includes(file.type)) return `${name} is not a PNG, JPEG, WebP or GIF.`
  if (file.size > pictureLimits.bytes) {
    return `${name} has ${(file.size / 1024 / 1024).toFixed(1)} MB; a picture may have 5 MB.`
  }
  return undefined
}

export function sizeProblem(name: string, width: number, height: number): string | undefined {
  const { edge, pixels } = pictureLimits
  if (width <= edge && height <= edge && width * height <= pixels) return undefined
  return `${name || 'The picture'} has ${width} × ${height} pixels; a picture may have 8,000 on an edge and 40 megapixels.`
}
