import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { firstProject, Id, newSession, settled, startRun } from '../../testing/ai.ts'
import { databasesBySuite } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const minute = 60_000
const day = 86_400_000
const week = 7 * day

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

describe.each(databasesBySuite())('maintenance on $name', ({ place }) => {
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
    await server.services.maintenance.pass(Date.now() + 2 * minute)
    expect({ ...(await counts(server)), applied_keys: 0 }).toEqual({ ...before, applied_keys: 0 })
    await server.services.maintenance.pass(Date.now() + week + minute)
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
    await server.services.maintenance.pass(Date.now() + 2 * minute)
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
    await server.services.maintenance.pass(Date.now() + 2 * minute)
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
    const { streams, keys } = await server.services.maintenance.pass()
    expect([streams, keys]).toEqual([1, 0])
    expect((await server.services.maintenance.pass(Date.now() + week + minute)).keys).toBeGreaterThan(0)
    expect(await counts(server)).toMatchObject({ sessions: 1, runs: 1, applied_keys: 0, streams: 2 })
    await close()
  })

  test('what a run asked of people and tabs goes a day after; what still counts stays', async () => {
    const { server, close } = await serve()
    const { id: projectId } = await firstProject(server)
    const session = await newSession(server)
    const deleted = await newSession(server)
    const runId = await startRun(server, session, 'Add a pricing section')
    await settled(server, session)
    const now = Date.now()
    const { kysely } = server.services
    for (const [id, at] of [
      ['old', now - 2 * day],
      ['new', now],
    ] as const) {
      await kysely
        .insertInto('approvals')
        .values({
          tool_call_id: id,
          run_id: runId,
          session_id: session,
          operation: 'site.deletePage',
          input_hash: 'h',
          revision: 'r',
          status: 'requested',
          expires_at: at,
          asked: 1,
          created_at: at,
        })
        .execute()
      await kysely
        .insertInto('bridge_requests')
        .values({
          id,
          bridge_id: runId,
          session_id: session,
          tool_call_id: id,
          executor_id: 'tab',
          status: 'open',
          created_at: at,
          deadline: at,
        })
        .execute()
      await kysely
        .insertInto('executors')
        .values({
          id,
          session_id: session,
          user_id: 'u',
          kind: 'view',
          created_at: at,
          lease_until: at,
        })
        .execute()
      await kysely
        .insertInto('confirmations')
        .values({
          token_hash: id,
          user_id: 'u',
          project_id: projectId,
          operation: 'site.deletePage',
          input_hash: 'h',
          target: 't',
          revision: 'r',
          created_at: at,
          expires_at: at,
        })
        .execute()
    }
    const policies = kysely.insertInto('approval_policies')
    const policy = { workspace_id: 'w', user_id: 'u', created_at: now }
    await policies.values({ ...policy, id: 'kept', project_id: projectId, operation: 'site.deletePage' }).execute()
    await policies.values({ ...policy, id: 'lost', project_id: 'gone', operation: 'site.deletePage' }).execute()
    await policies.values({ ...policy, id: 'open', session_id: session }).execute()
    await policies.values({ ...policy, id: 'shut', session_id: deleted }).execute()
    await server.call('DELETE', `/api/ai/sessions/${deleted}`)

    const cleared = await server.services.maintenance.pass(now)
    expect(cleared).toMatchObject({ approvals: 1, requests: 1, tabs: 1, confirmations: 1, policies: 2 })
    const left = await Promise.all([
      kysely.selectFrom('approvals').select('tool_call_id as id').execute(),
      kysely.selectFrom('bridge_requests').select('id').execute(),
      kysely.selectFrom('executors').select('id').execute(),
      kysely.selectFrom('confirmations').select('token_hash as id').execute(),
      kysely.selectFrom('approval_policies').select('id').orderBy('id').execute(),
    ])
    expect(left.map((rows) => rows.map(({ id }) => id))).toEqual([['new'], ['new'], ['new'], ['new'], ['kept', 'open']])
    await close()
  })
})
