import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Answer, cookieOf, type TestServer } from './server.ts'

const Made = Type.Object({ id: Type.String(), url: Type.String(), expiresAt: Type.Number() })
const Me = Type.Object({ user: Type.Object({ id: Type.String() }) })
const Id = Type.Object({ id: Type.String() })

export const password = 'a long enough sentence'

/** A signed-in user other than the owner. */
export interface Member {
  id: string
  cookie: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

type Call = TestServer['call']

/** The token of a new invitation. `call` is who invites: the owner if it is left out. */
export async function invite(
  server: TestServer,
  invitation: { email: string; name?: string; role: string; projects?: object[] },
  call: Call = server.call,
): Promise<{ id: string; token: string; expiresAt: number }> {
  const answer = await call('POST', '/api/invitations', invitation)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  const { id, url, expiresAt } = Value.Parse(Made, answer.body)
  return { id, expiresAt, token: new URL(url).searchParams.get('token') ?? '' }
}

export function accept(server: TestServer, token: string, extra: object = {}): Promise<Response> {
  const body = JSON.stringify({ token, name: 'Grace', password, ...extra })
  return server.request('/api/invitations/accept', { method: 'POST', body })
}

/** Invites a user and accepts as them. */
export async function join(
  server: TestServer,
  invitation: { email: string; role: string; projects?: object[] },
  call?: Call,
): Promise<Member> {
  const { token } = await invite(server, invitation, call)
  const answer = await accept(server, token, { name: invitation.email.split('@')[0] })
  if (answer.status !== 200) throw new Error(await answer.text())
  return signedInWith(server, cookieOf(answer))
}

export async function signedInWith(server: TestServer, cookie: string): Promise<Member> {
  const call: Member['call'] = (method, path, body, headers = {}) =>
    server.call(method, path, body, { cookie, ...headers })
  return { id: Value.Parse(Me, (await call('GET', '/api/me')).body).user.id, cookie, call }
}

export async function newProject(server: TestServer, name: string): Promise<string> {
  return Value.Parse(Id, (await server.call('POST', '/api/projects', { name })).body).id
}
