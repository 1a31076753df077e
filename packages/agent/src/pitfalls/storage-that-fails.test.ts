import { ok } from '@atelier/operation'
import type { Database, SessionStreams } from '@atelier/streams'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { createWorld, type World } from '../../testing/world.ts'
import type { ToolExecutor } from '../contract/executor.ts'
import type { Rehearsal } from '../contract/rehearsal.ts'
import { createRehearsalProvider } from '../providers/rehearsalPlayer.ts'
import { delay } from '../run/delay.ts'
import type { Runner } from '../run/runner.ts'
import { sessionStream } from '../transcript/session.ts'

const script: Rehearsal = {
  id: 'two',
  title: 'Write twice',
  fits: () => 1,
  *play() {
    yield { text: 'The first.', calls: [{ name: 'write', input: { text: 'one' } }] }
    yield { text: 'And the second.', calls: [{ name: 'write', input: { text: 'two' } }] }
    yield { text: 'Done.' }
  },
}

/** A storage whose writes fail while `full` says so, as on a disk without room. */
function breakable(world: World): { database: Database; streams: SessionStreams; full: boolean; refused: number } {
  const state = { full: false, refused: 0 }
  const check = async () => {
    if (!state.full) return
    state.refused += 1
    throw new Error('database or disk is full')
  }
  const { database, streams } = world
  return Object.assign(state, {
    database: {
      ...database,
      async transact<Result>(...args: Parameters<typeof database.transact<Result>>) {
        await check()
        return await database.transact(...args)
      },
    },
    streams: {
      ...streams,
      async commit(...args: Parameters<typeof streams.commit>) {
        await check()
        return await streams.commit(...args)
      },
    },
  })
}

describe.each(testDatabases())('a run whose storage fails, on $name', ({ open }) => {
  let opened: Awaited<ReturnType<typeof open>>
  let runner: Runner | undefined
  beforeAll(async () => {
    opened = await open()
  })
  afterEach(() => runner?.stop())
  afterAll(() => opened.close())

  async function ask(on: Runner, sessionId: string): Promise<string> {
    const outcome = await on.enqueue({ sessionId, userId: 'u', prompt: 'two words' })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.runId
  }
  const provider = createRehearsalProvider({ rehearsals: [script], prompt: 'two', context: {}, paceMs: 4, delay })

  it('continues as soon as there is room again, long before its lease expires', async () => {
    const world = await createWorld(opened.database)
    const { sessionId } = world
    const storage = breakable(world)
    runner = world.runner(provider, { ...storage, leaseMs: 600_000, heartbeatMs: 600_000 })
    runner.start()
    const runId = await ask(runner, sessionId)
    await world.until('the first call is applied', () => world.asked.length > 0)
    storage.full = true
    await world.until('the run has lost its storage', () => storage.refused > 2)
    expect((await world.session()).runs[0]?.status).toBe('running')
    storage.full = false
    expect(await world.ended(runId)).toMatchObject({ status: 'complete', rounds: 3 })
    expect(await world.applied()).toHaveLength(2)
    expect((await world.session()).messages.filter(({ role }) => role === 'tool_result')).toHaveLength(2)
  })

  it('delivers a call again of which it does not know whether it was applied, and keeps its one result', async () => {
    const world = await createWorld(opened.database)
    const { sessionId, streams } = world
    const kept = new Map<string, ReturnType<typeof ok>>()
    let deliveries = 0
    const executor: ToolExecutor = {
      async execute(call, commit) {
        deliveries += 1
        const known = kept.get(call.toolCallId)
        if (known) return { ok: true, result: known, replayed: true }
        const result = ok({ did: call.input })
        await streams.commit({ fence: commit.fence, appends: commit.appends(result) })
        kept.set(call.toolCallId, result)
        // Made, but its acknowledgement is lost.
        return { ok: false, refused: 'unavailable', cause: new Error('connection lost') }
      },
    }
    runner = world.runner(provider, { prepared: { executor }, leaseMs: 600_000, heartbeatMs: 600_000 })
    runner.start()
    const run = await world.ended(await ask(runner, sessionId))
    expect(run).toMatchObject({ status: 'complete', rounds: 3 })
    expect(deliveries).toBe(2)
    const results = (await world.session()).messages.filter(({ role }) => role === 'tool_result')
    expect(results.map(({ status }) => status)).toEqual(['complete', 'complete'])
  })

  it('takes no run into a session that is deleted meanwhile', async () => {
    const world = await createWorld(opened.database)
    const { sessionId, database, streams } = world
    // The session goes between the look at it and the commit.
    const racing: SessionStreams = {
      ...streams,
      async commit(value) {
        await database.transact(function* () {
          yield { sql: `update sessions set deleted_at = 1 where id = '${sessionId}'`, parameters: [] }
        })
        return await streams.commit(value)
      },
    }
    runner = world.runner(provider, { streams: racing })
    expect(await runner.enqueue({ sessionId, userId: 'u', prompt: 'two' })).toMatchObject({ code: 'session_not_found' })
    expect((await world.session()).runs).toEqual([])
  })

  it('ends a run whose conversation is gone, instead of taking it up for ever', async () => {
    const world = await createWorld(opened.database)
    const { sessionId, database, streams } = world
    runner = world.runner(provider)
    const runId = await ask(runner, sessionId)
    await streams.remove(sessionStream(sessionId))
    await streams.ensure(sessionStream(sessionId))
    runner.start()
    await world.until('its row has ended', async () => {
      const rows = await database.read(
        (function* () {
          return (yield { sql: `select status from runs where id = '${runId}'`, parameters: [] }).rows
        })(),
      )
      return JSON.stringify(rows) === '[{"status":"error"}]'
    })
    // The runner drops the run from its list only after the row is written.
    await world.until('the runner holds no run', async () => runner?.active().length === 0)
  })
})
