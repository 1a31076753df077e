import { isJson } from '../contract/contentType.ts'
import { formatOffset } from '../contract/offset.ts'
import type { ReadFrom } from '../contract/port.ts'
import { joinEntries } from './body.ts'
import { nextCursor } from './cursor.ts'
import { refusalResponse } from './errors.ts'
import type { StreamHandlerOptions } from './handler.ts'
import { streamHeader } from './headers.ts'
import type { ReadQuery } from './request.ts'
import { Waiter } from './waiter.ts'

type Found = Extract<ReadFrom, { ok: true }>

/** The response's headers that say where a read ended. */
function positionHeaders(found: Found): Record<string, string> {
  return {
    [streamHeader.nextOffset]: found.nextOffset,
    ...(found.upToDate ? { [streamHeader.upToDate]: 'true' } : {}),
    ...(found.upToDate && found.closed ? { [streamHeader.closed]: 'true' } : {}),
  }
}

function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get('If-None-Match') ?? ''
  return known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}

/** A read of what is there, in one bounded batch. */
export async function catchUp(
  options: StreamHandlerOptions,
  request: Request,
  path: string,
  query: ReadQuery,
): Promise<Response> {
  const offset = query.offset ?? '-1'
  const found = await options.store.readFrom(path, offset)
  if (!found.ok) return refusalResponse(found)
  return batchResponse(options, request, query, found)
}

function batchResponse(
  options: StreamHandlerOptions,
  request: Request,
  query: ReadQuery,
  found: Found,
  cursor?: string,
): Response {
  const headers: Record<string, string> = {
    ...positionHeaders(found),
    'Content-Type': found.info.contentType,
    ...(cursor === undefined ? {} : { [streamHeader.cursor]: cursor }),
  }
  if (query.offset === 'now') {
    const body =
      isJson(found.info.contentType) && found.entries.length === 0
        ? '[]'
        : joinEntries(found.entries, found.info.contentType)
    return new Response(body, { headers: { ...headers, 'Cache-Control': 'no-store' } })
  }
  const start = query.offset ?? '-1'
  const etag = `"${found.info.id}:${start === '-1' ? formatOffset(0) : start}:${found.nextOffset}${found.closed && found.upToDate ? ':closed' : ''}"`
  headers.ETag = etag
  // A batch that is not the last never changes; the last one grows.
  const lasting = !found.upToDate && !options.readOnly
  headers['Cache-Control'] = lasting
    ? 'public, max-age=60, stale-while-revalidate=300'
    : options.readOnly
      ? 'private, no-cache'
      : 'no-cache'
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(joinEntries(found.entries, found.info.contentType), { headers })
}

/** A read that waits for the next entry, for at most `longPollTimeoutMs`. */
export async function longPoll(
  options: StreamHandlerOptions,
  request: Request,
  path: string,
  query: ReadQuery,
): Promise<Response> {
  const cursor = nextCursor(query.cursor, options.now(), options.random ?? Math.random)
  const timeoutMs = options.longPollTimeoutMs ?? 20_000
  const end = performance.now() + timeoutMs
  const waiter = new Waiter((listener) => options.store.subscribe(path, listener), liveSignal(options, request))
  let offset = query.offset ?? '-1'
  try {
    for (;;) {
      waiter.arm()
      const found = await options.store.readFrom(path, offset)
      if (!found.ok) return refusalResponse(found)
      if (found.entries.length > 0) return batchResponse(options, request, query, found, cursor)
      offset = found.nextOffset
      const over = found.closed || liveSignal(options, request).aborted || !(await waiter.wait(end - performance.now()))
      if (!over) continue
      const headers = { ...positionHeaders(found), [streamHeader.cursor]: cursor, 'Cache-Control': 'no-store' }
      return new Response(null, { status: 204, headers })
    }
  } finally {
    waiter.stop()
  }
}

/** Aborts when the client has gone, or when the server is stopping. */
export function liveSignal(options: StreamHandlerOptions, request: Request): AbortSignal {
  return options.signal ? AbortSignal.any([request.signal, options.signal]) : request.signal
}
