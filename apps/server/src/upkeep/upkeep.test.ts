import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { firstProject, Id, newSession, settled, startRun } from '../ai/testing.ts'
import { testDatabases } from '../database/testing.ts'
import { startTestServer, type TestServer } from '../http/testing.ts'

const minute = 60_000
const week = 7 * 86_400_000

const tables = [
  'projects',
  'documents',
  'document_updates',
  'change_sets',
  'change_patches',
  'applied_keys',
  'sessions',
  'runs',
  'releases',
  'streams',
  'stream_entries',
] as const

async function counts(server: TestServer): Promise<Record<string, number>> {
  const found: [string, number][] = []
  for (const table of tables) {
    const [row] = await server.database.transact(function* () {
      return (yield { sql: `select count(*) as count from ${table}`, parameters: [] }).rows
    })
    found.push([table, Number(Value.Parse(Type.Object({ count: Type.Unknown() }), row).count)])
  }
  return Object.fromEntries(found)
}

describe.each(testDatabases())('upkeep on $name', ({ place }) => {
  const serve = async () => {
    const { dataDir, databaseUrl, remove } = await place()
    const env = { ATELIER_DATA: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
    const server = await startTestServer(env)
    return { server, close: () => server.close().then(remove) }
  }

  test('a deleted project leaves nothing behind, and takes nothing of another with it', async () => {
    const { server, close } = await serve()
    const before = await counts(server)
    const made = await server.call('POST', '/api/projects', { name: 'Short-lived' })
    const projectId = Value.Parse(Id, made.body).id
    const session = await newSession(server, { projectId })
    await startRun(server, session, 'Add a pricing section')
    await settled(server, session)
    await server.call('POST', `/api/projects/${projectId}/publish`)

    expect((await server.call('DELETE', `/api/projects/${projectId}`)).status).toBe(204)
    expect((await server.call('GET', `/api/ai/sessions/${session}`)).status).toBe(404)
    await server.services.upkeep.pass(Date.now() + 2 * minute)
    expect({ ...(await counts(server)), applied_keys: 0 }).toEqual({ ...before, applied_keys: 0 })
    await server.services.upkeep.pass(Date.now() + week + minute)
    expect((await counts(server)).applied_keys).toBe(0)
    expect((await server.call('GET', '/api/projects')).status).toBe(200)
    await close()
  })

  test('a project that is deleted in the middle of a run stops the run', async () => {
    const { server, close } = await serve()
    const before = await counts(server)
    const projectId = Value.Parse(Id, (await server.call('POST', '/api/projects', { name: 'Busy' })).body).id
    const session = await newSession(server, { projectId })
    await startRun(server, session, 'Build a landing page for Oak & Ash')
    await server.call('DELETE', `/api/projects/${projectId}`)
    await expect.poll(() => server.services.runner.active(), { timeout: 10_000 }).toEqual([])
    await server.services.upkeep.pass(Date.now() + 2 * minute)
    expect({ ...(await counts(server)), applied_keys: 0 }).toEqual({ ...before, applied_keys: 0 })
    await close()
  })

  test('a deleted session goes with its stream, runs and change sets; what the run made stays', async () => {
    const { server, close } = await serve()
    const kept = await newSession(server)
    await startRun(server, kept, 'Add a pricing section')
    await settled(server, kept)
    const before = await counts(server)
    const session = await newSession(server)
    const runId = await startRun(server, session, 'Restyle the page')
    await settled(server, session)
    const { siteDocumentId } = await firstProject(server)
    const site = await server.services.documents.projection(siteDocumentId)

    await server.call('DELETE', `/api/ai/sessions/${session}`)
    await server.services.upkeep.pass(Date.now() + 2 * minute)
    const after = await counts(server)
    for (const table of ['sessions', 'runs', 'streams', 'stream_entries', 'change_sets', 'change_patches']) {
      expect([table, after[table]]).toEqual([table, before[table]])
    }
    expect(await server.services.documents.projection(siteDocumentId)).toEqual(site)
    expect(await server.services.documents.changes(runId)).toBeUndefined()
    expect((await server.call('GET', `/api/ai/sessions/${kept}`)).status).toBe(200)
    await close()
  })

  test('streams that have expired and keys that are a week old go; what is younger stays', async () => {
    const { server, close } = await serve()
    const session = await newSession(server)
    await startRun(server, session, 'Add a pricing section')
    await settled(server, session)
    await server.services.streams.create('open/short', { contentType: 'text/plain', expiresAt: Date.now() - 1 })
    await server.services.streams.create('open/long', { contentType: 'text/plain', ttlSeconds: 3600 })
    const { streams, keys } = await server.services.upkeep.pass()
    expect([streams, keys]).toEqual([1, 0])
    expect((await server.services.upkeep.pass(Date.now() + week + minute)).keys).toBeGreaterThan(0)
    expect(await counts(server)).toMatchObject({ sessions: 1, runs: 1, applied_keys: 0, streams: 2 })
    await close()
  })
})
