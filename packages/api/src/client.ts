import { Value } from 'typebox/value'
import { ErrorBody } from './common.ts'
import { type AnswerOf, addressOf, type BodyOf, type ParamsOf, type QueryOf, type Route } from './route.ts'

/** The failure of a call: the server's code, its sentence, and what to try. */
export interface ApiError {
  /** The server's code, or `offline` (no answer came), `aborted`, or `unexpected` (an answer of another shape). */
  code: string
  /** HTTP status; 0 if no answer came. */
  status: number
  message: string
  hint?: string
  /** JSON pointer to the field that was wrong, for `invalid_input`. */
  path?: string
}

/** The value, or why there is none. */
export type Answer<T> = { ok: true; value: T } | { ok: false; error: ApiError }

/** The input of a route: `params`, `query` and `body`, each if the route has it. */
export type InputOf<R extends Route> = Given<'params', ParamsOf<R>> &
  Given<'query', QueryOf<R>> &
  Given<'body', BodyOf<R>>

/** May be left out if nothing in it is required. */
type Given<Name extends 'params' | 'query' | 'body', T> = [T] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : Record<never, never> extends T
    ? { readonly [N in Name]?: Readonly<T> }
    : { readonly [N in Name]: Readonly<T> }

export interface CallOptions {
  signal?: AbortSignal
  fetch?: typeof globalThis.fetch
  /** The server's address, such as `http://localhost:4000`; a page of the server itself needs none. */
  origin?: string
}

/**
 * Calls a route of the server. The answer is checked against the route's schema. Every failure, also one of the
 * network, comes back as an error with a sentence for a person.
 */
export async function call<const R extends Route>(
  route: R,
  input: InputOf<R>,
  { signal, fetch = globalThis.fetch, origin = '' }: CallOptions = {},
): Promise<Answer<AnswerOf<R>>> {
  const { body } = input
  let status: number
  let text: string
  try {
    const response = await fetch(origin + addressOf(route, input), {
      method: route.method,
      signal,
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    status = response.status
    text = await response.text()
  } catch {
    if (signal?.aborted)
      return { ok: false, error: { code: 'aborted', status: 0, message: 'The request was cancelled.' } }
    return {
      ok: false,
      error: {
        code: 'offline',
        status: 0,
        message: 'The server does not answer.',
        hint: 'Check that Atelier is running and that you are online, then try again.',
      },
    }
  }
  return readAnswer(route, status, text)
}

/** Reads one answer of a route: `status` and the body's text, empty for 204. */
export function readAnswer<const R extends Route>(route: R, status: number, text: string): Answer<AnswerOf<R>> {
  let value: unknown
  if (text !== '') {
    try {
      value = JSON.parse(text)
    } catch {
      return { ok: false, error: unexpected(status, 'The server answered with something that is not JSON.') }
    }
  }
  if (status >= 400) return { ok: false, error: readError(status, value) }
  if (isAnswerOf(route, value)) return { ok: true, value }
  return { ok: false, error: unexpected(status, 'The server’s answer has a shape that this program does not know.') }
}

/** Whether a value is the JSON answer of a route; a route without an answer is not checked. */
export function isAnswerOf<R extends Route>({ response }: R, value: unknown): value is AnswerOf<R> {
  return response === undefined || Value.Check(response, value)
}

function readError(status: number, value: unknown): ApiError {
  if (Value.Check(ErrorBody, value)) {
    const { code, message, hint, path } = value.error
    return { code, status, message, ...(hint === undefined ? {} : { hint }), ...(path === undefined ? {} : { path }) }
  }
  // The sign-in library answers { code, message }.
  if (typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string') {
    const code = 'code' in value && typeof value.code === 'string' ? value.code : 'error'
    return { code, status, message: value.message }
  }
  return unexpected(status, `The server answered with status ${status}.`)
}

function unexpected(status: number, message: string): ApiError {
  return {
    code: 'unexpected',
    status,
    message,
    hint: 'Reload the page: the studio may be older than the server. If it stays, look at the server’s log.',
  }
}
