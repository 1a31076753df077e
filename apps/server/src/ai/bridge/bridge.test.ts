import type { ServerResponse } from 'node:http'
import type { MessageRecord } from '@atelier/agent'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  anthropicCall,
  anthropicText,
  fakeProvider,
  Id,
  newSession,
  readSession,
  settled,
  startRun,
} from '../../../testing/ai.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const Refused = Type.Object({ error: Type.Object({ code: Type.String(), path: Type.Optional(Type.String()) }) })
const layout = { breakpointId: 'desktop', note: 'from the tab' }

let server: TestServer
let provider: Awaited<ReturnType<typeof fakeProvider>>
let session = ''
/** The answers of the provider that are held back until a test lets them go. */
let held: (() => void)[] = []
let holding = false

function answer(response: ServerResponse, body: string) {
  const go = () =>
    body.includes('"tool_result"') ? anthropicText(response, 'Seen.') : anthropicCall(response, 'render_snapshot', {})
  if (holding && body.includes('"tool_result"')) held.push(go)
  else go()
}

beforeAll(async () => {
  provider = await fakeProvider(answer)
  server = await startTestServer({ ATELIER_BRIDGE_TIMEOUT_MS: '2500', CHROMIUM_PATH: '/nowhere/chromium' })
  const credential = { provider: 'anthropic', label: 'Fake', apiKey: 'sk-test', baseUrl: provider.url }
  const { id } = Value.Parse(Id, (await server.call('POST', '/api/ai/credentials', credential)).body)
  await server.call('PUT', '/api/ai/defaults/site', { credentialId: id, modelId: 'claude-opus-4-8' })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})
beforeEach(async () => {
  held = []
  holding = false
  session = await newSession(server)
})

const beat = (executorId: string, body: object = {}) =>
  server.call('POST', `/api/ai/sessions/${session}/executors`, { executorId, kind: 'view', ...body })

/** The request to a tab, as it appears in the conversation; `after` is the request that it replaces. */
async function asked(after?: string): Promise<NonNullable<MessageRecord['execution']>> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { messages } = await readSession(server, session)
    const call = messages.find(({ role, status }) => role === 'tool_call' && status === 'running')
    if (call?.execution && call.execution.requestId !== after) return call.execution
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('No tab was asked')
}

const post = (bridgeId: string, requestId: string, result: unknown) =>
  server.call('POST', '/api/ai/tool-result', { bridgeId, requestId, result })

async function resultOf(): Promise<MessageRecord['toolResult']> {
  const { messages } = await settled(server, session)
  return messages.find(({ role }) => role === 'tool_result')?.toolResult
}

it('passes over a tab that registered for other operations; one that says nothing serves those of the site', async () => {
  expect((await beat('part-tab', { serves: ['view:part', 'kernel:part'] })).body).toMatchObject({ holds: true })
  await startRun(server, session, 'Look at it')
  expect(await resultOf()).toMatchObject({ ok: false, error: { code: 'needs_editor' } })
  session = await newSession(server)
  await beat('part-tab', { serves: ['view:part'] })
  expect((await beat('page-tab')).body).toMatchObject({ holds: true })
  await startRun(server, session, 'Look at it')
  const { bridgeId, requestId, executorId } = await asked()
  expect(executorId).toBe('page-tab')
  await post(bridgeId, requestId, { ok: true, data: layout })
  expect(await resultOf()).toMatchObject({ ok: true, data: layout })
  expect((await beat('page-tab', { serves: ['everything'] })).status).toBe(400)
})

it('asks the tab that came first, takes its answer once, and keeps the picture by its hash', async () => {
  expect((await beat('first-tab')).body).toMatchObject({ holds: true })
  expect((await beat('second-tab')).body).toMatchObject({ holds: false })
  holding = true
  const runId = await startRun(server, session, 'Look at it')
  const { bridgeId, requestId, executorId } = await asked()
  expect([bridgeId, executorId]).toEqual([runId, 'first-tab'])

  expect((await post('another-bridge', requestId, { ok: true })).status).toBe(404)
  expect((await post(bridgeId, 'another-request', { ok: true })).status).toBe(404)
  expect((await post(bridgeId, requestId, { fine: true })).status).toBe(400)
  const text = { mimeType: 'image/png', data: Buffer.from('no picture').toString('base64') }
  expect((await post(bridgeId, requestId, { ok: true, images: [text] })).status).toBe(400)
  const good = { ok: true, data: layout, images: [{ mimeType: 'image/png', data: png }] }
  expect(await post(bridgeId, requestId, good)).toEqual({ status: 200, body: { accepted: true } })
  expect(await post(bridgeId, requestId, { ok: false, error: 'no' })).toEqual({
    status: 200,
    body: { accepted: false },
  })

  while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  for (const go of held) go()
  const result = await resultOf()
  expect(result).toMatchObject({
    ok: true,
    data: layout,
    images: [{ mimeType: 'image/png', hash: expect.any(String) }],
  })
  expect((await post(bridgeId, requestId, good)).status).toBe(404)

  const stream = await (
    await server.request(`/api/ai/sessions/${session}/stream?offset=-1`, { headers: { cookie: server.cookie } })
  ).text()
  expect(stream).toContain('from the tab')
  expect(stream).not.toContain(png.slice(0, 40))

  const hash = JSON.stringify(result).match(/"hash":"([0-9a-f]{64})"/)?.[1] ?? ''
  const path = `/api/ai/sessions/${session}/images/${hash}`
  const picture = await server.request(path, { headers: { cookie: server.cookie } })
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(png)
  expect((await server.request(path)).status).toBe(401)
  const other = await newSession(server)
  expect((await server.call('GET', `/api/ai/sessions/${other}/images/${hash}`)).status).toBe(404)

  await server.call('DELETE', `/api/ai/sessions/${session}`)
  const cleared = await server.services.maintenance.pass(Date.now() + 3_600_000)
  expect(cleared.pictures).toBe(1)
})

it('hands over to the next tab when the one that was asked closes, and takes nothing from it any more', async () => {
  await beat('closing-tab')
  await beat('staying-tab')
  await startRun(server, session, 'Look at it')
  const before = await asked()
  expect(before.executorId).toBe('closing-tab')
  await server.call('DELETE', `/api/ai/sessions/${session}/executors/closing-tab`)
  const after = await asked(before.requestId)
  expect(after.executorId).toBe('staying-tab')
  expect((await post(before.bridgeId, before.requestId, { ok: true })).status).toBe(404)
  expect((await post(after.bridgeId, after.requestId, { ok: true, data: layout })).status).toBe(200)
  expect(await resultOf()).toEqual({ ok: true, data: layout })
})

it('answers with a tool error when a tab does nothing, and the run continues', async () => {
  await beat('asleep-tab')
  await startRun(server, session, 'Look at it')
  const { bridgeId, requestId } = await asked()
  expect(await resultOf()).toMatchObject({ ok: false, error: { code: 'editor_timeout' } })
  expect((await readSession(server, session)).runs[0]?.status).toBe('complete')
  expect((await post(bridgeId, requestId, { ok: true })).status).toBe(404)
})

it('stops at once when the run is stopped while a tab is at work', async () => {
  await beat('working-tab')
  const runId = await startRun(server, session, 'Look at it')
  const { bridgeId, requestId } = await asked()
  await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/abort`)
  const { runs, messages } = await settled(server, session)
  expect(runs[0]?.status).toBe('aborted')
  // It did not wait until the tab had taken too long.
  expect(JSON.stringify(messages)).not.toContain('editor_timeout')
  expect((await post(bridgeId, requestId, { ok: true })).status).toBe(404)
})

it('says at once that it needs an open editor if there is neither a tab nor a browser', async () => {
  await startRun(server, session, 'Look at it')
  expect(await resultOf()).toMatchObject({ ok: false, error: { code: 'needs_editor' } })
})

it('takes pictures with a prompt, shows them to no other user, and says the limit that one breaks', async () => {
  const run = (images: unknown) =>
    server.call('POST', `/api/ai/sessions/${session}/runs`, { prompt: 'Like this', images })
  const picture = { mimeType: 'image/png', data: png }
  const refused = async (images: unknown) => {
    const { status, body } = await run(images)
    return [status, Value.Parse(Refused, body).error.code, Value.Parse(Refused, body).error.path]
  }
  expect(await refused(Array(9).fill(picture))).toEqual([400, 'too_many_pictures', '/images'])
  expect(await refused([{ ...picture, mimeType: 'image/jpeg' }])).toEqual([400, 'invalid_picture', '/images/0'])
  expect(await refused([picture, { ...picture, data: 'AAAA' }])).toEqual([400, 'invalid_picture', '/images/1'])
  expect(await refused([{ ...picture, data: 'A'.repeat(7_200_000) }])).toEqual([413, 'picture_too_large', '/images/0'])
  expect((await run([picture])).status).toBe(202)
  const { messages } = await settled(server, session)
  expect(messages[0]?.blocks).toEqual([
    { kind: 'text', text: 'Like this' },
    { kind: 'image', mimeType: 'image/png', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
})
