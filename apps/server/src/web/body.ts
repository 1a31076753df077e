import type { IncomingMessage } from 'node:http'
import { pipeline, Readable, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

export interface Body {
  bytes: Buffer<ArrayBuffer>
  /** Whether there was more than was asked for. */
  truncated: boolean
}

/** The codings that a request offers. */
export const acceptedCodings = 'gzip, br, deflate'

/**
 * Reads at most `maxBytes` of a body, as many on the wire and as many again of what they unpack to, so that neither an
 * endless body nor a small one that unpacks to a huge one takes more memory.
 * @throws Error if the connection ends before the body, or if its coding is not what it says or none of those asked for
 */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Body> {
  const wire = { truncated: false }
  try {
    const source = limited(incoming, maxBytes, wire)
    const first = await source.next()
    if (first.done) return { bytes: Buffer.alloc(0), truncated: false }
    const decoder = decoderFor(incoming.headers['content-encoding'], first.value)
    const chunks = prependChunk(first.value, source)
    const { bytes, truncated } = await collect(decoder ? unpacked(chunks, decoder) : chunks, maxBytes)
    return { bytes, truncated: truncated || wire.truncated }
  } finally {
    incoming.destroy()
  }
}

async function* limited(
  incoming: IncomingMessage,
  maxBytes: number,
  wire: { truncated: boolean },
): AsyncGenerator<Buffer, undefined> {
  let left = maxBytes
  for await (const chunk of incoming) {
    if (!Buffer.isBuffer(chunk)) continue
    if (chunk.length > left) {
      wire.truncated = true
      yield chunk.subarray(0, left)
      return
    }
    left -= chunk.length
    yield chunk
  }
}

async function* prependChunk(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

/** The decoder of a coding; undefined for none. A cut-off body is unpacked as far as it goes. */
function decoderFor(coding: string | undefined, first: Buffer): Transform | undefined {
  const name = coding?.trim().toLowerCase()
  const flush = { finishFlush: constants.Z_SYNC_FLUSH }
  if (!name || name === 'identity') return undefined
  if (name === 'gzip' || name === 'x-gzip') return createGunzip(flush)
  if (name === 'br') {
    return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
  }
  // Some servers send it without the header of zlib (RFC 9110, 8.4.1.2).
  if (name === 'deflate') return ((first[0] ?? 0) & 15) === 8 ? createInflate(flush) : createInflateRaw(flush)
  throw new Error(`its content is encoded as “${name.slice(0, 40)}”, which was not asked for`)
}

/** `pipeline` hands every error to the decoder, which throws it to its reader. */
function unpacked(chunks: AsyncIterable<Buffer>, decoder: Transform): AsyncIterable<Buffer> {
  pipeline(Readable.from(chunks), decoder, () => undefined)
  return decoder
}

async function collect(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Body> {
  const kept: Buffer[] = []
  let left = maxBytes
  for await (const chunk of chunks) {
    kept.push(chunk.subarray(0, left))
    if (chunk.length > left) return { bytes: Buffer.concat(kept), truncated: true }
    left -= chunk.length
  }
  return { bytes: Buffer.concat(kept), truncated: false }
}
