import { afterEach, beforeEach, expect, test } from 'vitest'
import { newSession, startRun } from '../../testing/ai.ts'
import {
  addPage,
  decide,
  ended,
  questions,
  type scriptedModel,
  serverWithModel,
  titles,
} from '../../testing/approvals.ts'
import type { TestServer } from '../../testing/server.ts'

let server: TestServer
let model: Awaited<ReturnType<typeof scriptedModel>>
beforeEach(async () => {
  ;({ server, model } = await serverWithModel())
})
afterEach(async () => {
  await server.close()
  await model.close()
})

const results = (messages: Awaited<ReturnType<typeof ended>>['messages']) =>
  messages.flatMap(({ role, toolResult }) => (role === 'tool_result' ? [toolResult] : []))

test('a run stays in the document that it wrote to last, whatever was open', async () => {
  const pageId = await addPage(server, 'Second')
  model.add(
    [['insertHtml', { parentId: pageId, html: '<p>Written there</p>' }]],
    [['read_document', {}]],
    [['applyCss', { css: 'p { margin: 0 }' }]],
    [['addPage', { title: 'Third' }]],
    [['read_document', { document: `page:${pageId}` }]],
    [['read_document', {}]],
    [['open_document', { document: pageId }]],
    [['read_document', {}]],
  )
  const session = await newSession(server)
  await startRun(server, session, 'Write')
  const { messages } = await ended(server, session)
  const second = { document: { type: 'page', id: pageId, title: 'Second' } }
  const third = { document: { type: 'page', title: 'Third' } }
  expect(results(messages)).toMatchObject([
    { ok: true, data: { ...second, note: expect.stringContaining('current document now') } },
    { data: { ...second, html: expect.stringContaining('Written there') } },
    { data: second },
    { data: { ...third, note: expect.any(String) } },
    { data: second },
    { data: third },
    { data: second },
    { data: second },
  ])
})

test('a run that waited for a person continues in the document where it stood', async () => {
  const [pageId, other] = [await addPage(server, 'Second'), await addPage(server, 'Third')]
  model.add(
    [['insertHtml', { parentId: pageId, html: '<p>Written there</p>' }]],
    [['deletePage', { pageId: other }]],
    [['read_document', {}]],
  )
  const session = await newSession(server)
  await startRun(server, session, 'Write')
  const [question] = await questions(server, session)
  await decide(server, session, question?.toolCallId ?? '', { decision: 'approve' })
  const { messages } = await ended(server, session)
  expect(results(messages)).toMatchObject([
    { data: { document: { id: pageId } } },
    { data: { pageId: other, document: { id: pageId, title: 'Second' } } },
    { data: { document: { id: pageId }, html: expect.stringContaining('Written there') } },
  ])
})

test('a person approves the call as it was meant, and so it is carried out', async () => {
  const pageId = await addPage(server, 'Second')
  model.add([['Delete_Page', { arguments: JSON.stringify({ PageId: pageId }) }]])
  const session = await newSession(server)
  await startRun(server, session, 'Delete the second page')
  const [question] = await questions(server, session)
  expect(question).toMatchObject({ message: expect.stringContaining('Second') })
  await decide(server, session, question?.toolCallId ?? '', { decision: 'approve' })
  const { messages } = await ended(server, session)
  expect(messages.find(({ role }) => role === 'tool_call')).toMatchObject({
    toolName: 'deletePage',
    toolArgs: { pageId },
  })
  expect(results(messages)).toMatchObject([{ ok: true, data: { pageId } }])
  expect(await titles(server)).not.toContain('Second')
})
