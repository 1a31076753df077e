import type { RequestContext } from './environment.ts'
import type { AuthLibrary } from './library.ts'

/** A request for the auth library with the caller's headers and a body that has been read already. */
export function forwarded(context: RequestContext, url: string, body: string | undefined): Request {
  const headers = new Headers(context.req.raw.headers)
  headers.delete('content-length')
  headers.delete('transfer-encoding')
  if (body !== undefined) headers.set('content-type', 'application/json')
  return new Request(url, { method: context.req.method, headers, body })
}

export function signInRequest(context: RequestContext, email: string, password: string): Request {
  const url = new URL('/api/auth/sign-in/email', context.req.url).href
  return forwarded(context, url, JSON.stringify({ email, password, rememberMe: true }))
}

/** `{ ok: true }` with the cookie of a new session, for a user whose password was verified. */
export async function signInAnswer(
  library: AuthLibrary,
  context: RequestContext,
  { email, password }: { email: string; password: string },
): Promise<Response> {
  return withCookies(await library.handle(signInRequest(context, email, password)))
}

/** `{ ok: true }` with the cookies that an answer of the auth library sets. */
export function withCookies(answer: Response): Response {
  return new Response(JSON.stringify({ ok: true }), {
    status: 200,
    headers: [
      ['content-type', 'application/json'],
      ...answer.headers.getSetCookie().map((cookie): [string, string] => ['set-cookie', cookie]),
    ],
  })
}
