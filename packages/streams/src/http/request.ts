import type { ProducerMark } from '../contract/commit.ts'
import { normalizeType } from '../contract/contentType.ts'
import { parseOffset } from '../contract/offset.ts'
import type { CreateStream } from '../contract/port.ts'
import { BadRequest } from './errors.ts'
import { streamHeader } from './headers.ts'

function wholeNumber(name: string, value: string): number {
  const number = /^(0|[1-9]\d*)$/.test(value) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number))
    throw new BadRequest(`${name} must be a whole number without sign or leading zeros.`)
  return number
}

export function contentTypeOf(request: Request): string | undefined {
  const value = request.headers.get('Content-Type')
  return value === null || value.trim() === '' ? undefined : normalizeType(value)
}

export function wantsClose(request: Request): boolean {
  return request.headers.get(streamHeader.closed)?.toLowerCase() === 'true'
}

/** The producer's three headers: all of them or none. */
export function producerOf(request: Request): ProducerMark | undefined {
  const id = request.headers.get(streamHeader.producerId)
  const epoch = request.headers.get(streamHeader.producerEpoch)
  const seq = request.headers.get(streamHeader.producerSeq)
  if (id === null && epoch === null && seq === null) return undefined
  if (id === null || epoch === null || seq === null) {
    throw new BadRequest('Producer-Id, Producer-Epoch and Producer-Seq go together.')
  }
  if (id === '') throw new BadRequest('Producer-Id must not be empty.')
  return {
    id,
    epoch: wholeNumber(streamHeader.producerEpoch, epoch),
    seq: wholeNumber(streamHeader.producerSeq, seq),
  }
}

export function lifetimeOf(request: Request): Pick<CreateStream, 'ttlSeconds' | 'expiresAt'> {
  const ttl = request.headers.get(streamHeader.ttl)
  const expiresAt = request.headers.get(streamHeader.expiresAt)
  if (ttl !== null && expiresAt !== null) throw new BadRequest('Stream-TTL and Stream-Expires-At exclude each other.')
  if (ttl !== null) return { ttlSeconds: wholeNumber(streamHeader.ttl, ttl) }
  if (expiresAt === null) return {}
  const time = /^\d{4}-\d\d-\d\dT/.test(expiresAt) ? Date.parse(expiresAt) : Number.NaN
  if (Number.isNaN(time)) throw new BadRequest('Stream-Expires-At must be an RFC 3339 timestamp.')
  return { expiresAt: time }
}

/** The source of a fork; `pathOf` turns the source's URL into a path of the store. */
export function forkOf(request: Request, pathOf: (url: URL) => string | undefined): CreateStream['fork'] {
  const from = request.headers.get(streamHeader.forkedFrom)
  const offset = request.headers.get(streamHeader.forkOffset)
  const sub = request.headers.get(streamHeader.forkSubOffset)
  if (from === null) {
    if (offset === null && sub === null) return undefined
    throw new BadRequest('Stream-Fork-Offset and Stream-Fork-Sub-Offset need Stream-Forked-From.')
  }
  const path = URL.canParse(from, request.url) ? pathOf(new URL(from, request.url)) : undefined
  if (path === undefined) throw new BadRequest('Stream-Forked-From names no stream here.')
  const subOffset = sub === null ? 0 : wholeNumber(streamHeader.forkSubOffset, sub)
  if (offset === null && subOffset > 0) throw new BadRequest('Stream-Fork-Sub-Offset needs Stream-Fork-Offset.')
  if (offset !== null && parseOffset(offset) === undefined) throw new BadRequest('Stream-Fork-Offset is not an offset.')
  return { from: path, offset: offset ?? undefined, subOffset }
}

export interface ReadQuery {
  /** As it was sent; undefined means the start. */
  offset: string | undefined
  live: 'long-poll' | 'sse' | undefined
  cursor: string | null
}

export function readQueryOf(url: URL): ReadQuery {
  const offsets = url.searchParams.getAll('offset')
  const live = url.searchParams.get('live') ?? undefined
  const [offset] = offsets
  if (offsets.length > 1) throw new BadRequest('There must be one offset.')
  if (offset !== undefined && offset !== 'now' && parseOffset(offset) === undefined) {
    throw new BadRequest('The offset is not one that this server gave.')
  }
  if (live !== undefined && live !== 'long-poll' && live !== 'sse') throw new BadRequest('live is long-poll or sse.')
  if (live !== undefined && offset === undefined) throw new BadRequest('A live read needs an offset.')
  return { offset, live, cursor: url.searchParams.get('cursor') }
}
