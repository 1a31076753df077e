import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterEach, expect, test } from 'vitest'
import { firstProject, newSession, settled, startRun } from '../../../testing/ai.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
afterEach(() => server.close())

/** Everything that the project's documents hold, as text. */
async function everything(): Promise<string> {
  const { documents } = server.services
  const { id } = await firstProject(server)
  const all = await documents.list(id)
  const fields = await Promise.all(
    all.map(async (document) => [document.id, (await documents.projection(document.id))?.fields]),
  )
  return JSON.stringify(fields.map(([name, value]) => [name, Object.entries(value ?? {}).sort()]).sort())
}

test('a rehearsal changes the page, shows what it changed, and is undone byte for byte and done again', async () => {
  server = await startTestServer()
  const before = await everything()
  const { id: projectId } = await firstProject(server)
  const readHome = () => server.call('POST', `/api/projects/${projectId}/operations/site.read_document`, { input: {} })
  const session = await newSession(server)
  const runId = await startRun(server, session, 'Build a landing page for Blue Heron Bakery')
  const read = await settled(server, session)
  expect(read.runs).toMatchObject([{ id: runId, status: 'complete', provider: 'rehearsal', changeSetId: runId }])
  expect(read.messages[0]).toMatchObject({ role: 'user', content: 'Build a landing page for Blue Heron Bakery' })
  const results = read.messages.filter(({ role }) => role === 'tool_result')
  expect(results.length).toBeGreaterThan(3)
  expect(results.map(({ toolResult }) => toolResult)).toEqual(results.map(() => expect.objectContaining({ ok: true })))
  const after = await everything()
  expect(after).toContain('Blue Heron Bakery')
  expect(after).not.toBe(before)
  // The page that was open has content that the script did not make: it built on a page of its own.
  expect((await readHome()).body).toMatchObject({ data: { html: expect.stringContaining('<h1') } })
  expect(JSON.stringify((await readHome()).body)).not.toContain('Blue Heron')

  const changes = await server.call('GET', `/api/ai/sessions/${session}/runs/${runId}/changes`)
  expect(changes).toMatchObject({ status: 200, body: { changeSetId: runId, state: 'applied' } })
  expect(JSON.stringify(changes.body)).toContain('"kind":"added"')

  const undone = await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/undo`)
  expect(undone).toMatchObject({ status: 200, body: { state: 'undone', kept: [] } })
  expect(await everything()).toBe(before)
  expect((await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/undo`)).status).toBe(409)
  const redone = await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/redo`)
  expect(redone).toMatchObject({ status: 200, body: { state: 'applied', kept: [] } })
  expect(await everything()).toBe(after)
})

test('a rehearsal continues to its end if the site has a token of the same name, which stays what it is', async () => {
  server = await startTestServer()
  const { id } = await firstProject(server)
  const made = await server.call('POST', `/api/projects/${id}/operations/site.set_color_tokens`, {
    input: { tokens: [{ slug: 'ink', lightValue: '#123456' }] },
  })
  expect(made.body).toMatchObject({ ok: true })
  const session = await newSession(server)
  await startRun(server, session, 'Build a landing page for Blue Heron Bakery')
  expect((await settled(server, session)).runs).toMatchObject([{ status: 'complete' }])
  const after = await everything()
  expect(after).toContain('Opening hours')
  expect(after).toContain('#123456')
  expect(after).toContain('--accent')
})

test('one run at a time: a second one is 409, and the same id again is the same run', async () => {
  server = await startTestServer({ ATELIER_REHEARSAL_PACE_MS: '30' })
  const session = await newSession(server)
  const runId = await startRun(server, session, 'Add a pricing section', { runId: 'my-own-run-1' })
  const second = await server.call('POST', `/api/ai/sessions/${session}/runs`, { prompt: 'And a form' })
  expect(second).toMatchObject({ status: 409, body: { error: { code: 'run_in_progress' } } })
  expect(await startRun(server, session, 'Add a pricing section', { runId })).toBe(runId)
  expect((await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/abort`)).status).toBe(202)
  expect((await settled(server, session)).runs).toMatchObject([{ status: 'aborted' }])
  await startRun(server, session, 'Hello')
  expect((await settled(server, session)).runs.at(-1)).toMatchObject({ status: 'complete' })
})

test('the stream is read only with the session, from the start or from an offset', async () => {
  server = await startTestServer()
  const session = await newSession(server)
  await startRun(server, session, 'Hello')
  const { offset } = await settled(server, session)
  const path = `/api/ai/sessions/${session}/stream`
  const all = await server.request(`${path}?offset=-1`, { headers: { cookie: server.cookie } })
  expect(all.status).toBe(200)
  expect(all.headers.get('access-control-allow-origin')).toBeNull()
  const records = Value.Parse(Type.Array(Type.Object({ type: Type.String() })), await all.json())
  expect(new Set(records.map(({ type }) => type))).toEqual(new Set(['message', 'chunk', 'run']))
  const rest = await server.request(`${path}?offset=${offset}`, { headers: { cookie: server.cookie } })
  expect(await rest.json()).toEqual([])
  const foreign = await server.call('GET', path, undefined, { origin: 'http://evil.example' })
  expect(foreign.status).toBe(403)
  expect((await server.call('POST', path, {})).status).toBe(404)
  expect((await server.call('GET', '/api/ai/sessions/none/stream')).status).toBe(404)
})

test('the simple chat streams lines, and a client that goes away stops nothing', async () => {
  server = await startTestServer({ ATELIER_REHEARSAL_PACE_MS: '1' })
  const { id: projectId } = await firstProject(server)
  const chat = (body: object) =>
    server.request('/api/ai/chat/site', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { cookie: server.cookie },
    })
  const answer = await chat({ projectId, prompt: 'Add a pricing section', context: 'not a context' })
  expect(answer.headers.get('content-type')).toContain('application/x-ndjson')
  const lines = (await answer.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines[0]).toMatchObject({ type: 'bridgeReady', conversationId: expect.any(String), runId: expect.any(String) })
  expect(lines[0].warnings).toEqual([
    'The context was malformed and was ignored. The input should be object, got the string "not a context".',
  ])
  expect(lines.at(-1)).toMatchObject({ type: 'done', status: 'complete' })
  expect(new Set(lines.map(({ type }) => type))).toEqual(
    new Set(['bridgeReady', 'text', 'toolCall', 'toolResult', 'usage', 'done']),
  )
  const wrong = await chat({ projectId, prompt: 'Hello', context: { documentId: 7, activeBreakpointId: null } })
  expect(JSON.parse((await wrong.text()).split('\n')[0] ?? '').warnings).toEqual([
    'The context was malformed and was ignored. /documentId should be string, got the number 7.',
  ])
  const fine = await chat({
    projectId,
    prompt: 'Hello',
    context: { selectedNodeId: null, activeBreakpointId: 'mobile' },
  })
  expect(JSON.parse((await fine.text()).split('\n')[0] ?? '')).not.toHaveProperty('warnings')
  const left = await chat({ conversationId: lines[0].conversationId, prompt: 'Restyle the page in green' })
  const reader = left.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  const { runs } = await settled(server, lines[0].conversationId)
  expect(runs).toMatchObject([{ status: 'complete' }, { status: 'complete' }])
})

test('wrong sessions and runs are refused with a reason', async () => {
  server = await startTestServer()
  const { id: projectId } = await firstProject(server)
  const session = await newSession(server)
  const cases: [string, string, object | undefined, number, object][] = [
    ['POST', '/api/ai/sessions', { projectId, scope: 'nowhere' }, 400, { path: '/scope' }],
    ['POST', '/api/ai/sessions', { projectId: 'none', scope: 'site' }, 404, { code: 'not_found' }],
    ['POST', '/api/ai/sessions', { scope: 'site' }, 400, { path: '/projectId' }],
    ['POST', '/api/ai/sessions', { projectId, scope: 'site', credentialId: 'none' }, 400, { path: '/credentialId' }],
    ['GET', '/api/ai/sessions/none', undefined, 404, { code: 'not_found' }],
    ['PATCH', `/api/ai/sessions/${session}`, { title: 4 }, 400, { path: '/title', received: 'the number 4' }],
    ['POST', `/api/ai/sessions/${session}/runs`, { prompt: 5 }, 400, { path: '/prompt', received: 'the number 5' }],
    ['POST', `/api/ai/sessions/${session}/runs`, { prompt: '  ' }, 400, { path: '/prompt' }],
    ['POST', `/api/ai/sessions/${session}/runs`, { prompt: 'x', images: [{}] }, 400, { path: '/images/0/mimeType' }],
    ['POST', `/api/ai/sessions/${session}/runs/none/abort`, {}, 404, { code: 'not_found' }],
    ['POST', `/api/ai/sessions/${session}/runs/none/undo`, {}, 404, { code: 'not_found' }],
    ['POST', '/api/ai/chat/nowhere', { prompt: 'x' }, 404, { code: 'not_found' }],
  ]
  for (const [method, path, body, status, error] of cases) {
    const answer = await server.call(method, path, body)
    expect([path, body, answer.status, answer.body]).toEqual([
      path,
      body,
      status,
      { error: expect.objectContaining(error) },
    ])
  }
})

test('sessions are listed, renamed and deleted; a deleted one is gone', async () => {
  server = await startTestServer()
  const session = await newSession(server)
  await startRun(server, session, 'Hello there')
  await settled(server, session)
  const { id: projectId } = await firstProject(server)
  const listed = await server.call('GET', `/api/ai/sessions?projectId=${projectId}&scope=site`)
  expect(listed.body).toMatchObject({
    sessions: [{ id: session, title: 'Hello there', provider: 'rehearsal', messageCount: 2 }],
  })
  expect(await server.call('PATCH', `/api/ai/sessions/${session}`, { title: 'Greeting' })).toMatchObject({
    body: { title: 'Greeting' },
  })
  expect((await server.call('DELETE', `/api/ai/sessions/${session}`)).status).toBe(204)
  expect((await server.call('GET', `/api/ai/sessions/${session}`)).status).toBe(404)
})

test('a call for a page that is gone is done to no other page', async () => {
  server = await startTestServer()
  const { id: projectId } = await firstProject(server)
  const operation = (id: string, input: object) =>
    server.call('POST', `/api/projects/${projectId}/operations/${id}`, { input })
  const made = await operation('site.addPage', { title: 'Soon gone' })
  const { pageId: documentId } = Value.Parse(
    Type.Object({ data: Type.Object({ pageId: Type.String() }) }),
    made.body,
  ).data
  await operation('site.deletePage', { pageId: documentId })
  const before = await everything()
  const session = await newSession(server)
  await startRun(server, session, 'Add a pricing section', { context: { documentId } })
  const { runs } = await settled(server, session)
  expect(runs).toMatchObject([{ status: 'error', error: expect.stringContaining('gone') }])
  expect(await everything()).toBe(before)
})

test('undo by three people at once takes the run back once', async () => {
  server = await startTestServer()
  const before = await everything()
  const session = await newSession(server)
  const runId = await startRun(server, session, 'Add a pricing section')
  await settled(server, session)
  const undo = () => server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/undo`)
  const answers = await Promise.all([undo(), undo(), undo()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await everything()).toBe(before)
})
