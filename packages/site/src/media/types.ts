export type MediaKind = 'image' | 'video' | 'audio' | 'font' | 'document' | 'text'

/** A kind of file that a project may hold. */
export interface MediaType {
  /** The media type, without parameters. */
  type: string
  kind: MediaKind
  /** The first is the usual one. */
  extensions: readonly [string, ...string[]]
}

const MB = 1024 * 1024

/** The maximum size of one file in bytes, by its kind. */
export const mediaLimits: Readonly<Record<MediaKind, number>> = {
  image: 25 * MB,
  video: 200 * MB,
  audio: 50 * MB,
  font: 10 * MB,
  document: 50 * MB,
  text: 5 * MB,
}

/** A drawing is read whole to be cleaned. */
const maxSvgBytes = 4 * MB

/** Pixels of one picture; more would need too much memory to make smaller. */
export const maxPixels = 100_000_000

/** Every kind of file that may be media. Pages, styles and scripts are not: they are documents and code assets. */
export const mediaTypes: readonly MediaType[] = [
  { type: 'image/png', kind: 'image', extensions: ['png', 'apng'] },
  { type: 'image/jpeg', kind: 'image', extensions: ['jpg', 'jpeg', 'jfif'] },
  { type: 'image/gif', kind: 'image', extensions: ['gif'] },
  { type: 'image/webp', kind: 'image', extensions: ['webp'] },
  { type: 'image/avif', kind: 'image', extensions: ['avif'] },
  { type: 'image/svg+xml', kind: 'image', extensions: ['svg'] },
  { type: 'image/x-icon', kind: 'image', extensions: ['ico'] },
  { type: 'video/mp4', kind: 'video', extensions: ['mp4', 'm4v'] },
  { type: 'video/webm', kind: 'video', extensions: ['webm'] },
  { type: 'video/ogg', kind: 'video', extensions: ['ogv'] },
  { type: 'audio/mpeg', kind: 'audio', extensions: ['mp3'] },
  { type: 'audio/ogg', kind: 'audio', extensions: ['ogg', 'oga', 'opus'] },
  { type: 'audio/wav', kind: 'audio', extensions: ['wav'] },
  { type: 'audio/mp4', kind: 'audio', extensions: ['m4a'] },
  { type: 'audio/flac', kind: 'audio', extensions: ['flac'] },
  { type: 'font/woff2', kind: 'font', extensions: ['woff2'] },
  { type: 'font/woff', kind: 'font', extensions: ['woff'] },
  { type: 'font/ttf', kind: 'font', extensions: ['ttf'] },
  { type: 'font/otf', kind: 'font', extensions: ['otf'] },
  { type: 'application/vnd.ms-fontobject', kind: 'font', extensions: ['eot'] },
  { type: 'application/pdf', kind: 'document', extensions: ['pdf'] },
  { type: 'model/gltf-binary', kind: 'document', extensions: ['glb'] },
  { type: 'text/plain', kind: 'text', extensions: ['txt', 'md'] },
  { type: 'text/csv', kind: 'text', extensions: ['csv'] },
  { type: 'text/vtt', kind: 'text', extensions: ['vtt'] },
  { type: 'application/json', kind: 'text', extensions: ['json', 'map'] },
  { type: 'application/manifest+json', kind: 'text', extensions: ['webmanifest'] },
  { type: 'application/xml', kind: 'text', extensions: ['xml'] },
]

const byType = new Map(mediaTypes.map((each) => [each.type, each]))
const byExtension = new Map(mediaTypes.flatMap((each) => each.extensions.map((extension) => [extension, each])))

/** The kind of file with this media type; undefined if none may be media. */
export function mediaTypeOf(type: string): MediaType | undefined {
  return byType.get(type)
}

/** The kind of file that a name's extension means. */
export function mediaTypeOfName(name: string): MediaType | undefined {
  return byExtension.get(extensionOf(name))
}

/** The extension of a name or path in lower case, without its dot; empty if it has none. */
export function extensionOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** The maximum size of a file of a type, in bytes. */
export function maxBytesOf({ type, kind }: MediaType): number {
  return type === 'image/svg+xml' ? maxSvgBytes : mediaLimits[kind]
}
