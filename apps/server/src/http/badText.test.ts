import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject, newSession, settled } from '../../testing/ai.ts'
import { databasesBySuite } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

/** What Postgres takes in no text, and what no UTF-8 holds. */
const odd = ['nul\u0000byte', 'half \ud83d of a pair', '\udc00', '\u0000']

describe.each(databasesBySuite())('text that no database keeps, on $name', ({ name, place }) => {
  let server: TestServer
  let projectId: string
  let removePlace: () => void

  beforeAll(async () => {
    const { databaseUrl, remove } = await place()
    removePlace = remove
    server = await startTestServer(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl })
    projectId = (await firstProject(server)).id
  }, 60_000)
  afterAll(async () => {
    await server.close()
    removePlace()
  })

  const unbroken = async (method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, path, body)
    expect([name, method, path.slice(0, 90), answer.status < 500, answer.body]).toEqual([
      name,
      method,
      path.slice(0, 90),
      true,
      answer.body,
    ])
    return answer
  }

  test.each(odd)('in a body is kept in a form that can be, or refused: %j', async (text) => {
    const session = await newSession(server)
    const project = `/api/projects/${projectId}`
    for (const [method, path, body] of [
      ['PATCH', `/api/ai/sessions/${session}`, { title: text }],
      ['PATCH', `/api/ai/sessions/${session}`, { credentialId: text, modelId: text }],
      ['PATCH', `/api/ai/sessions/${session}`, { modelId: text }],
      ['PATCH', `/api/ai/sessions/${session}`, { modelId: null }],
      ['POST', '/api/ai/sessions', { projectId: text, scope: 'site' }],
      ['POST', '/api/ai/sessions', { projectId, scope: 'site', documentId: text }],
      ['POST', '/api/keys', { name: text }],
      ['POST', '/api/projects', { name: `x${text}` }],
      ['PATCH', '/api/me', { name: `x${text}` }],
      ['POST', '/api/ai/credentials', { provider: 'ollama', label: text, baseUrl: 'http://127.0.0.1:9' }],
      ['POST', '/api/ai/credentials', { provider: 'anthropic', label: 'x', apiKey: `sk-${text}` }],
      ['PUT', '/api/ai/defaults/site', { credentialId: text, modelId: text }],
      ['POST', '/api/ai/tool-result', { bridgeId: text, requestId: text, result: { ok: true } }],
      ['POST', `/api/ai/sessions/${session}/approvals/none`, { decision: 'deny', reason: text }],
      ['POST', '/api/ai/chat/site', { conversationId: text, prompt: 'x' }],
      ['POST', '/api/ai/chat/site', { conversationId: session, prompt: ' ', confirmations: [text] }],
      ['POST', `${project}/operations/site.addPage`, { input: { title: `x${text}`, slug: text } }],
      ['POST', `${project}/operations/site.addPage`, { input: { title: `x${text}` } }],
      ['POST', `${project}/operations/site.getNodeHtml`, { input: { nodeId: text }, documentId: text }],
      ['POST', `/api/ai/sessions/${session}/runs`, { prompt: 'x', startAt: text }],
    ] as const) {
      await unbroken(method, path, body)
    }
    const asked = { prompt: `Hello ${text}`, context: { documentId: text, selectedNodeId: text } }
    const { status } = await unbroken('POST', `/api/ai/sessions/${session}/runs`, asked)
    if (status === 202) expect((await settled(server, session)).runs.at(-1)?.status).toMatch(/^(complete|error)$/)
    await unbroken('GET', `/api/ai/sessions/${session}`)
    await unbroken('GET', `${project}/pages`)
  })

  test.each(['%00', 'a%00b', '%ED%A0%BD', '%'])('in an address names nothing: %s', async (id) => {
    for (const path of [
      `/api/ai/sessions/${id}`,
      `/api/ai/sessions/${id}/stream`,
      `/api/ai/sessions?projectId=${id}`,
      `/api/ai/usage?sessionId=${id}`,
      `/api/ai/audit/events?cursor=${id}`,
      `/api/ai/audit?since=${id}`,
      `/api/ai/providers/anthropic/models?credentialId=${id}`,
      `/api/projects/${id}`,
      `/api/invitations/accept?token=${id}`,
    ]) {
      await unbroken('GET', path)
    }
    for (const path of [`/api/ai/policies/${id}`, `/api/keys/${id}`, `/api/ai/credentials/${id}`])
      await unbroken('DELETE', path)
    const header = await server.call('GET', '/api/projects', undefined, { 'Atelier-Workspace': id })
    expect(header.status).toBeLessThan(500)
    const key = await server.request('/api/projects', { headers: { authorization: `Bearer ${id}` } })
    expect(key.status).toBe(401)
  })

  test('leaves nothing in the log that went wrong inside', () => {
    const Line = Type.Object({ level: Type.Union([Type.Number(), Type.String()]), msg: Type.Optional(Type.String()) })
    const lines = server.logged.map((line) => Value.Parse(Line, JSON.parse(line)))
    const bad = lines.filter(({ level }) => level === 50 || level === 'error')
    expect(bad).toEqual([])
  })
})
