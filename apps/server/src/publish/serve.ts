import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { rangeOf } from '../media/serve.ts'
import type { ManifestFile, ReleaseFolder } from './folder.ts'
import type { Encoding } from './pool.ts'

export interface Serving {
  file: ManifestFile
  raw: Request
  /** The headers so far. */
  answer: Headers
  status: 200 | 404
}

/** The smallest encoding of a text among those that the caller accepts; undefined for none (RFC 9110, 12.5.3). */
export function encodingFor(header: string | null): Encoding | undefined {
  const weights = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim())
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const takes = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}

/** Compressions that this process has begun, so that each is tried once. */
const begun = new Set<string>()

/** A text, in the form that was made when it was published; as it is if there is none. */
export async function serveText(
  folder: ReleaseFolder,
  { projectId, releaseId, file, raw, answer, status }: Serving & { projectId: string; releaseId: string },
): Promise<Response> {
  answer.set('Vary', 'Accept-Encoding')
  const encoding = file.hash === undefined ? undefined : encodingFor(raw.headers.get('accept-encoding'))
  const pool = folder.pool(projectId)
  const small = encoding && file.hash !== undefined ? await pool.read(file.hash, encoding) : undefined
  answer.set('ETag', small ? `"${file.etag}-${encoding}"` : `"${file.etag}"`)
  if (small && encoding) answer.set('Content-Encoding', encoding)
  if (status === 200 && isKnown(raw, answer)) return new Response(null, { status: 304, headers: answer })
  if (!small && encoding && file.hash !== undefined && !begun.has(file.hash)) {
    begun.add(file.hash)
    // The publisher died before it compressed this; later visitors get it compressed. A full disk leaves it as it is.
    pool.compress(file.hash).catch(() => undefined)
  }
  const bytes = small ?? (await folder.read(projectId, releaseId, file))
  answer.set('Content-Length', String(bytes.length))
  return new Response(raw.method === 'HEAD' ? null : new Uint8Array(bytes), { status, headers: answer })
}

/** Any other file: whole, or a part of it (RFC 9110, 14). */
export async function serveBytes(path: string, { file, raw, answer, status }: Serving): Promise<Response> {
  const etag = `"${file.etag}"`
  answer.set('ETag', etag)
  answer.set('Accept-Ranges', 'bytes')
  if (status === 200 && isKnown(raw, answer)) return new Response(null, { status: 304, headers: answer })
  const range = status === 200 ? rangeOf(raw, file.bytes, etag) : undefined
  if (range === 'unsatisfiable') {
    answer.set('Content-Range', `bytes */${file.bytes}`)
    return new Response(null, { status: 416, headers: answer })
  }
  const length = range ? range.end - range.start + 1 : file.bytes
  answer.set('Content-Length', String(length))
  if (range) answer.set('Content-Range', `bytes ${range.start}-${range.end}/${file.bytes}`)
  if (raw.method === 'HEAD' || length === 0)
    return new Response(null, { status: range ? 206 : status, headers: answer })
  return new Response(streamOf(path, range), { status: range ? 206 : status, headers: answer })
}

/** Whether the caller has the answer's content already: weak comparison, a list, or `*` (RFC 9110, 13.1.2). */
export function isKnown(raw: Request, answer: Headers): boolean {
  const header = raw.headers.get('if-none-match')
  const etag = answer.get('ETag')
  if (!header || !etag) return false
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag)
}

function streamOf(path: string, range: { start: number; end: number } | undefined): ReadableStream<Uint8Array> {
  const file = createReadStream(path, range ?? {})
  const reader = Readable.toWeb(file).getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
