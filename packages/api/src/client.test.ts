import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, readAnswer } from './client.ts'
import { createProject, deleteProject, listOperations, listProjects, readProject } from './projects.ts'

const paths: (string | undefined)[] = []
const sent: { method?: string; type?: string; body: string }[] = []
const server = createServer((request, response) => {
  paths.push(request.url)
  if (request.url?.startsWith('/cut')) response.destroy()
  else if (request.url?.startsWith('/html'))
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
  else if (request.method === 'POST') {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      sent.push({ method: request.method, type: request.headers['content-type'], body })
      response.writeHead(201).end('{}')
    })
  } else response.end(JSON.stringify({ operations: [], projects: [], path: request.url, method: request.method }))
})
let origin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

describe('a call to the server', () => {
  it('returns the value when it has the expected shape', async () => {
    const answer = await call(listOperations, { query: { scope: 'site' } }, { origin })
    expect(answer).toMatchObject({ ok: true, value: { path: '/api/operations?scope=site', method: 'GET' } })
    expect(await call(listOperations, { query: { scope: undefined } }, { origin })).toMatchObject({
      value: { path: '/api/operations' },
    })
  })

  it('sends the body as JSON, by the route’s method', async () => {
    await call(createProject, { body: { name: 'Bread' } }, { origin })
    expect(sent).toEqual([{ method: 'POST', type: 'application/json', body: '{"name":"Bread"}' }])
  })

  it('encodes the parameters of the path', async () => {
    const answer = await call(readProject, { params: { id: 'a/b c' } }, { origin })
    expect(answer).toMatchObject({ ok: false, error: { code: 'unexpected' } })
    expect(paths).toContain('/api/projects/a%2Fb%20c')
  })

  it('says that the server does not answer when the connection is cut', async () => {
    const answer = await call(listProjects, {}, { origin: `${origin}/cut` })
    expect(answer).toMatchObject({ ok: false, error: { code: 'offline', status: 0 } })
  })

  it('says that the request was cancelled when it was aborted', async () => {
    const answer = await call(listProjects, {}, { origin, signal: AbortSignal.abort() })
    expect(answer).toMatchObject({ ok: false, error: { code: 'aborted', status: 0 } })
  })

  it('says that another program answered when a proxy sends a page', async () => {
    const answer = await call(listProjects, {}, { origin: `${origin}/html` })
    expect(answer).toMatchObject({ ok: false, error: { code: 'unexpected', status: 502 } })
  })

  it('passes the server’s own sentence, hint and path on', () => {
    const body = { error: { code: 'invalid_input', message: 'A name is missing.', path: '/name', hint: 'Give one.' } }
    expect(readAnswer(listProjects, 400, JSON.stringify(body))).toEqual({
      ok: false,
      error: { status: 400, ...body.error },
    })
  })

  it('understands the sign-in library’s errors', () => {
    const answer = readAnswer(listProjects, 401, '{"message":"Invalid email or password","code":"INVALID"}')
    expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID', message: 'Invalid email or password' } })
  })

  it('refuses an answer of another shape rather than showing half of it', () => {
    expect(readAnswer(listProjects, 200, '{"projects":[{"id":7}]}')).toMatchObject({ ok: false })
    expect(readAnswer(listProjects, 200, '')).toMatchObject({ ok: false })
  })

  it('takes an empty answer if the route answers nothing', () => {
    expect(readAnswer(deleteProject, 204, '')).toEqual({ ok: true, value: undefined })
  })
})
