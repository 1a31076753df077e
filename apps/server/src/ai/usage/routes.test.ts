import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anthropicText, fakeProvider, Id, newSession, readSession, settled, startRun } from '../../../testing/ai.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Tables } from '../../database/tables.ts'
import { daysBetween, localDayKeyFactory } from './localDay.ts'

const apiKey = 'sk-ant-very-secret-key-0123456789'
let server: TestServer
let provider: Awaited<ReturnType<typeof fakeProvider>>

beforeAll(async () => {
  provider = await fakeProvider((response, body) => {
    // A stalled one sends nothing more until the client gives up.
    if (body.includes('Please stall')) response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    else anthropicText(response, 'Good morning.')
  })
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const get = (path: string) => server.call('GET', `/api/ai${path}`)
const put = (body: object) => server.call('PUT', '/api/ai/budgets', body)

async function keyOf(role: string): Promise<Record<string, string>> {
  const made = await server.call('POST', '/api/keys', { name: role, role })
  return { cookie: '', authorization: `Bearer ${Value.Parse(Type.Object({ key: Type.String() }), made.body).key}` }
}

describe('limits', () => {
  afterEach(() => put({ run: { usd: 5, rounds: 50 }, session: { tokens: null }, month: { usd: null } }))

  test('are the usual ones until a user sets others, level by level and kind by kind', async () => {
    const usual = { rounds: 50, toolCalls: 200, tokens: 5_000_000, wallMs: 3_600_000, usd: 5 }
    expect(await get('/budgets')).toMatchObject({
      status: 200,
      body: { budgets: { run: usual, month: { usd: null } } },
    })
    const changed = await put({ run: { usd: 0.1, rounds: null }, month: { usd: 20 } })
    expect(changed.body).toMatchObject({
      budgets: { run: { ...usual, usd: 0.1, rounds: null }, month: { usd: 20 } },
      defaults: { run: usual },
    })
    const events = await get('/audit/events')
    expect(events.body).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({
          kind: 'budget.changed',
          subject: 'month',
          userName: 'Ada',
          detail: expect.objectContaining({ microUsd: 20_000_000 }),
        }),
      ]),
    })
  })

  test.each([
    { run: { rounds: 0 } },
    { run: { usd: -1 } },
    { run: { tokens: 1.5 } },
    { month: { money: 1 } },
    { week: { usd: 1 } },
    { run: { usd: '5' } },
  ])('of %j are refused', async (body) => {
    expect(await put(body)).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } })
  })
})

test('only who may manage or read the audit does; everyone who chats sees the limits', async () => {
  const editor = await keyOf('editor')
  const call = (method: string, path: string, body?: object) => server.call(method, `/api/ai${path}`, body, editor)
  expect((await call('GET', '/budgets')).status).toBe(200)
  expect((await call('GET', '/usage')).status).toBe(200)
  expect((await call('GET', '/defaults')).status).toBe(200)
  for (const [method, path] of [
    ['PUT', '/budgets'],
    ['GET', '/audit'],
    ['GET', '/audit/events'],
    ['POST', '/credentials'],
    ['DELETE', '/defaults/site'],
    ['GET', '/suggestions'],
  ] as const) {
    expect(await call(method, path, method === 'GET' ? undefined : {}), path).toMatchObject({ status: 403 })
  }
  expect(await server.call('GET', '/api/ai/audit', undefined, { cookie: '' })).toMatchObject({ status: 401 })
})

test.each([
  '?tz=Mars/Olympus',
  '?tz=',
  '?since=yesterday',
  '?since=12',
  '?since=2026-13-01',
  '?tz=Europe%2FBratislava&since=',
])('the audit of %s is refused with the field', async (query) => {
  expect(await get(`/audit${query}`)).toMatchObject({
    status: 400,
    body: { error: { path: expect.stringMatching(/^\/(tz|since)$/) } },
  })
})

describe('with a provider', () => {
  let session: string
  beforeAll(async () => {
    const made = await server.call('POST', '/api/ai/credentials', {
      provider: 'anthropic',
      label: 'Ours',
      apiKey,
      baseUrl: provider.url,
    })
    expect(made.status).toBe(201)
    Value.Parse(Id, made.body)
  })
  beforeEach(async () => {
    session = await newSession(server)
  })

  test('its models have the catalogue’s prices and windows', async () => {
    expect((await get('/providers/anthropic/models')).body).toMatchObject({
      models: [{ id: 'small' }, { id: 'claude-opus-4-8', contextWindow: 1_000_000, price: { input: 5, output: 25 } }],
    })
  })

  test('a run is priced, counted for its session, its month and its day, and noted', async () => {
    await startRun(server, session, 'Hello')
    const read = await settled(server, session)
    // 10 tokens in at $5, 5 out at $25 a million.
    expect(read.runs).toMatchObject([
      { status: 'complete', costUsd: 0.000175, usage: { input: 10, output: 5 }, contextTokens: 10 },
    ])
    expect((await get(`/usage?sessionId=${session}`)).body).toMatchObject({
      session: { requests: 1, tokens: 15, costUsd: 0.000175 },
      month: { requests: 1 },
      limits: { run: { rounds: 50 } },
    })
    const row = { requests: 1, promptTokens: 10, completionTokens: 5, costUsd: 0.000175, unpricedRequests: 0 }
    const { body } = await get('/audit?tz=Europe/Bratislava')
    expect(body).toMatchObject({
      totals: row,
      byUser: [{ name: 'Ada', ...row }],
      byScope: [{ scope: 'site', ...row }],
      byModel: [{ provider: 'anthropic', model: 'claude-opus-4-8', ...row }],
    })
    const days = Value.Parse(
      Type.Object({ byDay: Type.Array(Type.Object({ day: Type.String(), requests: Type.Number() })) }),
      body,
    ).byDay
    // Thirty times 24 hours, in which a day of the calendar may have had 23 or 25.
    const dayOf = localDayKeyFactory('Europe/Bratislava')
    expect(days.map(({ day }) => day)).toEqual(daysBetween(dayOf(Date.now() - 30 * 86_400_000), dayOf(Date.now())))
    expect(days.at(-1)).toMatchObject({ day: dayOf(Date.now()), requests: 1 })
    expect((await get('/audit/events')).body).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({
          kind: 'run.completed',
          detail: expect.objectContaining({ sessionId: session, costUsd: 0.000175 }),
        }),
        expect.objectContaining({ kind: 'credential.created' }),
        expect.objectContaining({ kind: 'default.set', subject: 'site' }),
      ]),
    })
  })

  test('a run that a limit could not pay for ends cleanly, saying which, and asks nothing of the provider', async () => {
    await put({ month: { usd: 0.001 } })
    const before = provider.bodies.length
    await startRun(server, session, 'Hello')
    const read = await settled(server, session)
    await put({ month: { usd: null } })
    expect(read.runs).toMatchObject([{ status: 'complete', stopReason: 'budget', limit: 'money' }])
    expect(read.messages.at(-1)).toMatchObject({
      role: 'error',
      content: expect.stringMatching(
        /\$0\.0010 for this workspace and calendar month.*next request could take up to \$/,
      ),
    })
    expect(provider.bodies.length).toBe(before)
    await startRun(server, session, 'And now?')
    expect((await settled(server, session)).runs.at(-1)).toMatchObject({ status: 'complete', stopReason: 'end' })
  })

  test('a run whose time is over ends in the middle of an answer, and what it used is an estimate', async () => {
    await put({ run: { wallMs: 400 } })
    await startRun(server, session, 'Please stall')
    const read = await settled(server, session)
    await put({ run: { wallMs: 3_600_000 } })
    expect(read.runs).toMatchObject([{ status: 'complete', stopReason: 'budget', limit: 'wallTime' }])
    expect(read.messages.at(-1)).toMatchObject({
      role: 'error',
      content: expect.stringContaining('0 seconds for one message'),
    })
    const entry = server.services.kysely.selectFrom('usage_entries').selectAll().where('session_id', '=', session)
    expect(await entry.execute()).toMatchObject([{ status: 'estimated', output: 0 }])
  })

  test('how much a chat thinks is kept with it, and nonsense is refused', async () => {
    const change = (thinking: unknown) => server.call('PATCH', `/api/ai/sessions/${session}`, { thinking })
    expect(await change('high')).toMatchObject({ status: 200, body: { thinking: 'high' } })
    expect(await change('very')).toMatchObject({ status: 400 })
    expect((await readSession(server, session)).messages).toEqual([])
    expect((await change(null)).body).not.toHaveProperty('thinking')
    const made = await newSession(server, { thinking: 'low' })
    expect((await get(`/sessions/${made}`)).body).toMatchObject({ thinking: 'low' })
  })

  test('a session of another user has no figures', async () => {
    expect((await get('/usage?sessionId=unheard-of')).status).toBe(404)
  })

  test('no key is in the audit, the events, the figures or the log', async () => {
    const answers = await Promise.all(['/audit', '/audit/events', '/usage', '/budgets'].map(get))
    expect(JSON.stringify(answers)).not.toContain(apiKey)
    expect(server.logged.join('')).not.toContain(apiKey)
    expect(readFileSync(`${server.config.dataDir}/atelier.db`).includes(apiKey)).toBe(false)
  })
})

describe('the days of a window', () => {
  async function usedAt(workspaceId: string, times: string[], provider = 'openai') {
    const entries = times.map((time): Tables['usage_entries'] => ({
      id: uuidv7(),
      workspace_id: workspaceId,
      user_id: 'gone',
      project_id: null,
      session_id: 's',
      run_id: 'r',
      scope: 'site',
      provider,
      model: 'gpt-5.2',
      status: 'settled',
      input: 1,
      cache_read: 2,
      cache_write_5m: 3,
      cache_write_1h: 4,
      output: 5,
      reasoning: 1,
      tokens: 15,
      tool_calls: 0,
      cost_micro_usd: null,
      created_at: Date.parse(time),
    }))
    await server.services.kysely.insertInto('usage_entries').values(entries).execute()
  }

  test.each([
    // Midnight in Bratislava is 22:00 UTC in summer and 23:00 in winter; on 25 October the clocks went back.
    [
      'Europe/Bratislava',
      ['2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00Z'],
      { '2026-10-24': 1, '2026-10-25': 2, '2026-10-26': 1 },
    ],
    // 8 March had no hour between two and three in New York.
    [
      'America/New_York',
      ['2026-03-08T04:59:59Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z', '2026-03-09T04:00:00Z'],
      { '2026-03-07': 1, '2026-03-08': 2, '2026-03-09': 1 },
    ],
    ['Asia/Kathmandu', ['2026-05-01T18:14:59Z', '2026-05-01T18:15:00Z'], { '2026-05-01': 1, '2026-05-02': 1 }],
    ['UTC', ['2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00Z'], { '2026-02-28': 1, '2026-03-01': 1 }],
  ])('are those of the calendar in %s', async (zone, times, expected) => {
    const workspaceId = uuidv7()
    await usedAt(workspaceId, times)
    const { byDay, byUser, totals } = await server.services.usage.rollups(workspaceId, Date.parse(times[0] ?? ''), zone)
    const used = Object.fromEntries(
      byDay.filter(({ requests }) => requests > 0).map(({ day, requests }) => [day, requests]),
    )
    expect(used).toEqual(expected)
    expect(byUser).toMatchObject([{ userId: 'gone', name: 'Former member' }])
    expect(totals).toMatchObject({
      cacheReadTokens: 2 * times.length,
      cacheCreationTokens: 7 * times.length,
      unpricedRequests: times.length,
    })
    expect(new Set(byDay.map(({ day }) => day)).size).toBe(byDay.length)
  })

  test('give the prompt tokens of the usage events: Anthropic’s without the cache, elsewhere all input', async () => {
    const workspaceId = uuidv7()
    const providers = ['anthropic', 'openai', 'openrouter', 'ollama', 'compatible']
    for (const provider of providers) await usedAt(workspaceId, ['2026-05-01T12:00:00Z'], provider)
    const { byModel, totals } = await server.services.usage.rollups(workspaceId, 0, 'UTC')
    const prompts = Object.fromEntries(byModel.map(({ provider, promptTokens }) => [provider, promptTokens]))
    expect(prompts).toEqual({ anthropic: 1, openai: 10, openrouter: 10, ollama: 10, compatible: 10 })
    expect(byModel.map(({ inputTokens }) => inputTokens)).toEqual([10, 10, 10, 10, 10])
    expect(totals).toMatchObject({ promptTokens: 41, inputTokens: 50, cacheReadTokens: 10, cacheCreationTokens: 35 })
  })

  test('hold nothing of another workspace', async () => {
    await usedAt(uuidv7(), ['2026-05-01T12:00:00Z'])
    const { totals, byModel } = await server.services.usage.rollups(uuidv7(), 0, 'UTC')
    expect([totals.requests, byModel]).toEqual([0, []])
  })

  test('each stand once between the first and the last', () => {
    expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    expect(daysBetween('2026-03-01', '2026-02-27')).toEqual([])
  })
})
