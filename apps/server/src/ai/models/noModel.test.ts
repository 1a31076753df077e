import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterEach, describe, expect, test } from 'vitest'
import {
  fakeProvider,
  firstProject,
  Id,
  newSession,
  RunId,
  readSession,
  settled,
  startRun,
} from '../../../testing/ai.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let provider: Awaited<ReturnType<typeof fakeProvider>> | undefined
afterEach(async () => {
  await server.close()
  await provider?.close()
  provider = undefined
})

const scopes = ['dashboard', 'site', 'generate', 'content', 'cms', 'part']

/** A server with a credential, and without any default. */
async function withoutDefault(): Promise<string> {
  provider = await fakeProvider((response) => response.writeHead(500).end())
  server = await startTestServer()
  const made = await server.call('POST', '/api/ai/credentials', {
    provider: 'anthropic',
    label: 'Ours',
    apiKey: 'sk-ant-very-secret-key-0123456789',
    baseUrl: provider.url,
  })
  for (const scope of scopes) await server.call('DELETE', `/api/ai/defaults/${scope}`)
  return Value.Parse(Id, made.body).id
}

const refused = {
  status: 409,
  body: { error: { code: 'no_model', message: expect.any(String), hint: expect.any(String) } },
}

describe('without a chosen model a run is refused', () => {
  test('in a session, in each of its forms, and nothing is played', async () => {
    await withoutDefault()
    const session = await newSession(server)
    const runs = `/api/ai/sessions/${session}/runs`
    expect(await server.call('GET', `/api/ai/sessions/${session}`)).toMatchObject({ body: { provider: 'none' } })
    expect(await server.call('POST', runs, { prompt: 'Build a landing page' })).toMatchObject(refused)
    for (const more of [{ whenBusy: 'steer' }, { whenBusy: 'followUp' }, { startAt: Date.now() + 60_000 }])
      expect(await server.call('POST', runs, { prompt: 'Build a landing page', ...more })).toMatchObject(refused)
    expect(await readSession(server, session)).toMatchObject({ messages: [], runs: [] })
  })

  test('in the simple chat, which makes no session for it', async () => {
    await withoutDefault()
    const { id: projectId } = await firstProject(server)
    for (const scope of ['site', 'content'])
      expect(await server.call('POST', `/api/ai/chat/${scope}`, { projectId, prompt: 'Hello' })).toMatchObject(refused)
    expect(await server.call('GET', `/api/ai/sessions?projectId=${projectId}`)).toMatchObject({
      body: { sessions: [] },
    })
  })

  test('for a generation, from its route and from the operation of programs', async () => {
    await withoutDefault()
    const { id: projectId } = await firstProject(server)
    const generations = `/api/projects/${projectId}/generations`
    expect(await server.call('POST', generations, { brief: 'A bakery in Porto' })).toMatchObject(refused)
    const call = (confirmationToken?: string) =>
      server.call('POST', `/api/projects/${projectId}/operations/generate.planSite`, {
        input: { brief: 'A bakery in Porto' },
        ...(confirmationToken === undefined ? {} : { confirmationToken }),
      })
    expect(await call()).toMatchObject({ body: { ok: false, error: { code: 'no_model' } } })
    expect(await server.call('GET', generations)).toMatchObject({ body: { generations: [] } })
  })

  test('through a key of the Conversation API', async () => {
    await withoutDefault()
    const { id: projectId } = await firstProject(server)
    const made = await server.call('POST', `/api/projects/${projectId}/content/keys`, { name: 'Shop', role: 'viewer' })
    const { key } = Value.Parse(Type.Object({ key: Type.String() }), made.body)
    const answer = await server.request(`/api/conversation/v1/${projectId}/message`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ message: 'Hello' }),
    })
    expect({ status: answer.status, body: await answer.json() }).toMatchObject(refused)
  })

  test('for a message that waited until the model was taken away, sent by hand or by its time', async () => {
    const credentialId = await withoutDefault()
    const session = await newSession(server, { credentialId, modelId: 'claude-opus-4-8' })
    const runs = `/api/ai/sessions/${session}/runs`
    const byHand = await startRun(server, session, 'By hand', { startAt: Date.now() + 3_600_000 })
    const byTime = await startRun(server, session, 'By its time', { startAt: Date.now() + 1500 })
    expect(
      await server.call('PATCH', `/api/ai/sessions/${session}`, { credentialId: null, modelId: null }),
    ).toMatchObject({ status: 200 })
    expect(await server.call('POST', `/api/ai/sessions/${session}/queue/${byHand}/send`)).toMatchObject(refused)
    await expect
      .poll(async () => (await readSession(server, session)).runs.find(({ id }) => id === byTime))
      .toMatchObject({ status: 'error', error: expect.stringMatching(/No model is chosen/) })
    expect(await server.call('POST', runs, { prompt: 'More' })).toMatchObject(refused)
    expect(provider?.bodies).toEqual([])
  })

  test('but a request that was accepted before is answered as before', async () => {
    const credentialId = await withoutDefault()
    const session = await newSession(server, { credentialId, modelId: 'claude-opus-4-8' })
    const runId = crypto.randomUUID()
    const later = { runId, startAt: Date.now() + 3_600_000 }
    await startRun(server, session, 'Later', later)
    await server.call('PATCH', `/api/ai/sessions/${session}`, { credentialId: null, modelId: null })
    const again = await server.call('POST', `/api/ai/sessions/${session}/runs`, { prompt: 'Later', ...later })
    expect(Value.Parse(RunId, again.body).runId).toBe(runId)
  })
})

test('a script that a user picks is played, whatever else there is', async () => {
  await withoutDefault()
  const session = await newSession(server, { credentialId: 'rehearsal' })
  await startRun(server, session, 'Hello')
  expect((await settled(server, session)).runs).toMatchObject([{ status: 'complete', provider: 'rehearsal' }])
})

test('where rehearsals are switched off none is played, offered or picked', async () => {
  server = await startTestServer({ ATELIER_REHEARSALS: '0' })
  const session = await newSession(server)
  const { id: projectId } = await firstProject(server)
  const runs = `/api/ai/sessions/${session}/runs`
  expect(await server.call('POST', runs, { prompt: 'Build a landing page' })).toMatchObject(refused)
  expect(await server.call('GET', '/api/me')).toMatchObject({ body: { features: { rehearsal: false } } })
  expect(await server.call('GET', `/api/ai/rehearsals?projectId=${projectId}`)).toMatchObject({
    body: { rehearsals: [] },
  })
  const picked = { projectId, scope: 'site', credentialId: 'rehearsal' }
  expect(await server.call('POST', '/api/ai/sessions', picked)).toMatchObject({
    status: 400,
    body: { error: { path: '/credentialId' } },
  })
})
