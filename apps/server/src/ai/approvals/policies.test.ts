import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSession, startRun } from '../../../testing/ai.ts'
import {
  addPage,
  decide,
  ended,
  questions,
  session as readSession,
  serverWithModel,
  titles,
} from '../../../testing/approvals.ts'

let opened: Awaited<ReturnType<typeof serverWithModel>>
let server: typeof opened.server
let model: typeof opened.model
beforeAll(async () => {
  opened = await serverWithModel()
  ;({ server, model } = opened)
})
afterAll(() => opened.close())

const Events = Type.Object({
  events: Type.Array(
    Type.Object({
      kind: Type.String(),
      subject: Type.Optional(Type.String()),
      detail: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
})
const Policies = Type.Object({ policies: Type.Array(Type.Object({ id: Type.String(), reach: Type.String() })) })
const policies = async () => Value.Parse(Policies, (await server.call('GET', '/api/ai/policies')).body).policies

/** Has the model delete a new page; returns the conversation. */
async function askToDelete(title: string, id?: string): Promise<string> {
  const session = id ?? (await newSession(server))
  model.add([['deletePage', { pageId: await addPage(server, title) }]])
  await startRun(server, session, `Delete ${title}`)
  return session
}

test('an operation that is always allowed in the project asks no more, in any conversation, until that is withdrawn', async () => {
  const first = await askToDelete('One')
  const [asked] = await questions(server, first)
  await decide(server, first, asked?.toolCallId ?? '', { decision: 'approve', remember: 'operation' })
  await ended(server, first)
  expect(await policies()).toMatchObject([
    { reach: 'operation', operation: 'site.deletePage', summary: 'Delete a page', projectName: 'My site' },
  ])

  const second = await askToDelete('Two')
  await ended(server, second)
  expect(await titles(server)).not.toContain('Two')
  // The record says that it was allowed, by whom and how.
  expect((await readSession(server, second)).approvals).toMatchObject([
    { status: 'approved', policy: 'operation', decidedBy: expect.any(String), target: 'Two (/two)' },
  ])

  const [policy] = await policies()
  expect((await server.call('DELETE', `/api/ai/policies/${policy?.id}`)).status).toBe(204)
  expect((await server.call('DELETE', `/api/ai/policies/${policy?.id}`)).status).toBe(404)
  const third = await askToDelete('Three')
  const [again] = await questions(server, third)
  expect(again?.target).toBe('Three (/three)')
  await decide(server, third, again?.toolCallId ?? '', { decision: 'deny' })
  await ended(server, third)
})

test('a permission given in a conversation is valid only there, and also for calls that wait beside it', async () => {
  const id = await newSession(server)
  const pages = [await addPage(server, 'Four'), await addPage(server, 'Five')]
  model.add(pages.map((pageId) => ['deletePage', { pageId }]))
  await startRun(server, id, 'Tidy up')
  const [asked] = await questions(server, id, 2)
  await decide(server, id, asked?.toolCallId ?? '', { decision: 'approve', remember: 'session' })
  await ended(server, id)
  expect(await titles(server)).not.toContain('Five')
  await askToDelete('Six', id)
  await ended(server, id)
  expect(await titles(server)).not.toContain('Six')

  const other = await askToDelete('Seven')
  const [elsewhere] = await questions(server, other)
  await decide(server, other, elsewhere?.toolCallId ?? '', { decision: 'deny' })
  await ended(server, other)
  expect(await policies()).toMatchObject([{ reach: 'session', sessionId: id, sessionTitle: 'Tidy up' }])
  expect((await server.call('DELETE', '/api/ai/policies')).status).toBe(204)
  expect(await policies()).toEqual([])
})

test('decisions, what is remembered of them, and how their runs end are in the audit, without a word that was said', async () => {
  const id = await newSession(server)
  const pages = [await addPage(server, 'Nine'), await addPage(server, 'Ten')]
  model.add(pages.map((pageId) => ['deletePage', { pageId }]))
  await startRun(server, id, 'Tidy the secret drawer')
  const [asked] = await questions(server, id, 2)
  const given = { decision: 'approve', reason: 'a private reason', remember: 'operation' }
  await decide(server, id, asked?.toolCallId ?? '', given)
  await ended(server, id)
  const [policy] = await policies()
  await server.call('DELETE', `/api/ai/policies/${policy?.id}`)
  await server.call('DELETE', '/api/ai/policies')
  await askToDelete('Eleven', id)
  const [open] = await questions(server, id)
  await decide(server, id, open?.toolCallId ?? '', { decision: 'deny', reason: 'another private reason' })
  await ended(server, id)
  await askToDelete('Twelve', id)
  await questions(server, id)
  const run = (await readSession(server, id)).runs.at(-1)?.id ?? ''
  await server.call('POST', `/api/ai/sessions/${id}/runs/${run}/abort`)
  await ended(server, id)

  const { body } = await server.call('GET', '/api/ai/audit/events')
  const { events } = Value.Parse(Events, body)
  const noted = events
    .slice(0, events.findIndex(({ subject }) => subject === asked?.runId) + 4)
    .map(({ kind, detail }) => [kind, detail.decision ?? detail.reach ?? detail.status ?? null])
  expect(noted.reverse().slice(-9)).toEqual([
    ['approval.decided', 'approved'],
    ['approval.decided', 'approved'],
    ['policy.remembered', 'operation'],
    ['run.completed', 'complete'],
    ['policy.withdrawn', null],
    ['policy.withdrawn', null],
    ['approval.decided', 'denied'],
    ['run.completed', 'complete'],
    ['run.completed', 'aborted'],
  ])
  expect(events[0]).toMatchObject({ subject: run, userName: 'Ada', detail: { sessionId: id } })
  expect(JSON.stringify(body)).not.toMatch(/private reason|secret drawer|sk-ant/)
})

test('a page that cannot be deleted is not asked about', async () => {
  const id = await newSession(server)
  model.add([['deletePage', { pageId: 'none' }]])
  await startRun(server, id, 'Delete it')
  const { messages } = await ended(server, id)
  expect(messages.find(({ role }) => role === 'tool_result')).toMatchObject({
    toolResult: { ok: false, error: { code: 'unknown_page' } },
  })
  expect((await readSession(server, id)).approvals).toEqual([])
})

test('decisions that make no sense are refused with a reason', async () => {
  const id = await askToDelete('Eight')
  const [asked] = await questions(server, id)
  const callId = asked?.toolCallId ?? ''
  const other = await newSession(server)
  const cases: [string, string, object, number, object][] = [
    [id, callId, {}, 400, { path: '/decision' }],
    [id, callId, { decision: 'maybe' }, 400, { path: '/decision' }],
    [id, callId, { decision: 'approve', remember: 'forever' }, 400, { path: '/remember' }],
    [id, callId, { decision: 'deny', reason: 'x'.repeat(2001) }, 400, { path: '/reason' }],
    [id, 'none', { decision: 'approve' }, 404, { code: 'not_found' }],
    [other, callId, { decision: 'approve' }, 404, { code: 'not_found' }],
    ['none', callId, { decision: 'approve' }, 404, { code: 'not_found' }],
  ]
  for (const [session, call, body, status, error] of cases) {
    const answer = await decide(server, session, call, body)
    expect([body, answer]).toEqual([body, { status, body: { error: expect.objectContaining(error) } }])
  }
  const stranger = await server.request(`/api/ai/sessions/${id}/approvals/${callId}`, {
    method: 'POST',
    body: JSON.stringify({ decision: 'approve' }),
  })
  expect(stranger.status).toBe(401)
  const viewer = await server.call('POST', '/api/keys', { name: 'Reads', role: 'viewer' })
  const { key } = Value.Parse(Type.Object({ key: Type.String() }), viewer.body)
  const asViewer = await server.request(`/api/ai/sessions/${id}/approvals/${callId}`, {
    method: 'POST',
    body: JSON.stringify({ decision: 'approve' }),
    headers: { authorization: `Bearer ${key}` },
  })
  expect(asViewer.status).toBe(403)
  expect(await questions(server, id)).toHaveLength(1)
  // Deleting a conversation deletes its question.
  expect((await server.call('DELETE', `/api/ai/sessions/${id}`)).status).toBe(204)
  expect((await decide(server, id, callId, { decision: 'approve' })).status).toBe(404)
  expect(await titles(server)).toContain('Eight')
})
