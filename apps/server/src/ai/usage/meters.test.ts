import type { RequestEnd, Reservation, Usage } from '@atelier/agent'
import fc from 'fast-check'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesBySuite } from '../../../testing/databases.ts'
import { type OpenDatabase, openDatabase } from '../../database/open.ts'
import type { Tables } from '../../database/tables.ts'
import { type Budgets, createBudgets, defaultBudgets, type Limits } from './budgets.ts'
import { createMeters, type MeteredRun, type Meters } from './meters.ts'
import { createUsage } from './usage.ts'

const price = { input: 1, output: 10 }
const none: Limits = { rounds: null, toolCalls: null, tokens: null, wallMs: null, microUsd: null }
const whole: RequestEnd = { finished: true, characters: 30, toolCalls: 0 }
const november = Date.UTC(2026, 10, 22)

describe.each(databasesBySuite())('the meter on $name', ({ name, place }) => {
  let opened: OpenDatabase
  /** The same database, as another server sees it; the same server's if only one may have it. */
  let another: OpenDatabase
  let remove: () => void
  let meters: Meters
  let clock: number
  let workspaceId: string

  beforeEach(async () => {
    const { remove: removed, ...options } = await place()
    remove = removed
    opened = await openDatabase(options)
    another = name === 'postgres' ? await openDatabase(options) : opened
    clock = november
    meters = createMeters({ database: opened.database, now: () => clock, newId: uuidv7 })
    workspaceId = await newWorkspace()
  })
  afterEach(async () => {
    await opened.close()
    if (another !== opened) await another.close()
    remove()
  })

  const tables = () => opened.kysely.withTables<Tables>()

  async function newWorkspace(): Promise<string> {
    const id = uuidv7()
    await tables().insertInto('workspaces').values({ id, name: 'Ours', created_at: 0 }).execute()
    return id
  }

  const limit = (change: { [Level in keyof Budgets]?: Partial<Limits> }) =>
    createBudgets(opened.database, () => clock).set(workspaceId, {
      run: { ...none, ...change.run },
      session: { ...none, ...change.session },
      month: { ...none, ...change.month },
    })

  const run = (extra: Partial<MeteredRun> = {}): MeteredRun => ({
    runId: uuidv7(),
    sessionId: uuidv7(),
    workspaceId,
    userId: 'ada',
    projectId: null,
    scope: 'site',
    provider: 'anthropic',
    model: 'claude-opus-4-8',
    price,
    ...extra,
  })

  async function meterOf(extra: Partial<MeteredRun> = {}) {
    const { meter } = await meters.open(run(extra))
    if (!meter) throw new Error('There is no meter')
    return (inputTokens: number, maxOutputTokens: number) =>
      meter.reserve({ id: 'message:1', runId: 'run', inputTokens, maxOutputTokens })
  }

  async function settle(reservation: Reservation, usage: Partial<Usage>, end = whole) {
    const settlement = reservation.settle(usage, end)
    await opened.database.transact(function* () {
      for (const row of settlement.rows) yield row
    })
    return settlement
  }

  async function reserved(outcome: Promise<Reservation | { ok: false; message: string }>): Promise<Reservation> {
    const reservation = await outcome
    if (!reservation.ok) throw new Error(reservation.message)
    return reservation
  }

  const entries = () => tables().selectFrom('usage_entries').selectAll().orderBy('id').execute()

  it('reserves the worst case durably, and puts what was used in its place', async () => {
    const reserve = await meterOf()
    const reservation = await reserved(reserve(1000, 100))
    expect(await entries()).toMatchObject([{ status: 'reserved', cost_micro_usd: 2000, tokens: 1100 }])
    const settlement = await settle(reservation, { input: 900, output: 20 }, { ...whole, toolCalls: 2 })
    expect(settlement).toMatchObject({ costUsd: 0.0011, estimated: false })
    expect(await entries()).toMatchObject([{ status: 'settled', cost_micro_usd: 1100, tokens: 920, tool_calls: 2 }])
  })

  it('takes the provider’s own price before the list’s', async () => {
    const reserve = await meterOf({ price: undefined, provider: 'openrouter' })
    const settlement = await settle(
      await reserved(reserve(10, 10)),
      { input: 5, output: 5 },
      { ...whole, costUsd: 0.02 },
    )
    expect(settlement.costUsd).toBe(0.02)
    expect(await entries()).toMatchObject([{ cost_micro_usd: 20_000 }])
  })

  it('charges nothing for a request that was refused, and estimates one that was cut', async () => {
    const reserve = await meterOf()
    const error = { code: 'rate_limit' as const, message: 'Slow down.', status: 429, retryable: true }
    const refused = await settle(
      await reserved(reserve(900, 100)),
      {},
      { finished: false, characters: 0, toolCalls: 0, error },
    )
    expect(refused).toMatchObject({ costUsd: 0, estimated: false })
    const unreachable = { code: 'network' as const, message: 'Refused.', retryable: true, unsent: true as const }
    const away = await settle(
      await reserved(reserve(900, 100)),
      {},
      { finished: false, characters: 0, toolCalls: 0, error: unreachable },
    )
    expect(away).toMatchObject({ costUsd: 0, usage: { input: 0, output: 0 }, estimated: false })
    const cut = await settle(
      await reserved(reserve(900, 100)),
      { input: 880, output: 1 },
      { finished: false, characters: 60, toolCalls: 0 },
    )
    expect(cut).toMatchObject({ usage: { input: 880, output: 20 }, estimated: true })
    const silent = await settle(await reserved(reserve(900, 100)), {}, { finished: false, characters: 0, toolCalls: 0 })
    expect(silent).toMatchObject({ usage: { input: 900, output: 0 }, estimated: true })
  })

  it('lets no request out that a limit could not pay for, and says which and by how much', async () => {
    await limit({ run: { microUsd: 3000 } })
    const reserve = await meterOf()
    await settle(await reserved(reserve(1000, 100)), { input: 1000, output: 100 })
    const refused = await reserve(1000, 100)
    expect(refused).toMatchObject({ ok: false, limit: 'money' })
    expect(refused).toMatchObject({
      message: expect.stringMatching(
        /\$0\.0030 for one message: \$0\.0020 used.*\$0\.0020\. This run made 1 request and 0 tool calls/,
      ),
    })
    expect(await entries()).toHaveLength(1)
  })

  it.each([
    ['session', { sessionId: 'one chat' }, /this chat/],
    ['month', {}, /calendar month/],
  ] as const)('counts what other runs of the %s used', async (level, same, said) => {
    await limit({ [level]: { tokens: 2500 } })
    const first = await meterOf(same)
    const second = await meterOf(same)
    await settle(await reserved(first(1000, 100)), { input: 1000, output: 100 })
    await reserved(second(1000, 100))
    expect(await first(1000, 100)).toMatchObject({ ok: false, limit: 'tokens', message: expect.stringMatching(said) })
  })

  it('starts each month from nothing at midnight UTC, and counts no other workspace', async () => {
    await limit({ month: { microUsd: 2000 } })
    clock = Date.UTC(2026, 10, 30, 23, 59, 59, 999)
    await settle(await reserved((await meterOf())(1000, 100)), { input: 1000, output: 100 })
    expect(await (await meterOf())(1000, 100)).toMatchObject({ ok: false })
    expect(await (await meterOf({ workspaceId: await newWorkspace() }))(1000, 100)).toMatchObject({ ok: true })
    clock += 1
    expect(await (await meterOf())(1000, 100)).toMatchObject({ ok: true })
  })

  it('holds a model without a known price by its tokens, and says so', async () => {
    await limit({ run: { microUsd: 1000 } })
    const reserve = await meterOf({ price: undefined, provider: 'ollama' })
    expect(await reserve(4_000_000, 100)).toMatchObject({ ok: true })
    expect(await reserve(1_000_000, 100)).toMatchObject({
      ok: false,
      limit: 'tokens',
      message: expect.stringContaining('no known price'),
    })
  })

  it('counts rounds and calls of a session over its runs', async () => {
    await limit({ session: { rounds: 2, toolCalls: 5 } })
    const reserve = await meterOf({ sessionId: 'chat' })
    await settle(await reserved(reserve(1, 1)), { input: 1, output: 1 }, { ...whole, toolCalls: 5 })
    expect(await (await meterOf({ sessionId: 'chat' }))(1, 1)).toMatchObject({ ok: false, limit: 'toolCalls' })
    await limit({ session: { rounds: 1 } })
    expect(await (await meterOf({ sessionId: 'chat' }))(1, 1)).toMatchObject({ ok: false, limit: 'rounds' })
  })

  it('lets an answer make the calls that are left by the nearest limit, and counts no other', async () => {
    await limit({ run: { toolCalls: 9 }, session: { toolCalls: 5 } })
    const reserve = await meterOf({ sessionId: 'chat' })
    const first = await reserved(reserve(1, 1))
    expect(first.callsLeft).toBe(5)
    await settle(first, { input: 1, output: 1 }, { ...whole, toolCalls: 3 })
    const second = await reserved(reserve(1, 1))
    expect(second.callsLeft).toBe(2)
    await settle(second, { input: 1, output: 1 }, { ...whole, toolCalls: 4 })
    expect((await entries()).map(({ tool_calls }) => tool_calls)).toEqual([3, 2])
    expect(await reserve(1, 1)).toMatchObject({
      limit: 'toolCalls',
      message: expect.stringContaining('5 tool calls used'),
    })
    await limit({ run: { rounds: 9 } })
    expect((await reserved((await meterOf())(1, 1))).callsLeft).toBeUndefined()
  })

  it('counts what a killed server has left reserved as used, from the next claim on', async () => {
    const same = run()
    const { meter, spent } = await meters.open(same)
    expect(spent).toBeUndefined()
    await reserved(
      meter?.reserve({ id: 'm:1', runId: same.runId, inputTokens: 1000, maxOutputTokens: 100 }) ?? Promise.reject(),
    )
    const again = await meters.open(same)
    expect(again.spent).toMatchObject({ usage: { input: 1000, output: 100 }, costUsd: 0.002 })
    expect(await entries()).toMatchObject([{ status: 'estimated', cost_micro_usd: 2000 }])
    expect((await meters.open(same)).spent).toBeUndefined()
  })

  it('ends a run by its own rounds, calls and time, in a sentence with figures', async () => {
    await limit({ run: { rounds: 3, toolCalls: 4, wallMs: 60_000 } })
    const { stopWhen, maxRounds } = await meters.open(run())
    const [condition] = stopWhen
    const call = {
      id: 'c',
      runId: 'r',
      attempt: 1,
      role: 'tool_call' as const,
      status: 'complete' as const,
      toolName: 'look',
      toolCallId: 'c',
      createdAt: 0,
    }
    const record = {
      id: 'r',
      status: 'running' as const,
      scope: 'site',
      userMessageId: 'u',
      assistantMessageId: 'a',
      provider: 'p',
      model: 'm',
    }
    const at = (rounds: number, calls: number, now = clock) =>
      condition?.({
        run: record,
        rounds,
        calls: Array.from({ length: calls }, () => call),
        answer: undefined,
        cuts: 0,
        now,
      })
    expect(maxRounds).toBe(Number.POSITIVE_INFINITY)
    expect(at(2, 3, clock + 59_999)).toBeUndefined()
    expect(at(3, 0)).toMatchObject({ reason: 'budget', limit: 'rounds', sentence: expect.stringContaining('3 rounds') })
    expect(at(0, 4)).toMatchObject({ limit: 'toolCalls', sentence: expect.stringContaining('4 tool calls') })
    expect(at(0, 7)).toMatchObject({ sentence: expect.stringContaining('0 requests and 4 tool calls') })
    expect(at(1, 1, clock + 60_000)).toMatchObject({
      limit: 'wallTime',
      sentence: expect.stringContaining('60 seconds'),
    })
  })

  describe('with a hundred thousand requests in the month', () => {
    const count = 100_000
    const every = 16_000

    beforeEach(async () => {
      await limit({ month: { microUsd: 10 * count + 5000, tokens: 1_000_000_000 } })
      clock = Date.UTC(2026, 10, 1) + count * every
      await fill(0, count)
      await sql`analyze`.execute(tables())
    }, 60_000)

    /** Requests of ten millionths of a dollar and 7 tokens each, from the month's beginning on. */
    async function fill(from: number, to: number) {
      const first = sql.lit(Date.UTC(2026, 10, 1))
      await sql`insert into usage_entries
        with recursive n(i) as (select cast(${from} as bigint) union all select i + 1 from n where i + 1 < ${to})
        select ${`${workspaceId}:`} || i, ${workspaceId}, 'ada', null, 's' || (i % 1000), 'r' || (i % 20000), 'site', 'anthropic', 'claude',
          'settled', 5, 0, 0, 0, 2, 0, 7, 1, 10, ${first} + i * ${sql.lit(every)} from n`.execute(tables())
    }

    /** Takes the month's first thousand requests away, or restores them: a repeated read would miss them. */
    const hide = (hidden: boolean) =>
      sql`update usage_entries set workspace_id = ${hidden ? 'nobody' : workspaceId}
        where workspace_id = ${hidden ? workspaceId : 'nobody'} and created_at < ${Date.UTC(2026, 10, 1) + 1000 * every}`.execute(
        tables(),
      )

    it('reserves by a sum that is kept, to the same cent, and starts the next month from nothing', async () => {
      const reserve = await meterOf()
      // Parts that have not ended are not kept: it still becomes what was used.
      const open = await reserved(reserve(2000, 0))
      clock += 3_600_000
      await fill(count, count + 200)
      await reserved(reserve(1, 0))
      const kept = () => tables().selectFrom('usage_months').selectAll().execute()
      // All but what may still come from a server whose clock is ten minutes behind.
      expect(await kept()).toMatchObject([{ requests: 99_963, micro_usd: 999_630, tokens: 699_741 }])
      await hide(true)
      for (let turn = 0; turn < 20; turn += 1) await reserved(reserve(1, 0))
      expect(await reserve(980, 0)).toMatchObject({ ok: false, limit: 'money' })
      await hide(false)
      await settle(open, { input: 1, output: 0 })
      clock += 3_600_000
      await fill(count + 200, count + 450)
      await reserved(reserve(1, 0))
      // The twenty were reserved after an hour, and have not ended.
      expect(await kept()).toMatchObject([{ requests: count + 226, micro_usd: 10 * (count + 225) + 1 }])

      const usage = createUsage({ database: opened.database, now: () => clock })
      const { month } = await usage.sums(workspaceId, undefined)
      // The 450 that came after took 4,500 of the limit's last 5,000, and each reserved one took one.
      expect(month).toMatchObject({ requests: count + 473, microUsd: 10 * count + 4523, toolCalls: count + 450 })
      expect(await reserve(478, 0)).toMatchObject({ ok: false, limit: 'money' })
      await reserved(reserve(477, 0))
      expect(await reserve(1, 0)).toMatchObject({ ok: false, limit: 'money' })
      clock = Date.UTC(2026, 11, 1)
      await reserved(reserve(10 * count + 5000, 0))
      expect(await reserve(1, 0)).toMatchObject({ ok: false, limit: 'money' })
    }, 60_000)
  })

  it('never lets runs at work at the same time spend a cent more than a month’s limit', async () => {
    const plan = fc.array(
      fc.record({
        input: fc.integer({ min: 1, max: 3000 }),
        most: fc.integer({ min: 1, max: 300 }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { minLength: 2, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(plan, fc.integer({ min: 1000, max: 20_000 }), fc.boolean(), async (requests, most, twice) => {
        workspaceId = await newWorkspace()
        await limit({ month: { microUsd: most } })
        const other = createMeters({ database: another.database, now: () => clock, newId: uuidv7 })
        await Promise.all(
          requests.map(async ({ input, most, share }, index) => {
            const { meter } = await (index % 2 === 0 ? meters : other).open(run())
            for (let round = 0; round < (twice ? 2 : 1); round++) {
              const outcome = await meter?.reserve({ id: 'm', runId: 'r', inputTokens: input, maxOutputTokens: most })
              if (!outcome?.ok) return
              await settle(outcome, { input: Math.ceil(input * share), output: Math.floor(most * share) })
            }
          }),
        )
        const spent = (await entries()).filter((entry) => entry.workspace_id === workspaceId)
        const total = spent.reduce((sum, entry) => sum + (entry.cost_micro_usd ?? 0), 0)
        expect(total).toBeLessThanOrEqual(most)
        // It is not kept by refusing everything: what surely fits is let out.
        const first = requests[0]
        if (first && requests.every(({ input, most: out }) => (input + 10 * out) * requests.length * 2 <= most))
          expect(spent.length).toBe(requests.length * (twice ? 2 : 1))
      }),
      { numRuns: 15 },
    )
  })
})

it('limits a run but not a month if no limit is set', () => {
  expect(defaultBudgets.run).toEqual({
    rounds: 50,
    toolCalls: 200,
    tokens: 5_000_000,
    wallMs: 3_600_000,
    microUsd: 5_000_000,
  })
  expect(defaultBudgets.month).toEqual(none)
})
