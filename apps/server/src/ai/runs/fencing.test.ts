import { createRunner, type Runner } from '@atelier/agent'
import type { Commit, StreamStore } from '@atelier/streams'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newSession, readSession, settled, startRun } from '../../../testing/ai.ts'
import {
  addPage,
  decide,
  questions,
  scriptedModel,
  session as sessionOf,
  titles,
  until,
  useModel,
} from '../../../testing/approvals.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Tables } from '../../database/tables.ts'
import { createAgentScope } from '../agentScope.ts'
import { createApprovals } from '../approvals/approvals.ts'
import { runEndedRow } from '../audit/runEnded.ts'
import { createMeters } from '../usage/meters.ts'

/** Everything that a runner writes is in one of these. */
const tables = [
  'runs',
  'sessions',
  'stream_entries',
  'usage_entries',
  'approvals',
  'bridge_requests',
  'audit_events',
  'documents',
  'document_updates',
  'change_sets',
  'applied_keys',
]

/** When a run's lease is taken away: as the runner is about to make a commit that fits, or a call. */
type Moment = { commit: (text: string) => boolean } | { call: string } | undefined

describe.each(testDatabases())('a runner that has lost its lease, on $name,', ({ place }) => {
  let where: Awaited<ReturnType<typeof place>>
  let server: TestServer
  let model: Awaited<ReturnType<typeof scriptedModel>>
  let kysely: Kysely<Tables>
  let runner: Runner
  let moment: Moment
  let stolen: { runId: string; before: string } | undefined
  const bugs: unknown[] = []

  beforeAll(async () => {
    where = await place()
    model = await scriptedModel([])
    server = await startTestServer({
      ATELIER_DATA: where.dataDir,
      ATELIER_SECRET: 'a secret for the tests of fencing 0123456789',
      CHROMIUM_PATH: '/nowhere/chromium',
      ...(where.databaseUrl ? { DATABASE_URL: where.databaseUrl } : {}),
    })
    await useModel(server, model.url)
    kysely = server.services.kysely
    // Another runner takes its place, whose lease can be taken at any moment of its work.
    await server.services.runner.stop()
    runner = ownRunner()
    runner.start()
  })
  afterEach(() => {
    moment = undefined
    stolen = undefined
    expect(bugs).toEqual([])
  })
  afterAll(async () => {
    await runner.stop()
    await server.close()
    await model.close()
    where.remove()
  })

  function ownRunner(): Runner {
    const { services, database } = server
    const { now, newId, log } = services
    const meters = createMeters({ database, now, newId })
    const approvals = createApprovals({ database, policies: services.policies, now })
    const registered = services.scopes.get('site')
    if (!registered) throw new Error('The scope site is not registered')
    const scope = createAgentScope(
      {
        ...services,
        approvals,
        meters,
        fetch: services.providerFetch,
        fitPicture: async () => undefined,
        rehearsalPaceMs: 0,
        providerIdleMs: 60_000,
      },
      registered,
    )
    const streams: StreamStore = {
      ...services.streams,
      async commit(commit) {
        const { fence } = commit
        if (fence && moment && 'commit' in moment && moment.commit(textOf(commit))) await steal(fence.runId)
        return await services.streams.commit(commit)
      },
    }
    return createRunner({
      database,
      streams,
      now,
      newId,
      instanceId: 'the one who loses',
      pollMs: 50,
      onBug: (error) => {
        log.error({ err: error }, 'a bug')
        bugs.push(error)
      },
      ended: (row, run) => [...meters.ended(run.id), runEndedRow(database, run, row.session_id, newId(), now())],
      scopes: {
        site: {
          async prepare(request) {
            const prepared = await scope.prepare(request)
            if ('error' in prepared) return prepared
            const { executor } = prepared
            return {
              ...prepared,
              executor: {
                ...executor,
                async execute(call, commit, signal) {
                  if (moment && 'call' in moment && moment.call === call.name) await steal(call.runId)
                  return await executor.execute(call, commit, signal)
                },
              },
            }
          },
        },
      },
    })
  }

  function textOf({ appends = [], rows = [], expect: expected = [] }: Commit): string {
    const entries = appends.flatMap((each) => each.entries.map((entry) => Buffer.from(entry).toString()))
    return [...entries, ...[...rows, ...expected.map(({ query }) => query)].map((query) => query.sql)].join('\n')
  }

  /** Another server takes the run, once, and does nothing with it. */
  async function steal(runId: string): Promise<void> {
    moment = undefined
    await kysely
      .updateTable('runs')
      .set((set) => ({ epoch: set('epoch', '+', 1), lease_owner: 'another', lease_until: Date.now() + 100_000 }))
      .where('id', '=', runId)
      .execute()
    stolen = { runId, before: await everything() }
  }

  async function everything(): Promise<string> {
    const rows = await Promise.all(
      tables.map(async (table) => (await sql`select * from ${sql.table(table)}`.execute(kysely)).rows),
    )
    return JSON.stringify(rows.map((each) => each.map((row) => JSON.stringify(row)).sort()))
  }

  /** Waits until the runner has released the run, and checks that it wrote nothing since the lease was taken. */
  async function wroteNothing(): Promise<void> {
    const { runId, before } = await until(async () => stolen)
    await until(async () => !runner.active().includes(runId) || undefined)
    expect(await everything()).toBe(before)
  }

  /** The other server dies, so that the run is resumed. */
  async function giveBack(): Promise<void> {
    await kysely
      .updateTable('runs')
      .set({ lease_owner: null, lease_until: null })
      .where('lease_owner', '=', 'another')
      .execute()
  }

  const usage = (runId: string) =>
    kysely.selectFrom('usage_entries').selectAll().where('run_id', '=', runId).orderBy('id').execute()

  test('settles no usage', async () => {
    model.add('Hello.', 'Hello again.')
    moment = { commit: (text) => text.includes('update "usage_entries"') }
    const session = await newSession(server)
    const runId = await startRun(server, session, 'Say hello')
    await wroteNothing()
    expect(await usage(runId)).toMatchObject([{ status: 'reserved' }])
    await giveBack()
    await settled(server, session)
    // The request whose answer was lost counts at its worst.
    expect(await usage(runId)).toMatchObject([{ status: 'estimated' }, { status: 'settled', input: 10, output: 5 }])
  })

  test('ends no run and gives no conversation its title', async () => {
    model.add('A page about mills.', 'A page about mills.')
    moment = { commit: (text) => text.includes('update "sessions" set "title"') }
    const session = await newSession(server)
    const runId = await startRun(server, session, 'Go on')
    await wroteNothing()
    const title = async () =>
      (await kysely.selectFrom('sessions').select('title').where('id', '=', session).executeTakeFirst())?.title
    expect(await title()).toBe('Go on')
    expect((await readSession(server, session)).activeRunId).toBe(runId)
    await giveBack()
    await settled(server, session)
    expect(await title()).toBe('A page about mills')
  })

  test('asks for no approval', async () => {
    const pageId = await addPage(server, 'Asked')
    model.add([['deletePage', { pageId }]])
    moment = { commit: (text) => text.includes('"type":"approval"') && text.includes('"requested"') }
    const session = await newSession(server)
    await startRun(server, session, 'Delete it')
    await wroteNothing()
    expect((await sessionOf(server, session)).approvals).toEqual([])
    await giveBack()
    const [asked] = await questions(server, session)
    await decide(server, session, asked?.toolCallId ?? '', { decision: 'deny' })
    await settled(server, session)
  })

  test('does nothing that a person or a policy has approved, and records no decision', async () => {
    const pages = [await addPage(server, 'First'), await addPage(server, 'Second')]
    const session = await newSession(server)
    const approvals = async () => (await sessionOf(server, session)).approvals
    model.add([['deletePage', { pageId: pages[0] }]])
    await startRun(server, session, 'Delete the first')
    const [asked] = await questions(server, session)
    moment = { call: 'deletePage' }
    await decide(server, session, asked?.toolCallId ?? '', { decision: 'approve', remember: 'session' })
    await wroteNothing()
    expect(await titles(server)).toEqual(expect.arrayContaining(['First', 'Second']))
    await giveBack()
    await settled(server, session)
    expect(await titles(server)).not.toContain('First')

    stolen = undefined
    moment = { call: 'deletePage' }
    model.add([['deletePage', { pageId: pages[1] }]])
    await startRun(server, session, 'Delete the second')
    await wroteNothing()
    expect(await titles(server)).toContain('Second')
    expect(await approvals()).toHaveLength(1)
    await giveBack()
    await settled(server, session)
    expect(await titles(server)).not.toContain('Second')
    expect(await approvals()).toMatchObject([{ status: 'approved' }, { status: 'approved', policy: 'session' }])
  })

  describe('over the bridge', () => {
    const tab = async (session: string) => {
      const body = { executorId: `tab-of-${session}`, kind: 'view' }
      await server.call('POST', `/api/ai/sessions/${session}/executors`, body)
    }
    const requests = (session: string) =>
      kysely.selectFrom('bridge_requests').selectAll().where('session_id', '=', session).execute()
    const answer = ({ id, bridge_id }: Tables['bridge_requests']) =>
      server.call('POST', '/api/ai/tool-result', {
        bridgeId: bridge_id,
        requestId: id,
        result: { ok: true, data: { seen: 'by the tab' } },
      })
    const open = (session: string) =>
      until(async () => (await requests(session)).find(({ status }) => status === 'open'))

    test('asks no tab', async () => {
      model.add([['render_snapshot', {}]])
      moment = { call: 'render_snapshot' }
      const session = await newSession(server)
      await tab(session)
      await startRun(server, session, 'Look')
      await wroteNothing()
      expect(await requests(session)).toEqual([])
      await giveBack()
      expect(await answer(await open(session))).toMatchObject({ status: 200, body: { accepted: true } })
      await settled(server, session)
    })

    test('takes no result of a tab; the process that continues does', async () => {
      model.add([['render_snapshot', {}]])
      const session = await newSession(server)
      await tab(session)
      const runId = await startRun(server, session, 'Look')
      const request = await open(session)
      await steal(runId)
      expect(await answer(request)).toMatchObject({ status: 200, body: { accepted: true } })
      stolen = { runId, before: await everything() }
      await wroteNothing()
      expect(await requests(session)).toMatchObject([{ status: 'answered' }])
      await giveBack()
      const { messages } = await settled(server, session)
      expect(await requests(session)).toMatchObject([{ id: request.id, status: 'taken' }])
      expect(messages.filter(({ role }) => role === 'tool_result')).toMatchObject([
        { toolResult: { ok: true, data: { seen: 'by the tab' } } },
      ])
    })
  })

  /** A run that is stopped short in its first call, so that messages can be queued behind it. */
  async function atWork(session: string): Promise<string> {
    moment = { call: 'read_document' }
    const runId = await startRun(server, session, 'Build it')
    await wroteNothing()
    stolen = undefined
    return runId
  }
  const queue = (session: string, prompt: string, whenBusy: string) =>
    server.call('POST', `/api/ai/sessions/${session}/runs`, { prompt, whenBusy })

  test('takes no message that steers from the queue, and delivers none', async () => {
    model.add([['read_document', {}]], 'With that in mind.')
    const session = await newSession(server)
    const runId = await atWork(session)
    await queue(session, 'In blue', 'steer')
    moment = { commit: (text) => text.includes('"joined"') }
    await giveBack()
    await wroteNothing()
    const said = async () =>
      (await readSession(server, session)).messages
        .filter(({ role }) => role === 'user')
        .map(({ content, status, runId: of }) => [content, status, of === runId])
    expect(await said()).toEqual([
      ['Build it', 'complete', true],
      ['In blue', 'pending', false],
    ])
    await giveBack()
    await settled(server, session)
    expect(await said()).toEqual([
      ['Build it', 'complete', true],
      ['In blue', 'complete', true],
    ])
  })

  test('begins nothing that waits for the end of its run', async () => {
    model.add([['read_document', {}]], 'One.', 'One.', 'Two.')
    const session = await newSession(server)
    const runId = await atWork(session)
    await queue(session, 'Then this', 'followUp')
    moment = { commit: (text) => text.includes('"endedAt"') }
    await giveBack()
    await wroteNothing()
    const stand = async () => (await readSession(server, session)).runs.map(({ id, status }) => [id === runId, status])
    expect(await stand()).toEqual([
      [true, 'running'],
      [false, 'scheduled'],
    ])
    await giveBack()
    await until(async () => (await stand()).every(([, status]) => status === 'complete') || undefined)
  })
})
