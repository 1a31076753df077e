import type { OperationError } from '@atelier/operation'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The one shape of an error answer (docs/api.md, Errors). */
export interface ErrorBody {
  error: OperationError
}

/** An answer other than success, raised by a route and turned into the error shape by the app. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode
  readonly body: ErrorBody
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    extra: Omit<OperationError, 'code' | 'message'> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.body = { error: { code, message, ...extra } }
    this.headers = headers
  }
}

export const unauthenticated = () =>
  new Refusal(401, 'unauthenticated', 'You are not signed in.', {
    hint: 'Sign in, or send Authorization: Bearer with an API key.',
  })

export const forbidden = (message: string, hint?: string) =>
  new Refusal(403, 'forbidden', message, hint ? { hint } : {})

/** Also the answer for what exists but is not the caller's, so that ids cannot be probed. */
export const notFound = (what: string) => new Refusal(404, 'not_found', `There is no such ${what}.`)

export const conflict = (code: string, message: string, hint?: string) =>
  new Refusal(409, code, message, hint ? { hint } : {})
