import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSession, settled, startRun } from '../../../testing/ai.ts'
import { addPage, type Call, serverWithModel } from '../../../testing/approvals.ts'
import { createChangesOf } from './changesOf.ts'

let opened: Awaited<ReturnType<typeof serverWithModel>>
let server: typeof opened.server
let model: typeof opened.model
let changesOf: ReturnType<typeof createChangesOf>
let session = ''
beforeAll(async () => {
  opened = await serverWithModel()
  ;({ server, model } = opened)
  changesOf = createChangesOf(server.services.documents)
  session = await newSession(server)
})
afterAll(() => opened.close())

/** A run that makes these calls, all in one round. */
async function ran(...calls: Call[]): Promise<string> {
  model.add(...(calls.length > 0 ? [calls] : []))
  const runId = await startRun(server, session, 'Change it')
  await settled(server, session)
  return runId
}

test('reports what runs changed, by page and element, one paragraph for each that changed anything', async () => {
  const pageId = await addPage(server, 'Mills')
  const first = await ran(['insertHtml', { parentId: pageId, html: '<h1>Water and stone</h1>' }])
  const idle = await ran()
  const second = await ran(['addPage', { title: 'Farms' }])
  const told = await changesOf([first, idle, second])
  const [one, two, ...more] = told.split('\n\n')
  expect(more).toEqual([])
  expect(one).toMatch(/^Changed:\n/)
  expect(one).toContain(`(${pageId}): added`)
  expect(one).toContain('Water and stone')
  expect(two).toMatch(/^Changed:\n/)
  expect(two).toContain('Farms')
  expect(await changesOf([idle, 'no such run'])).toBe('')
})

test('marks what was undone as undone', async () => {
  const runId = await ran(['addPage', { title: 'Undone' }])
  expect(await changesOf([runId])).toMatch(/^Changed:\n/)
  await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/undo`)
  expect(await changesOf([runId])).toMatch(/^Changed, and undone since:\n/)
})

test('counts what is beyond forty lines', async () => {
  const pageId = await addPage(server, 'Long')
  const items = Array.from(
    { length: 60 },
    (_, at): Call => ['insertHtml', { parentId: pageId, html: `<p>Item ${at}</p>` }],
  )
  const runId = await ran(...items)
  const lines = (await changesOf([runId])).split('\n')
  expect(lines).toHaveLength(42)
  expect(lines.at(-1)).toMatch(/^and \d+ further changes$/)
})
