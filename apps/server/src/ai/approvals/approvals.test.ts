import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject, newSession, startRun } from '../../../testing/ai.ts'
import {
  addPage,
  decide,
  ended,
  type Move,
  operate,
  questions,
  session as readSession,
  scriptedModel,
  titles,
  until,
  useModel,
} from '../../../testing/approvals.ts'
import { databasesBySuite } from '../../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

describe.each(databasesBySuite())('a call that cannot be taken back, on $name', ({ name, place }) => {
  let where: Awaited<ReturnType<typeof place>>
  let server: TestServer
  let model: Awaited<ReturnType<typeof scriptedModel>>
  const extra: TestServer[] = []

  const start = () =>
    startTestServer({
      ATELIER_DATA: where.dataDir,
      ATELIER_SECRET: 'a secret that both servers share 0123456789',
      ATELIER_APPROVAL_HOURS: '1',
      ...(where.databaseUrl ? { DATABASE_URL: where.databaseUrl } : {}),
    })
  /** The same data under a new process; its owner signs in with the cookie of before. */
  const again = async () => {
    const { cookie } = server
    const next = await start()
    const call: TestServer['call'] = (method, path, body, headers = {}) =>
      next.call(method, path, body, { cookie, ...headers })
    return { ...next, cookie, call }
  }
  /** The question of a conversation, once it has been asked again. */
  const askedAnew = (id: string) =>
    until(async () => {
      const [asked] = (await readSession(server, id)).approvals
      return asked?.again && asked.status === 'requested' ? asked : undefined
    })
  const del = (pageId: string): Move => [['deletePage', { pageId }]]

  beforeAll(async () => {
    where = await place()
    model = await scriptedModel([])
    server = await start()
    await useModel(server, model.url)
  })
  afterAll(async () => {
    await Promise.all([server, ...extra].map((each) => each.close().catch(() => undefined)))
    await model.close()
    where.remove()
  })

  test('waits with the exact words of what will happen, and happens once it is approved', async () => {
    const pageId = await addPage(server, 'Visit')
    const id = await newSession(server)
    model.add(del(pageId), 'It is gone.')
    const runId = await startRun(server, id, 'Delete the visit page')
    const [asked] = await questions(server, id)
    expect(asked).toMatchObject({
      runId,
      operation: 'site.deletePage',
      target: 'Visit (/visit)',
      message: expect.stringMatching(
        /^Delete the page “Visit” \(\/visit\)\. Undoing the run brings it back while this chat is kept\.$/,
      ),
      expiresAt: expect.any(Number),
    })
    const read = await readSession(server, id)
    expect(read.messages.find(({ role }) => role === 'tool_call')).toMatchObject({
      requiresApproval: true,
      status: 'pending',
    })
    expect(await titles(server)).toContain('Visit')

    const callId = asked?.toolCallId ?? ''
    const answer = await decide(server, id, callId, { decision: 'approve', revision: asked?.documentRevision })
    expect(answer).toMatchObject({ status: 200, body: { toolCallId: callId, status: 'approved' } })
    const { runs, messages } = await ended(server, id)
    expect(runs).toMatchObject([{ status: 'complete' }])
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: 'It is gone.' })
    expect(await titles(server)).not.toContain('Visit')
    // Repeating the decision changes nothing; a different one comes too late.
    expect((await decide(server, id, callId, { decision: 'approve' })).status).toBe(200)
    expect(await decide(server, id, callId, { decision: 'deny' })).toMatchObject({
      status: 409,
      body: { error: { code: 'already_decided' } },
    })
  })

  test('the undo of a run that deleted a page brings it back whole, as its card said', async () => {
    const pageId = await addPage(server, 'Comes back')
    const Page = Type.Object({ data: Type.Object({ html: Type.String(), css: Type.String() }) })
    const text = async () => {
      const { data } = Value.Parse(Page, (await operate(server, 'read_document', {}, { documentId: pageId })).body)
      return [data.html, data.css]
    }
    const html = '<main><h1 class="big">Still here</h1><p>Word for word</p></main>'
    const Root = Type.Object({ pages: Type.Array(Type.Object({ id: Type.String(), rootNodeId: Type.String() })) })
    const project = await firstProject(server)
    const listed = Value.Parse(Root, (await server.call('GET', `/api/projects/${project.id}/pages`)).body).pages
    const parentId = listed.find(({ id }) => id === pageId)?.rootNodeId
    await operate(server, 'insertHtml', { parentId, html }, { documentId: pageId })
    const [before, order] = [await text(), await titles(server)]
    expect(before[0]).toContain('Word for word')
    const id = await newSession(server)
    model.add(del(pageId), 'It is gone.')
    const runId = await startRun(server, id, 'Delete it')
    const [asked] = await questions(server, id)
    await decide(server, id, asked?.toolCallId ?? '', { decision: 'approve' })
    await ended(server, id)
    expect(await titles(server)).not.toContain('Comes back')
    const undone = await server.call('POST', `/api/ai/sessions/${id}/runs/${runId}/undo`)
    expect(undone).toMatchObject({ status: 200, body: { kept: [] } })
    expect(await titles(server)).toEqual(order)
    expect(await text()).toEqual(before)
    await server.call('POST', `/api/ai/sessions/${id}/runs/${runId}/redo`)
    expect(await titles(server)).not.toContain('Comes back')
  })

  test('is not made if it is denied, and the model reads why', async () => {
    const pageId = await addPage(server, 'Keep')
    const id = await newSession(server)
    model.add(del(pageId), 'I left it.')
    await startRun(server, id, 'Delete the visit page')
    const [asked] = await questions(server, id)
    await decide(server, id, asked?.toolCallId ?? '', { decision: 'deny', reason: 'We still link to it' })
    const { runs, messages } = await ended(server, id)
    expect(runs).toMatchObject([{ status: 'complete' }])
    expect(messages.find(({ role }) => role === 'tool_call')).toMatchObject({ status: 'denied' })
    expect(messages.find(({ role }) => role === 'tool_result')).toMatchObject({
      status: 'denied',
      toolResult: { ok: false, error: { code: 'denied', message: expect.stringContaining('We still link to it') } },
    })
    expect(model.bodies.at(-1)).toContain('We still link to it')
    expect((await readSession(server, id)).approvals).toMatchObject([
      { status: 'denied', reason: 'We still link to it' },
    ])
    expect(await titles(server)).toContain('Keep')
  })

  test('asks again if the page moved on, or if it is called something else by now', async () => {
    const pageId = await addPage(server, 'Shop')
    const id = await newSession(server)
    model.add(del(pageId))
    await startRun(server, id, 'Delete the visit page')
    const [first] = await questions(server, id)
    await operate(server, 'site.insertHtml', { parentId: pageId, html: '<p>New</p>' }, { documentId: pageId })
    await decide(server, id, first?.toolCallId ?? '', { decision: 'approve' })
    const second = await askedAnew(id)
    expect(second.documentRevision).not.toBe(first?.documentRevision)
    expect(await titles(server)).toContain('Shop')
    // A tab that still shows the old question decides nothing.
    const stale = await decide(server, id, second.toolCallId, {
      decision: 'approve',
      revision: first?.documentRevision,
    })
    expect(stale).toMatchObject({ status: 409, body: { error: { code: 'moved_on' } } })
    await operate(server, 'site.renamePage', { pageId, title: 'Our shop' })
    await decide(server, id, second.toolCallId, { decision: 'approve', revision: second.documentRevision })
    const third = await until(async () => {
      const [asked] = (await readSession(server, id)).approvals
      return asked?.message?.includes('“Our shop”') ? asked : undefined
    })
    await decide(server, id, third.toolCallId, { decision: 'approve', revision: third.documentRevision })
    expect((await ended(server, id)).runs).toMatchObject([{ status: 'complete' }])
    expect(await titles(server)).not.toContain('Our shop')
  })

  test('asks again when the page moved on after the approval, although the words are the same', async () => {
    const pageId = await addPage(server, 'Moved')
    const id = await newSession(server)
    model.add(del(pageId))
    await startRun(server, id, 'Delete the page')
    const [first] = await questions(server, id)
    await operate(server, 'site.renameNode', { nodeId: pageId, label: 'Renamed' }, { documentId: pageId })
    await decide(server, id, first?.toolCallId ?? '', { decision: 'approve' })
    const second = await askedAnew(id)
    expect(second.message).toBe(first?.message)
    expect(second.documentRevision).not.toBe(first?.documentRevision)
    expect(await titles(server)).toContain('Moved')
    await decide(server, id, second.toolCallId, { decision: 'approve', revision: second.documentRevision })
    await ended(server, id)
    expect(await titles(server)).not.toContain('Moved')
  })

  test('asks by another revision if only the words have changed', async () => {
    const pageId = await addPage(server, 'Prices')
    const id = await newSession(server)
    model.add(del(pageId))
    await startRun(server, id, 'Delete the prices')
    const [first] = await questions(server, id)
    await operate(server, 'site.renamePage', { pageId, title: 'Price list' })
    await decide(server, id, first?.toolCallId ?? '', { decision: 'approve', revision: first?.documentRevision })
    const second = await askedAnew(id)
    expect(second.message).toContain('“Price list”')
    const stale = await decide(server, id, second.toolCallId, {
      decision: 'approve',
      revision: first?.documentRevision,
    })
    expect(stale).toMatchObject({ status: 409, body: { error: { code: 'moved_on' } } })
    await decide(server, id, second.toolCallId, { decision: 'approve', revision: second.documentRevision })
    await ended(server, id)
    expect(await titles(server)).not.toContain('Price list')
  })

  test('takes a blind approval only for the first question, however often the new one is asked', async () => {
    const pageId = await addPage(server, 'Blind')
    const id = await newSession(server)
    model.add(del(pageId), 'I left it.')
    await startRun(server, id, 'Delete it')
    const [first] = await questions(server, id)
    const callId = first?.toolCallId ?? ''
    await operate(server, 'site.insertHtml', { parentId: pageId, html: '<p>New</p>' }, { documentId: pageId })
    await decide(server, id, callId, { decision: 'approve' })
    await askedAnew(id)
    const blind = await decide(server, id, callId, { decision: 'approve' })
    expect(blind).toMatchObject({ status: 409, body: { error: { code: 'moved_on' } } })
    for (const remember of ['operation', 'session']) {
      expect(await decide(server, id, callId, { decision: 'approve', remember })).toMatchObject({ status: 409 })
    }
    // Another server takes over the run, and asks the same question once more.
    const { kysely } = server.services
    const row = () => kysely.selectFrom('runs').selectAll().where('session_id', '=', id).executeTakeFirstOrThrow()
    const { epoch } = await row()
    await kysely.updateTable('runs').set({ status: 'queued' }).where('session_id', '=', id).execute()
    await until(async () => {
      const now = await row()
      return now.epoch > epoch && now.status === 'waiting' ? now : undefined
    })
    expect(await askedAnew(id)).toMatchObject({ status: 'requested' })
    expect(await decide(server, id, callId, { decision: 'approve' })).toMatchObject({ status: 409 })
    expect(await titles(server)).toContain('Blind')
    // A refusal is always possible.
    expect(await decide(server, id, callId, { decision: 'deny' })).toMatchObject({ status: 200 })
    await ended(server, id)
    expect(await titles(server)).toContain('Blind')
  })

  test('each of several has its own question; the run continues in their order when all are decided', async () => {
    const one = await addPage(server, 'One')
    const two = await addPage(server, 'Two')
    const three = await addPage(server, 'Three')
    const id = await newSession(server)
    model.add([
      ['deletePage', { pageId: one }],
      ['renamePage', { pageId: three, title: 'Third' }],
      ['deletePage', { pageId: two }],
    ])
    await startRun(server, id, 'Tidy up')
    const [a, b] = await questions(server, id, 2)
    expect([a?.target, b?.target]).toEqual(['One (/one)', 'Two (/two)'])
    expect(await titles(server)).toContain('Three')
    await decide(server, id, b?.toolCallId ?? '', { decision: 'deny' })
    expect((await readSession(server, id)).runs).toMatchObject([{ status: 'waiting' }])
    await decide(server, id, a?.toolCallId ?? '', { decision: 'approve' })
    const { messages } = await ended(server, id)
    const results = messages.filter(({ role }) => role === 'tool_result')
    expect(results.map(({ toolName, status }) => [toolName, status])).toEqual([
      ['deletePage', 'complete'],
      ['renamePage', 'complete'],
      ['deletePage', 'denied'],
    ])
    expect(await titles(server)).toEqual(expect.arrayContaining(['Two', 'Third']))
  })

  test('of two tabs that decide at once one wins, and every question that stands is decided once', async () => {
    const pages = [await addPage(server, 'Left'), await addPage(server, 'Right')]
    const id = await newSession(server)
    model.add(pages.map((pageId) => ['deletePage', { pageId }]))
    await startRun(server, id, 'Tidy up')
    const asked = await questions(server, id, 2)
    const votes = await Promise.all(
      asked.flatMap(({ toolCallId }) => [
        decide(server, id, toolCallId, { decision: 'approve' }),
        decide(server, id, toolCallId, { decision: 'deny' }),
      ]),
    )
    expect(votes.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    expect((await ended(server, id)).runs).toMatchObject([{ status: 'complete' }])
    const { approvals } = await readSession(server, id)
    const approved = approvals.filter(({ status }) => status === 'approved').length
    const left = (await titles(server)).filter((title) => title === 'Left' || title === 'Right')
    expect(left).toHaveLength(2 - approved)
  })

  test('the question outlives the server, and is decided on whichever is there', async () => {
    const pageId = await addPage(server, 'Later')
    const id = await newSession(server)
    model.add(del(pageId), 'It is gone.')
    const before = model.bodies.length
    await startRun(server, id, 'Delete the visit page')
    const [asked] = await questions(server, id)
    if (name === 'postgres') {
      const other = await again()
      extra.push(other)
      await decide(other, id, asked?.toolCallId ?? '', { decision: 'approve' })
      expect((await ended(other, id)).runs).toMatchObject([{ status: 'complete' }])
    } else {
      await server.close()
      server = await again()
      expect(await questions(server, id)).toMatchObject([{ toolCallId: asked?.toolCallId }])
      await decide(server, id, asked?.toolCallId ?? '', { decision: 'approve' })
    }
    const { runs } = await ended(server, id)
    expect(runs).toMatchObject([{ status: 'complete' }])
    expect(await titles(server)).not.toContain('Later')
    // The round was paid for once: one request that called, one that read the result.
    expect(model.bodies.length - before).toBe(2)
  })

  test('a question that is never decided expires, and the run continues with that', async () => {
    const pageId = await addPage(server, 'Unanswered')
    const id = await newSession(server)
    model.add(del(pageId), 'Left as it was.')
    await startRun(server, id, 'Delete the visit page')
    const [asked] = await questions(server, id)
    // An hour later.
    const { kysely } = server.services
    await kysely.updateTable('approvals').set({ expires_at: 1 }).where('session_id', '=', id).execute()
    await kysely.updateTable('runs').set({ wake_at: 1 }).where('session_id', '=', id).execute()
    const { runs, messages } = await ended(server, id)
    expect(runs).toMatchObject([{ status: 'complete' }])
    expect(messages.find(({ role }) => role === 'tool_result')).toMatchObject({
      status: 'error',
      toolResult: { ok: false, error: { code: 'approval_expired' } },
    })
    expect((await readSession(server, id)).approvals).toMatchObject([{ status: 'expired' }])
    expect(await decide(server, id, asked?.toolCallId ?? '', { decision: 'approve' })).toMatchObject({
      status: 409,
      body: { error: { code: 'expired' } },
    })
    expect(await titles(server)).toContain('Unanswered')
  })

  test('a run that is stopped while it waits asks nothing any more', async () => {
    const pageId = await addPage(server, 'Stopped')
    const id = await newSession(server)
    model.add(del(pageId))
    const runId = await startRun(server, id, 'Delete the visit page')
    const [asked] = await questions(server, id)
    expect((await server.call('POST', `/api/ai/sessions/${id}/runs/${runId}/abort`)).status).toBe(202)
    const { runs, messages } = await ended(server, id)
    expect(runs).toMatchObject([{ status: 'aborted' }])
    expect(messages.find(({ role }) => role === 'tool_result')).toMatchObject({ status: 'aborted' })
    expect((await readSession(server, id)).approvals.filter(({ status }) => status === 'requested')).toEqual([])
    expect(await decide(server, id, asked?.toolCallId ?? '', { decision: 'approve' })).toMatchObject({ status: 409 })
    model.add('Hello.')
    await startRun(server, id, 'Hello')
    expect((await ended(server, id)).runs.at(-1)).toMatchObject({ status: 'complete' })
    expect(await titles(server)).toContain('Stopped')
  })
})
