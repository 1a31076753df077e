import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Address, Resolve } from '../../web/address.ts'
import { checkEndpoint } from './endpoint.ts'

/** Answers with these statuses have no body (Fetch standard, "null body status"). */
const bodiless = new Set([204, 205, 304])

/**
 * `fetch` for requests to providers. The name is resolved once, the addresses are checked (`endpoint.ts`), and the
 * connection goes to one of those: a name that resolves to something else a moment later reaches nothing. Each request
 * has a connection of its own, no redirect is followed, and nothing is decompressed, since the request accepts no
 * compression. It rejects as `fetch` does: with the signal's reason, or a TypeError whose `cause` says why.
 */
export function pinnedFetch(resolve?: Resolve): typeof fetch {
  const agents = { 'http:': new HttpAgent({ keepAlive: false }), 'https:': new HttpsAgent({ keepAlive: false }) }
  return async (input, init) => {
    const request = asked(input, init)
    const { signal } = request
    const checked = await checkEndpoint(request.url, resolve)
    if (!checked.ok) throw new TypeError(checked.problem)
    const { url, addresses } = checked
    if (addresses.length === 0) throw failure(new Error(`the host name ${url.hostname} was not found`))
    const body = await request.body()
    signal.throwIfAborted()

    return new Promise<Response>((done, fail) => {
      const secure = url.protocol === 'https:'
      const outgoing = (secure ? httpsRequest : httpRequest)(url, {
        agent: secure ? agents['https:'] : agents['http:'],
        method: request.method,
        headers: {
          'user-agent': 'atelier',
          ...Object.fromEntries(request.headers),
          'accept-encoding': 'identity',
          ...(body ? { 'content-length': String(body.byteLength) } : {}),
        },
        lookup: pinned(addresses),
        signal,
      })
      outgoing.on('error', (error) => fail(signal.aborted ? signal.reason : failure(error)))
      outgoing.on('response', (incoming) => done(responseOf(incoming, signal)))
      outgoing.end(body)
    })
  }
}

interface Asked {
  url: string
  method: string
  headers: Headers
  signal: AbortSignal
  body(): Promise<Buffer | undefined>
}

/** The requested URL. A text with an address, which is what providers get, needs no Request object. */
function asked(input: string | URL | Request, init: RequestInit = {}): Asked {
  const { body, signal } = init
  if (input instanceof Request || typeof body !== 'string' || !signal) {
    const request = new Request(input, { ...init, redirect: 'manual' })
    const { url, method, headers } = request
    const read = async () => (request.body ? Buffer.from(await request.arrayBuffer()) : undefined)
    return { url, method, headers, signal: request.signal, body: read }
  }
  signal.throwIfAborted()
  const headers = new Headers(init.headers)
  if (!headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
  const { method = 'GET' } = init
  return { url: new URL(input).href, method, headers, signal, body: async () => Buffer.from(body) }
}

/** Answers every look-up of a connection with the addresses that were checked. */
function pinned(addresses: readonly Address[]): LookupFunction {
  return (hostname, { all, family }, answer) => {
    const fitting = addresses.filter((each) => !family || family === each.family || family === `IPv${each.family}`)
    const [first] = fitting
    if (!first) {
      const error: NodeJS.ErrnoException = new Error(`${hostname} has no address of that family`)
      answer(error, [])
    } else if (all) answer(null, [...fitting])
    else answer(null, first.address, first.family)
  }
}

function responseOf(incoming: IncomingMessage, signal: AbortSignal): Response {
  const status = incoming.statusCode ?? 0
  const headers = new Headers()
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2) {
    headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '')
  }
  const options = { status, statusText: incoming.statusMessage, headers }
  if (!bodiless.has(status)) return new Response(streamResponseBody(incoming, signal), options)
  incoming.resume()
  return new Response(null, options)
}

/** One chunk for each packet, as fast as its reader takes them. */
function streamResponseBody(incoming: IncomingMessage, signal: AbortSignal): ReadableStream<Uint8Array> {
  let over = false
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = (how: () => void) => {
        if (over) return
        over = true
        how()
      }
      incoming.on('data', (chunk: Buffer) => {
        if (over) return
        controller.enqueue(new Uint8Array(chunk))
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
      })
      incoming.on('end', () => end(() => controller.close()))
      incoming.on('error', (error) => end(() => controller.error(signal.aborted ? signal.reason : failure(error))))
      incoming.on('close', () => end(() => controller.error(failure(new Error('the answer was cut off')))))
    },
    pull() {
      incoming.resume()
    },
    cancel() {
      over = true
      incoming.destroy()
    },
  })
}

/** As `fetch` does: a TypeError whose cause is what really happened; of several addresses, the first one's. */
function failure(error: Error): TypeError {
  const cause = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error
  return new TypeError('fetch failed', { cause })
}
