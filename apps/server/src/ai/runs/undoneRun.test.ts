import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSession, startRun } from '../../../testing/ai.ts'
import { addPage, decide, ended, questions, serverWithModel, titles } from '../../../testing/approvals.ts'

let opened: Awaited<ReturnType<typeof serverWithModel>>
beforeAll(async () => {
  opened = await serverWithModel()
})
afterAll(() => opened.close())

test('a run whose changes are undone while it is at work ends with its next write, and writes nothing', async () => {
  const { server, model } = opened
  const pageId = await addPage(server, 'Old')
  model.add([
    ['addPage', { title: 'First' }],
    ['deletePage', { pageId }],
    ['addPage', { title: 'Second' }],
  ])
  const session = await newSession(server)
  const runId = await startRun(server, session, 'Replace it')
  const [asked] = await questions(server, session)
  const undone = await server.services.documents.undo(runId, { kind: 'hand', userId: 'somebody' })
  expect(undone).toMatchObject({ ok: true, kept: [] })
  const requests = model.bodies.length
  await decide(server, session, asked?.toolCallId ?? '', { decision: 'approve' })
  const { runs, messages } = await ended(server, session)
  expect(runs.at(-1)).toMatchObject({ id: runId, status: 'aborted', stopReason: 'aborted' })
  expect(messages.filter(({ role }) => role === 'error').map(({ content }) => content)).toEqual([
    'The changes of this run were undone while it was at work, so it ended.',
  ])
  expect(messages.filter(({ role }) => role === 'tool_result').map(({ status }) => status)).toEqual([
    'complete',
    'aborted',
    'aborted',
  ])
  expect(model.bodies).toHaveLength(requests)
  expect(await titles(server)).toContain('Old')
  expect(await titles(server)).not.toContain('First')
  expect(await titles(server)).not.toContain('Second')
})
