import { RunRecord } from '@atelier/agent'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterEach, expect, test } from 'vitest'
import { firstProject, newSession, readSession, settled, startRun } from '../../../testing/ai.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const Started = Type.Object({ runId: Type.String(), delivery: Type.Optional(Type.String()) })
const Listed = Type.Object({ sessions: Type.Array(Type.Object({ id: Type.String() })) })
let server: TestServer
afterEach(() => server.close())

const slow = { ATELIER_REHEARSAL_PACE_MS: '40' }
const landing = 'Build a landing page for Ferment, a bakery in Porto'

async function say(session: string, prompt: string, more: object) {
  const answer = await server.call('POST', `/api/ai/sessions/${session}/runs`, { prompt, ...more })
  expect(answer.status).toBe(202)
  return Value.Parse(Started, answer.body)
}

async function runOf(session: string, runId: string) {
  return Value.Parse(
    RunRecord,
    (await readSession(server, session)).runs.find(({ id }) => id === runId),
  )
}

async function until(holds: () => Promise<boolean>) {
  const end = Date.now() + 25_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

test('messages wait behind a run, are changed while they do, and are held when it is stopped', async () => {
  server = await startTestServer(slow)
  const session = await newSession(server)
  const path = `/api/ai/sessions/${session}`
  const first = await startRun(server, session, landing)
  expect((await server.call('POST', `${path}/runs`, { prompt: 'x', whenBusy: 'reject' })).status).toBe(409)
  const one = await say(session, 'Addd a page', { whenBusy: 'followUp' })
  const two = await say(session, 'Never', { whenBusy: 'followUp' })
  expect(one.delivery).toBe('followUp')
  expect((await server.call('PATCH', `${path}/queue/${one.runId}`, { prompt: ' ' })).status).toBe(400)
  expect((await server.call('PATCH', `${path}/queue/${one.runId}`, { prompt: 'Add a pricing section' })).status).toBe(
    200,
  )
  expect((await server.call('DELETE', `${path}/queue/${two.runId}`)).status).toBe(204)
  expect(await server.call('DELETE', `${path}/queue/${two.runId}`)).toMatchObject({
    status: 409,
    body: { error: { code: 'not_waiting' } },
  })
  expect((await server.call('POST', `${path}/queue/none/send`)).status).toBe(404)
  const other = await newSession(server)
  expect((await server.call('POST', `/api/ai/sessions/${other}/queue/${one.runId}/send`)).status).toBe(404)

  await server.call('POST', `${path}/runs/${first}/abort`)
  await until(async () => (await runOf(session, one.runId)).held === true)
  expect(await readSession(server, session)).not.toHaveProperty('activeRunId')
  expect(await server.call('POST', `${path}/queue/${one.runId}/send`)).toMatchObject({ status: 202 })
  const { messages } = await settled(server, session)
  expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
    landing,
    'Add a pricing section',
  ])
  expect(await runOf(session, one.runId)).toMatchObject({ status: 'complete' })
})

test('a run is put off to its time, shown meanwhile, and can be called off', async () => {
  server = await startTestServer()
  const session = await newSession(server)
  const soon = Date.now() + 1500
  const later = await say(session, 'Add a pricing section', { startAt: new Date(soon).toISOString() })
  const never = await say(session, 'Never', { startAt: Date.now() + 3_600_000 })
  expect(await runOf(session, later.runId)).toMatchObject({ status: 'scheduled', startAt: soon })
  for (const startAt of ['tomorrow', '2027-01-01', Date.now() * 1000]) {
    const answer = await server.call('POST', `/api/ai/sessions/${session}/runs`, { prompt: 'x', startAt })
    expect(answer).toMatchObject({ status: 400, body: { error: { path: '/startAt' } } })
  }
  await until(async () => (await runOf(session, later.runId)).status === 'complete')
  expect((await runOf(session, later.runId)).startedAt).toBeGreaterThanOrEqual(soon)
  expect(await server.call('POST', `/api/ai/sessions/${session}/runs/${never.runId}/abort`)).toMatchObject({
    body: { stopping: true },
  })
  expect(await runOf(session, never.runId)).toMatchObject({ status: 'aborted' })
})

test('sessions are listed by what was said last, count what was said, and are named by their first exchange', async () => {
  server = await startTestServer()
  const [older, newer] = [await newSession(server), await newSession(server)]
  await startRun(server, newer, 'Hello there')
  await settled(server, newer)
  await startRun(server, older, 'Can you please add a pricing section?')
  await settled(server, older)
  await say(older, 'Later', { startAt: Date.now() + 3_600_000 })
  const { id: projectId } = await firstProject(server)
  const list = await server.call('GET', `/api/ai/sessions?projectId=${projectId}&scope=site`)
  expect(Value.Parse(Listed, list.body).sessions.map(({ id }) => id)).toEqual([older, newer])
  expect(list.body).toMatchObject({
    sessions: [{ title: 'Add a pricing section?', lastMessageAt: expect.any(Number) }, { title: 'Hello there' }],
  })
  const { messages } = await readSession(server, older)
  const said = messages.filter(
    ({ role, status }) => (role === 'user' && status === 'complete') || role === 'assistant',
  ).length
  expect((await server.call('GET', `/api/ai/sessions/${older}`)).body).toMatchObject({ messageCount: said })
})
