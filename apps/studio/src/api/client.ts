import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { ErrorBody } from './schemas.ts'

/** What went wrong with a call: the server's code, its sentence, and what to try. */
export interface ApiError {
  /** The server's code, or `offline` (no answer came) or `unexpected` (an answer of another shape). */
  code: string
  /** HTTP status; 0 where no answer came. */
  status: number
  message: string
  hint?: string
  /** JSON pointer to the field that was wrong, for `invalid_input`. */
  path?: string
}

/** The value, or why there is none. */
export type Answer<T> = { ok: true; value: T } | { ok: false; error: ApiError }

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  /** Query parameters; what is undefined is left out. */
  query?: Record<string, string | undefined>
  signal?: AbortSignal
  fetch?: typeof globalThis.fetch
}

/**
 * One call to the server. The answer is parsed with `schema`; extra fields are kept away from the caller.
 * Every failure, also that of the network, comes back as an error with a sentence for a person.
 */
export async function call<S extends TSchema>(
  schema: S,
  path: string,
  options: CallOptions = {},
): Promise<Answer<Static<S>>> {
  const { method = 'GET', body, query, signal, fetch = globalThis.fetch } = options
  let response: Response
  let text: string
  try {
    response = await fetch(path + search(query), {
      method,
      signal,
      credentials: 'same-origin',
      headers:
        body === undefined
          ? { accept: 'application/json' }
          : { accept: 'application/json', 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    text = await response.text()
  } catch {
    if (signal?.aborted)
      return { ok: false, error: { code: 'aborted', status: 0, message: 'The request was given up.' } }
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
  return readAnswer(schema, response.status, text)
}

/** Reads one answer: `status` and the body's text, empty for 204. */
export function readAnswer<S extends TSchema>(schema: S, status: number, text: string): Answer<Static<S>> {
  let value: unknown
  if (text !== '') {
    try {
      value = JSON.parse(text)
    } catch {
      return { ok: false, error: unexpected(status, 'The server answered with something that is not JSON.') }
    }
  }
  if (status >= 400) return { ok: false, error: readError(status, value) }
  if (!Value.Check(schema, value)) {
    return { ok: false, error: unexpected(status, 'The server’s answer has a shape that this studio does not know.') }
  }
  return { ok: true, value }
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

function search(query: Record<string, string | undefined> | undefined): string {
  if (!query) return ''
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value)
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** A failed call where failures travel as exceptions: in TanStack Query. */
export class ApiFailure extends Error {
  readonly error: ApiError

  constructor(error: ApiError) {
    super(error.message)
    this.name = 'ApiFailure'
    this.error = error
  }
}

/** The value of an answer; throws `ApiFailure` otherwise. For query functions only. */
export async function unwrap<T>(answer: Promise<Answer<T>>): Promise<T> {
  const result = await answer
  if (!result.ok) throw new ApiFailure(result.error)
  return result.value
}

/** The error behind whatever a query failed with. */
export function errorOf(failure: unknown): ApiError {
  if (failure instanceof ApiFailure) return failure.error
  return { code: 'unexpected', status: 0, message: failure instanceof Error ? failure.message : String(failure) }
}

/** An error as one piece of text: the sentence, and the hint where there is one. */
export function sentence(error: ApiError): string {
  return error.hint ? `${error.message} ${error.hint}` : error.message
}
