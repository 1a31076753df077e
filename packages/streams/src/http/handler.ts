import type { StreamStore } from '../contract/port.ts'
import type { StreamInfo } from '../contract/store.ts'
import { readBody, splitBody } from './body.ts'
import { BadRequest, errorResponse, refusalResponse } from './errors.ts'
import { commonHeaders, streamHeader } from './headers.ts'
import { catchUp, longPoll } from './read.ts'
import { contentTypeOf, forkOf, lifetimeOf, producerOf, readQueryOf, wantsClose } from './request.ts'
import { serverSentEvents } from './sse.ts'

export interface StreamHandlerOptions {
  /** A read-only handler uses `readFrom`, `head` and `subscribe` only. */
  store: StreamStore
  /** The store's path for a URL; undefined answers 404. */
  path(url: URL): string | undefined
  /** Epoch milliseconds. */
  now: () => number
  /** From 0 to below 1, for cursors (`Math.random`). */
  random?: () => number
  /** GET and HEAD only, and answers that no shared cache keeps: for streams behind a session. */
  readOnly?: boolean
  /** Lets scripts of every origin read and write (false). */
  cors?: boolean
  /** Largest body of an append (10 MiB); more answers 413. */
  maxBodyBytes?: number
  /** How long a long-poll waits (20 s). */
  longPollTimeoutMs?: number
  /** After which an event stream ends and its client connects again (60 s). */
  sseMaxMs?: number
  /** How often a quiet event stream shows that it lives (15 s). */
  keepAliveMs?: number
  /** Ends live reads when the server stops. */
  signal?: AbortSignal
}

const types = { octets: 'application/octet-stream' }

/**
 * The Durable Streams protocol (without subscriptions) as a function from request to response. Who may call it is
 * decided in front of it. Errors are `{ error: { code, message } }` with the protocol's status.
 */
export function createStreamHandler(options: StreamHandlerOptions): (request: Request) => Promise<Response> {
  const common = Object.entries(commonHeaders(options.cors ?? false))
  return async (request) => {
    const response = await answerRequest(options, request)
    for (const [name, value] of common) response.headers.set(name, value)
    return response
  }
}

async function answerRequest(options: StreamHandlerOptions, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const allowed = options.readOnly ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'PUT', 'POST', 'DELETE']
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allowed.join(', ') } })
  if (!allowed.includes(request.method)) {
    return errorResponse(405, 'method_not_allowed', `${request.method} is not allowed here.`, {
      Allow: allowed.join(', '),
    })
  }
  const path = options.path(url)
  if (path === undefined) return errorResponse(404, 'stream_not_found', 'There is no stream here.')
  try {
    switch (request.method) {
      case 'PUT':
        return await create(options, request, path)
      case 'POST':
        return await append(options, request, path)
      case 'DELETE':
        return await deleteStream(options, path)
      case 'HEAD':
        return await head(options, path)
      default:
        return await read(options, request, url, path)
    }
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error
    return errorResponse(error.status, error.status === 413 ? 'too_large' : 'invalid_request', error.message)
  }
}

async function create(options: StreamHandlerOptions, request: Request, path: string): Promise<Response> {
  const fork = forkOf(request, options.path)
  const lifetime = lifetimeOf(request)
  const body = await readBody(request, options.maxBodyBytes ?? 10 * 1024 * 1024)
  let contentType = contentTypeOf(request)
  if (fork && contentType === undefined && body.length > 0) {
    const source = await options.store.head(fork.from)
    contentType = source.ok ? source.info.contentType : undefined
  }
  const entries = body.length === 0 ? [] : splitBody(body, contentType ?? types.octets)
  const outcome = await options.store.create(path, {
    contentType,
    ...lifetime,
    entries,
    closed: wantsClose(request),
    fork,
  })
  if (!outcome.ok) return refusalResponse(outcome)
  const headers: Record<string, string> = {
    ...infoHeaders(outcome.info),
    'Cache-Control': 'no-store',
    ...(outcome.created ? { Location: new URL(request.url).href } : {}),
  }
  return new Response(null, { status: outcome.created ? 201 : 200, headers })
}

async function append(options: StreamHandlerOptions, request: Request, path: string): Promise<Response> {
  const producer = producerOf(request)
  const close = wantsClose(request)
  const body = await readBody(request, options.maxBodyBytes ?? 10 * 1024 * 1024)
  const contentType = contentTypeOf(request)
  const closeOnly = close && body.length === 0
  if (!closeOnly && body.length === 0) throw new BadRequest('An append needs a body.')
  if (!closeOnly && contentType === undefined) throw new BadRequest('An append needs a Content-Type.')
  const entries = closeOnly ? [] : splitBody(body, contentType ?? types.octets)
  if (!closeOnly && entries.length === 0) throw new BadRequest('An append needs at least one message.')
  const outcome = await options.store.append(path, {
    entries,
    contentType: closeOnly ? undefined : contentType,
    producer,
    streamSeq: request.headers.get(streamHeader.seq) ?? undefined,
    close,
  })
  if (!outcome.ok) return refusalResponse(outcome, producer?.seq)
  const headers: Record<string, string> = {
    [streamHeader.nextOffset]: outcome.offset,
    'Cache-Control': 'no-store',
    ...(outcome.closed ? { [streamHeader.closed]: 'true' } : {}),
    ...(outcome.producer
      ? {
          [streamHeader.producerEpoch]: String(outcome.producer.epoch),
          [streamHeader.producerSeq]: String(outcome.producer.seq),
        }
      : {}),
  }
  const taken = producer !== undefined && !outcome.duplicate && !closeOnly
  return new Response(null, { status: taken ? 200 : 204, headers })
}

async function deleteStream(options: StreamHandlerOptions, path: string): Promise<Response> {
  const outcome = await options.store.delete(path)
  return outcome.ok ? new Response(null, { status: 204 }) : refusalResponse(outcome)
}

async function head(options: StreamHandlerOptions, path: string): Promise<Response> {
  const found = await options.store.head(path)
  if (!found.ok) {
    const { status, headers } = refusalResponse(found)
    return new Response(null, { status, headers })
  }
  return new Response(null, { headers: { ...infoHeaders(found.info), 'Cache-Control': 'no-store' } })
}

function read(options: StreamHandlerOptions, request: Request, url: URL, path: string): Promise<Response> {
  const query = readQueryOf(url)
  if (query.live === 'long-poll') return longPoll(options, request, path, query)
  if (query.live === 'sse') return serverSentEvents(options, request, path, query)
  return catchUp(options, request, path, query)
}

function infoHeaders(info: StreamInfo): Record<string, string> {
  return {
    'Content-Type': info.contentType,
    [streamHeader.nextOffset]: info.tailOffset,
    ...(info.closed ? { [streamHeader.closed]: 'true' } : {}),
    ...(info.ttlSeconds === undefined ? {} : { [streamHeader.ttl]: String(info.ttlSeconds) }),
    ...(info.expiresAt === undefined ? {} : { [streamHeader.expiresAt]: new Date(info.expiresAt).toISOString() }),
  }
}
