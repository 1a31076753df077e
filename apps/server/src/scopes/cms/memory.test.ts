import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSession, startRun } from '../../../testing/ai.ts'
import { addPage, ended, operate, scriptedModel, useModel } from '../../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'atelier-memory-'))
let model: Awaited<ReturnType<typeof scriptedModel>>
let server: TestServer
beforeAll(async () => {
  model = await scriptedModel([])
  server = await startTestServer({ ATELIER_DATA: dataDir })
  await useModel(server, model.url)
})
afterAll(async () => {
  await server.close()
  await model.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The newest line of the state that begins with these words, as the model was sent it. */
const stateLine = (start: string) =>
  (model.bodies.at(-1) ?? '').split('\\n').findLast((line) => line.startsWith(start)) ?? ''
const meant = () => stateLine('References in the last message').replaceAll('\\\\\\"', "'").replaceAll('\\"', '"')
const about = () => stateLine('Talked about').replaceAll('\\\\\\"', "'").replaceAll('\\"', '"')

/** Says something in a session, and waits until the model has answered. */
async function say(session: string, text: string, ...moves: Parameters<typeof model.add>): Promise<string> {
  model.add(...moves, 'Done.')
  const run = await startRun(server, session, text)
  await ended(server, session)
  return run
}

test('a model is told what “that page” and “undo that” mean, also after a restart, and forgets what is gone', async () => {
  const pageId = await addPage(server, 'Summer menu')
  const session = await newSession(server, { scope: 'cms' })
  await say(session, 'Hide the summer menu', [['updatePage', { id: 'summer-menu', indexing: false }]])
  expect(about()).toContain(`page ${pageId}="Summer menu" changed`)

  await say(session, 'Show me that page', [['getPage', { id: pageId }]])
  expect(meant()).toContain(`"that page" is page ${pageId}="Summer menu" (changed last)`)

  const { cookie } = server
  await server.close()
  const again = await startTestServer({ ATELIER_DATA: dataDir })
  server = { ...again, call: (method, path, body, headers) => again.call(method, path, body, { cookie, ...headers }) }

  const run = await say(session, 'Rename it to Autumn menu', [['updatePage', { id: pageId, name: 'Autumn menu' }]])
  expect(meant()).toContain(`"it" is page ${pageId}="Autumn menu"`)
  await say(session, 'Undo that')
  expect(meant()).toContain(`"Undo that" is run ${run} (the last run that changed something`)

  await operate(server, 'cms.deletePage', { id: pageId })
  await say(session, 'Open that page')
  expect(meant()).toBe('References in the last message: []')
  expect(about()).not.toContain(pageId)
})

test('a page that an undone run made is not meant any more', async () => {
  const session = await newSession(server, { scope: 'cms' })
  const run = await say(session, 'Make a page about cakes', [['createPage', { name: 'Cakes' }]])
  await say(session, 'Open that page')
  expect(meant()).toContain('="Cakes" (made last)')
  expect((await server.call('POST', `/api/ai/sessions/${session}/runs/${run}/undo`)).status).toBe(200)
  await say(session, 'Rename that page to Tarts')
  expect(meant()).toBe('References in the last message: []')
})
