import type { GuardedFetch } from './guardedFetch.ts'

/** The largest answer of a service, such as a photograph, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024
/** Services that make pictures take their time; a client gives up earlier by its signal. */
const TIMEOUT = 60_000

/**
 * The guarded fetch as `fetch`, for clients of services of the public web: GET and POST with a text, no redirect is
 * followed, and the answer's only header is its content type. It rejects with a TypeError where the guard refuses, and
 * with the reason of the request's signal.
 */
export function asFetch(guarded: GuardedFetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { method, url, headers, signal } = request
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`A request by ${method} is not sent.`)
    const answer = await guarded(url, {
      method,
      headers: Object.fromEntries(headers),
      ...(method === 'POST' ? { body: await request.text() } : {}),
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT,
      follow: false,
      signal,
    })
    signal.throwIfAborted()
    if (!answer.ok) throw new TypeError('fetch failed', { cause: new Error(answer.problem) })
    if (answer.truncated) throw new TypeError('fetch failed', { cause: new Error('The answer is too large.') })
    const { status, contentType, bytes } = answer
    const body = [204, 205, 304].includes(status) ? null : bytes
    return new Response(body, { status, headers: contentType ? { 'content-type': contentType } : {} })
  }
}
