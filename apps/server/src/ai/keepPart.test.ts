import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, newSession, settled, startRun } from '../../testing/ai.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('“do not touch the header” in the chat locks it, and a person still edits it', async () => {
  const { id, siteDocumentId } = await firstProject(server)
  const session = await newSession(server)
  await startRun(server, session, 'Do not touch the header')
  const read = await settled(server, session)
  expect(JSON.stringify(read.messages)).toContain('The header is locked in')
  const fields = (await server.services.documents.projection(siteDocumentId))?.fields ?? {}
  const locks = Object.keys(fields).filter((key) => key.startsWith('lock:'))
  expect(locks.length).toBeGreaterThan(0)
  const node = locks[0]?.split('/')[1]
  const input = { nodeId: node, patch: { title: 'Mine' } }
  const { body } = await server.call('POST', `/api/projects/${id}/operations/site.updateNodeProps`, { input })
  expect(body).toMatchObject({ ok: true })
})
