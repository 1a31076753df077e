import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterEach, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { type Call, ended, session as readSession, serverWithModel } from '../../testing/approvals.ts'
import { newProject } from '../../testing/people.ts'

const Key = Type.Object({ id: Type.String(), key: Type.String() })
const Id = Type.Object({ id: Type.String() })

let opened: Awaited<ReturnType<typeof serverWithModel>>
afterEach(() => opened.close())

/** A call with a new key of the owner's. */
async function callerWith(key: object) {
  const { server } = opened
  const made = Value.Parse(Key, (await server.call('POST', '/api/keys', { name: 'limited', ...key })).body)
  const headers = { cookie: '', authorization: `Bearer ${made.key}` }
  return {
    ...made,
    call: (method: string, path: string, body?: object) => server.call(method, path, body, headers),
  }
}
type Caller = Awaited<ReturnType<typeof callerWith>>

async function begin({ call }: Caller, projectId: string, prompt: string) {
  const session = Value.Parse(Id, (await call('POST', '/api/ai/sessions', { projectId, scope: 'site' })).body).id
  return { session, started: await call('POST', `/api/ai/sessions/${session}/runs`, { prompt }) }
}

test('a run that a key asked for is offered and allowed no more than the key', async () => {
  opened = await serverWithModel()
  const { server, model } = opened
  const { id: projectId } = await firstProject(server)
  const write: Call[] = [['addPage', { title: 'Made by a reader' }]]
  model.add(write, 'I may not.')
  const { session, started } = await begin(await callerWith({ role: 'viewer' }), projectId, 'Add a page')
  expect(started.status).toBe(202)
  const { messages } = await ended(server, session)
  const [first = ''] = model.bodies
  expect(first).toContain('"read_document"')
  expect(first).not.toContain('"addPage"')
  expect(messages.find(({ role }) => role === 'tool_result')?.toolResult).toMatchObject({ ok: false })
  expect(JSON.stringify((await server.call('GET', `/api/projects/${projectId}/pages`)).body)).not.toContain('reader')

  // The same person may, in a request without the key.
  model.add(write, 'Done.')
  const own = await server.call('POST', '/api/ai/sessions', { projectId, scope: 'site' })
  const { id } = Value.Parse(Id, own.body)
  await server.call('POST', `/api/ai/sessions/${id}/runs`, { prompt: 'Add a page' })
  expect((await ended(server, id)).messages.find(({ role }) => role === 'tool_result')).toMatchObject({
    toolResult: { ok: true },
  })
})

test('a key for some projects starts no run in another, not even in a conversation that its person began there', async () => {
  opened = await serverWithModel()
  const { server } = opened
  const { id: projectId } = await firstProject(server)
  const other = await newProject(server, 'Other')
  const limited = await callerWith({ role: 'editor', projectIds: [other] })
  expect((await limited.call('POST', '/api/ai/sessions', { projectId, scope: 'site' })).status).toBe(404)
  const own = Value.Parse(Id, (await server.call('POST', '/api/ai/sessions', { projectId, scope: 'site' })).body).id
  expect((await limited.call('POST', `/api/ai/sessions/${own}/runs`, { prompt: 'Hello' })).status).toBe(404)
  const { session, started } = await begin(limited, other, 'Hello')
  expect(started.status).toBe(202)
  await ended(server, session)
  const runs = await server.services.kysely.selectFrom('runs').select(['session_id', 'context']).execute()
  expect(runs.filter(({ session_id }) => session_id === own)).toEqual([])
  const [run] = runs.filter(({ session_id }) => session_id === session)
  expect(JSON.parse(run?.context ?? '{}')).toMatchObject({
    key: { id: limited.id, role: 'editor', projectIds: [other] },
  })
  expect((await readSession(server, session)).messages).not.toEqual([])
})
