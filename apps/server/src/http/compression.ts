import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

/** Bytes below which compressing an answer saves no packet. */
const LEAST = 1024

export type Encoding = 'br' | 'gzip'

/** The encoding that a client prefers among those that are offered; undefined if it accepts none of them. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const accepted = new Set<string>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    if (!parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))) accepted.add(name)
  }
  return (['br', 'gzip'] as const).find((name) => accepted.has(name))
}

/** @param quality of Brotli from 0 to 11, of gzip from 1 to 9; the higher, the smaller and the slower */
export async function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  quality: number,
): Promise<Buffer<ArrayBufferLike>> {
  if (encoding === 'gzip') return await promisify(gzip)(bytes, { level: quality })
  return await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}

/** Compresses the JSON answers of the API outside of the event loop; streams and files pass as they are. */
export function compressedAnswers(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { res } = context
    if (!res.body || res.headers.has('Content-Encoding')) return
    if (!/^application\/json\b/.test(res.headers.get('Content-Type') ?? '')) return
    const encoding = acceptedEncoding(context.req.header('accept-encoding'))
    res.headers.append('Vary', 'Accept-Encoding')
    if (!encoding) return
    const bytes = new Uint8Array(await res.arrayBuffer())
    const isSmall = bytes.length < LEAST
    const body = isSmall ? bytes : await compress(bytes, encoding, 1)
    const { status, headers } = res
    headers.delete('Content-Length')
    if (!isSmall) headers.set('Content-Encoding', encoding)
    context.res = new Response(new Uint8Array(body), { status, headers })
  }
}
