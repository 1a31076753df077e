import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, readAnswer } from './client.ts'
import { Projects, SessionSnapshot } from './schemas.ts'

const server = createServer((request, response) => {
  if (request.url?.startsWith('/cut')) response.destroy()
  else if (request.url === '/html') response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
  else response.end(JSON.stringify({ projects: [], path: request.url, method: request.method }))
})
let origin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

describe('a call to the server', () => {
  it('gives the value when it has the expected shape', async () => {
    const answer = await call(Projects, `${origin}/api/projects`, { query: { scope: 'site', none: undefined } })
    expect(answer).toMatchObject({ ok: true, value: { path: '/api/projects?scope=site' } })
  })

  it('says that the server does not answer when the connection is cut', async () => {
    const answer = await call(Projects, `${origin}/cut`)
    expect(answer).toMatchObject({ ok: false, error: { code: 'offline', status: 0 } })
  })

  it('says that somebody else answered when a proxy sends a page', async () => {
    const answer = await call(Projects, `${origin}/html`)
    expect(answer).toMatchObject({ ok: false, error: { code: 'unexpected', status: 502 } })
  })

  it('passes the server’s own sentence, hint and path on', () => {
    const body = { error: { code: 'invalid_input', message: 'A name is missing.', path: '/name', hint: 'Give one.' } }
    expect(readAnswer(Projects, 400, JSON.stringify(body))).toEqual({
      ok: false,
      error: { status: 400, ...body.error },
    })
  })

  it('understands the sign-in library’s errors', () => {
    const answer = readAnswer(Projects, 401, '{"message":"Invalid email or password","code":"INVALID"}')
    expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID', message: 'Invalid email or password' } })
  })

  it('refuses an answer of another shape rather than showing half of it', () => {
    expect(readAnswer(Projects, 200, '{"projects":[{"id":7}]}')).toMatchObject({ ok: false })
    expect(readAnswer(Projects, 200, '')).toMatchObject({ ok: false })
  })

  it('reads a session with its records, and optional fields as absent or null', () => {
    const session = {
      id: 's',
      projectId: 'p',
      scope: 'site',
      title: null,
      provider: 'rehearsal',
      createdAt: 1,
      updatedAt: 2,
      messageCount: 1,
      messages: [{ id: 'm', runId: 'r', attempt: 1, role: 'user', status: 'complete', content: 'Hi', createdAt: 1 }],
      runs: [],
      offset: '0_1',
    }
    expect(readAnswer(SessionSnapshot, 200, JSON.stringify(session))).toMatchObject({ ok: true })
    const broken = { ...session, messages: [{ id: 'm' }] }
    expect(readAnswer(SessionSnapshot, 200, JSON.stringify(broken))).toMatchObject({ ok: false })
  })
})
