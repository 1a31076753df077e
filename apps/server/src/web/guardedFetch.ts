import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Address, Resolve } from './address.ts'
import { acceptedCodings, readBody } from './body.ts'
import type { Connect, ConnectTarget } from './connect.ts'
import { judgeUrl } from './judge.ts'
import { untilAborted } from './untilAborted.ts'

export interface GuardedRequest {
  /** GET when absent; a POST follows no redirect. */
  method?: 'GET' | 'POST'
  /** Sent only to the origin of the URL, not to the target of a redirect. */
  headers?: Readonly<Record<string, string>>
  body?: string
  /** The most bytes that are read, on the wire and of what they unpack to. */
  maxBytes: number
  /** For everything together, in milliseconds; 10,000 when absent. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Whether redirects are followed; they are when absent. */
  follow?: boolean
  /** Whether an answer of a content type (in lower case, without parameters) is read at all; any when absent. */
  accepts?(contentType: string): boolean
}

export interface GuardedAnswer {
  ok: true
  /** Where the answer came from, after redirects. */
  url: string
  status: number
  /** In lower case, without parameters; empty if the answer does not say. */
  contentType: string
  /** As the answer says it, such as `iso-8859-1`. */
  charset?: string
  bytes: Buffer<ArrayBuffer>
  /** Whether there was more than `maxBytes`. */
  truncated: boolean
}

export interface GuardedFailure {
  ok: false
  code: 'refused' | 'unknown_host' | 'redirects' | 'content_type' | 'timeout' | 'unreachable' | 'switched_off'
  /** A sentence for a person or a model. */
  problem: string
}

/**
 * Requests a URL that a stranger wrote: only addresses of the public internet are reached (`judge.ts`), each redirect
 * is judged again, no cookie and no credential of the server goes along, and time and size are bounded. Never rejects.
 */
export type GuardedFetch = (url: string, request: GuardedRequest) => Promise<GuardedAnswer | GuardedFailure>

const MAX_REDIRECTS = 5
const TIMEOUT = 10_000
/** How long one address of several may take to connect. */
const CONNECT_TIMEOUT = 3000
const redirecting = new Set([301, 302, 303, 307, 308])
const USER_AGENT = 'Atelier/1.0'

/** The fetch of a server that may request nothing of the web. */
export const noFetch: GuardedFetch = async () => ({
  ok: false,
  code: 'switched_off',
  problem: 'Requests to the web are switched off on this server (ATELIER_WEB=off).',
})

/** @param connect opens a connection to an address that was judged */
export function createGuardedFetch({ resolve, connect }: { resolve: Resolve; connect: Connect }): GuardedFetch {
  return async (url, request) => {
    const { timeoutMs = TIMEOUT } = request
    const time = AbortSignal.timeout(timeoutMs)
    const signal = request.signal ? AbortSignal.any([time, request.signal]) : time
    try {
      return await follow(url, request, { resolve, connect, signal })
    } catch (error) {
      const host = URL.canParse(url) ? new URL(url).hostname : 'The host'
      if (time.aborted)
        return { ok: false, code: 'timeout', problem: `${host} did not answer within ${timeoutMs / 1000} s.` }
      const why = error instanceof Error ? error.message : 'no answer'
      return { ok: false, code: 'unreachable', problem: `${host} could not be read: ${why}.` }
    }
  }
}

interface Ways {
  resolve: Resolve
  connect: Connect
  signal: AbortSignal
}

async function follow(start: string, request: GuardedRequest, ways: Ways): Promise<GuardedAnswer | GuardedFailure> {
  const { method = 'GET', maxBytes, accepts, follow: following = true } = request
  const { signal } = ways
  let address = start
  for (let redirects = 0; ; redirects += 1) {
    const judged = await untilAborted(judgeUrl(address, ways.resolve), signal)
    if (!judged.ok) return judged
    const { url, host, addresses } = judged
    const socket = await firstOpen(addresses, connectTarget(url, host), ways)
    const own = new URL(start).origin === url.origin
    const incoming = await answerOver(socket, url, host, own ? request : {}, signal)
    const { statusCode: status = 0, headers } = incoming
    if (redirecting.has(status) && headers.location !== undefined && following && method === 'GET') {
      incoming.destroy()
      if (redirects === MAX_REDIRECTS)
        return { ok: false, code: 'redirects', problem: `${host} redirects more than ${MAX_REDIRECTS} times.` }
      if (!URL.canParse(headers.location, url))
        return { ok: false, code: 'refused', problem: `${host} redirects to something that is no URL.` }
      address = new URL(headers.location, url).href
      continue
    }
    const { contentType, charset } = contentTypeOf(headers['content-type'])
    if (accepts && status < 300 && !accepts(contentType)) {
      incoming.destroy()
      const what = contentType ? `“${contentType.slice(0, 100)}”` : 'something without a content type'
      return { ok: false, code: 'content_type', problem: `${host} sent ${what}, which is not read.` }
    }
    const { bytes, truncated } = await untilAborted(readBody(incoming, maxBytes), signal)
    url.hash = ''
    return { ok: true, url: url.href, status, contentType, ...(charset ? { charset } : {}), bytes, truncated }
  }
}

const connectTarget = (url: URL, host: string): Omit<ConnectTarget, 'address'> => {
  const secure = url.protocol === 'https:'
  return { port: Number(url.port || (secure ? 443 : 80)), secure, host }
}

/** A connection to the first address that takes one. */
async function firstOpen(
  addresses: readonly Address[],
  target: Omit<ConnectTarget, 'address'>,
  { connect, signal }: Ways,
): Promise<Duplex> {
  let trouble: unknown
  const tried = addresses.slice(0, 4)
  for (const [index, { address }] of tried.entries()) {
    const last = index === tried.length - 1
    const within = last ? signal : AbortSignal.any([signal, AbortSignal.timeout(CONNECT_TIMEOUT)])
    try {
      return await untilAborted(connect({ ...target, address }, within), within)
    } catch (error) {
      signal.throwIfAborted()
      trouble = error
    }
  }
  throw trouble
}

function answerOver(
  socket: Duplex,
  url: URL,
  host: string,
  { method = 'GET', headers = {}, body }: Partial<GuardedRequest>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const bracketed = host.includes(':') ? `[${host}]` : host
    const outgoing = httpRequest({
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      setHost: false,
      headers: {
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        'user-agent': USER_AGENT,
        ...headers,
        host: url.port ? `${bracketed}:${url.port}` : bracketed,
        connection: 'close',
        'accept-encoding': acceptedCodings,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
      signal,
    })
    outgoing.on('response', done)
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}

function contentTypeOf(header: string | undefined): { contentType: string; charset?: string } {
  const [type = '', ...parameters] = (header ?? '').split(';')
  const charset = parameters
    .map((each) => each.trim().toLowerCase())
    .find((each) => each.startsWith('charset='))
    ?.slice('charset='.length)
    .replace(/^"|"$/g, '')
  return { contentType: type.trim().toLowerCase(), ...(charset ? { charset } : {}) }
}
