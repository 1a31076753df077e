import { mediaTypeOf } from '@atelier/site'
import type { ByteRange, MediaFiles } from './files.ts'

export interface ServedFile {
  projectId: string
  hash: string
  /** Media type. */
  type: string
  /** For saving it under. */
  name: string
  /** The bytes at its address never change. */
  immutable: boolean
}

/**
 * Whatever a file holds, it acts on nothing: its policy loads nothing and is a sandbox without scripts, and what is no
 * picture, sound or film is saved rather than shown.
 */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; media-src 'self'; sandbox"

/** Sends a file of the project's media to a signed-in user: whole, a part (RFC 9110, 14), or 304. */
export async function serveFile(files: MediaFiles, request: Request, file: ServedFile): Promise<Response | undefined> {
  const { projectId, hash } = file
  const size = await files.size(projectId, hash)
  if (size === undefined) return undefined
  const etag = `"${hash.slice(0, 32)}"`
  const headers = new Headers({
    'Content-Type': contentTypeOf(file.type),
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': file.immutable ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'Accept-Ranges': 'bytes',
    'Content-Disposition': disposition(file, new URL(request.url).searchParams.has('download')),
    ETag: etag,
  })
  if (matchesTag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const range = rangeOf(request, size, etag)
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`)
    return new Response(null, { status: 416, headers })
  }
  const length = range ? range.end - range.start + 1 : size
  headers.set('Content-Length', String(length))
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  const body = request.method === 'HEAD' || length === 0 ? null : files.stream(projectId, hash, range)
  return new Response(body, { status: range ? 206 : 200, headers })
}

/** The media type as a header; text names its encoding, so that no browser guesses. */
export function contentTypeOf(type: string): string {
  return type.startsWith('text/') || type === 'image/svg+xml' ? `${type}; charset=utf-8` : type
}

function disposition({ type, name }: ServedFile, download: boolean): string {
  const kind = mediaTypeOf(type)?.kind
  const shown = !download && (kind === 'image' || kind === 'video' || kind === 'audio' || kind === 'font')
  const plain = name.replace(/[^\w. -]/g, '_')
  return `${shown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
}

/** RFC 9110, 13.1.2: weak comparison, a list, or `*`. */
export function matchesTag(header: string | null, etag: string): boolean {
  return header?.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag) ?? false
}

/** RFC 9110, 14.1.2 and 13.1.5: one range; anything else asks for the whole. */
export function rangeOf(request: Request, size: number, etag: string): ByteRange | 'unsatisfiable' | undefined {
  const asked = request.headers.get('range')
  const unless = request.headers.get('if-range')
  if (asked === null || (unless !== null && unless !== etag)) return undefined
  const match = /^bytes=(\d*)-(\d*)$/.exec(asked.trim())
  const [, from = '', to = ''] = match ?? []
  if (!match || (from === '' && to === '')) return undefined
  if (from === '') {
    const last = Number(to)
    return last === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last), end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
