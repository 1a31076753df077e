import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { projectNdjson } from '../../testing/projectNdjson.ts'
import { createWorld } from '../../testing/world.ts'
import type { Provider, ProviderEvent } from '../contract/provider.ts'
import type { Rehearsal } from '../contract/rehearsal.ts'
import { createRehearsalProvider } from '../providers/rehearsalPlayer.ts'
import { checkTurns } from '../transcript/check.ts'
import { toTurns } from '../transcript/toTurns.ts'
import { delay } from './delay.ts'
import type { Runner } from './runner.ts'

const script: Rehearsal = {
  id: 'three',
  title: 'Write three things',
  fits: (prompt) => (prompt.includes('three') ? 1 : 0),
  *play({ prompt }) {
    const [seen] = yield { text: `Looking at ${prompt} first.`, calls: [{ name: 'look', input: {} }] }
    yield {
      text: `It is ${seen?.ok ? 'there' : 'gone'}.`,
      calls: [
        { name: 'write', input: { text: 'one' } },
        { name: 'write', input: { text: 'two' } },
      ],
    }
    yield { calls: [{ name: 'write', input: { text: 'three' } }] }
    yield { text: 'All three are done.' }
  },
}

function rehearsal(paceMs = 0, prompt = 'three words'): Provider {
  return createRehearsalProvider({ rehearsals: [script], prompt, context: {}, paceMs, delay })
}

describe.each(testDatabases())('a run on $name', ({ open }) => {
  let opened: Awaited<ReturnType<typeof open>>
  const runners: Runner[] = []
  beforeAll(async () => {
    opened = await open()
  })
  // All of them look at one queue.
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()))
  })
  afterAll(() => opened.close())
  function started(runner: Runner): Runner {
    runners.push(runner)
    runner.start()
    return runner
  }
  async function ask(runner: Runner, sessionId: string, runId?: string) {
    const outcome = await runner.enqueue({ sessionId, userId: 'u', prompt: 'three words', ...(runId ? { runId } : {}) })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.runId
  }

  it('plays a rehearsal to its end, with every call applied once and in order', async () => {
    const world = await createWorld(opened.database)
    const runner = started(world.runner(rehearsal()))
    const run = await world.ended(await ask(runner, world.sessionId))
    expect(run).toMatchObject({ status: 'complete', stopReason: 'end', rounds: 4, provider: 'rehearsal', model: 'm1' })
    const { messages } = await world.session()
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool_call',
      'tool_result',
      'assistant',
      'tool_call',
      'tool_call',
      'tool_result',
      'tool_result',
      'assistant',
      'tool_call',
      'tool_result',
      'assistant',
    ])
    expect(messages.at(-1)?.content).toBe('All three are done.')
    expect(new Set(world.asked).size).toBe(4)
    expect(world.bugs).toEqual([])
  })

  it('shows what is written while it is written, and joins to what was said', async () => {
    const world = await createWorld(opened.database)
    const runner = started(world.runner(rehearsal(25)))
    const runId = await ask(runner, world.sessionId)
    await world.until('words of the first answer are shown', async () => {
      const last = (await world.session()).messages.at(-1)
      return last?.status === 'streaming' && (last.content ?? '').startsWith('Looking')
    })
    await world.ended(runId)
    const records = await world.records()
    const first = records.find(
      (record) => record.type === 'message' && record.value.role === 'assistant' && record.value.status === 'complete',
    )
    const chunks = records.flatMap((record) =>
      record.type === 'chunk' && record.value.messageId === first?.key ? [record.value] : [],
    )
    const text = chunks
      .filter(({ kind }) => kind === 'text')
      .map(({ delta }) => delta)
      .join('')
    expect(first?.type === 'message' && first.value.content).toBe(text)
    expect(chunks.some(({ kind, toolName }) => kind === 'arguments' && toolName === 'look')).toBe(true)
  })

  it('lets one run into a session at a time, and takes the same run id twice as one', async () => {
    const world = await createWorld(opened.database)
    const runner = world.runner(rehearsal())
    const both = await Promise.all(
      [1, 2, 3].map(() => runner.enqueue({ sessionId: world.sessionId, userId: 'u', prompt: 'three' })),
    )
    expect(both.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(both.find((outcome) => !outcome.ok)).toMatchObject({ code: 'run_in_progress' })
    const winner = both.find((outcome) => outcome.ok)
    const again = winner?.ok
      ? await runner.enqueue({ sessionId: world.sessionId, userId: 'u', prompt: 'three', runId: winner.runId })
      : undefined
    expect(again).toMatchObject({ ok: true, created: false })
    expect((await world.session()).messages).toHaveLength(1)
    expect(await runner.enqueue({ sessionId: 'none', userId: 'u', prompt: 'x' })).toMatchObject({
      code: 'session_not_found',
    })
    if (winner?.ok) expect(await runner.abort(winner.runId)).toBe(true)
    expect((await world.session()).runs[0]).toMatchObject({ status: 'aborted' })
    expect(await world.runner(rehearsal()).abort('none')).toBe(false)
  })

  it('is run once if two runners poll one queue', async () => {
    const world = await createWorld(opened.database)
    const one = started(world.runner(rehearsal(1), { instanceId: 'one' }))
    started(world.runner(rehearsal(1), { instanceId: 'two' }))
    const run = await world.ended(await ask(one, world.sessionId))
    expect(run.rounds).toBe(4)
    expect(new Set(world.asked).size).toBe(world.asked.length)
    expect((await world.session()).messages.filter(({ role }) => role === 'assistant')).toHaveLength(4)
  })

  it('stops at once when another process asks for it, and leaves a transcript that can be sent', async () => {
    const world = await createWorld(opened.database)
    const runner = started(world.runner(rehearsal(30), { instanceId: 'one' }))
    const other = world.runner(rehearsal(), { instanceId: 'two' })
    const runId = await ask(runner, world.sessionId)
    await world.until('it is in its second answer', async () => (await world.session()).messages.length > 4)
    const answers = async () => (await world.session()).messages.filter(({ role }) => role === 'assistant').length
    const before = await answers()
    expect(await other.abort(runId)).toBe(true)
    expect(await world.ended(runId)).toMatchObject({ status: 'aborted', stopReason: 'aborted' })
    // It has four; at most the one that began meanwhile is one more.
    expect(await answers()).toBeLessThanOrEqual(Math.min(before + 1, 3))
    const { messages } = await world.session()
    expect(messages.filter(({ status }) => status === 'streaming' || status === 'pending')).toEqual([])
    expect(checkTurns(toTurns(messages, { provider: 'anthropic', model: 'm1' }))).toEqual([])
    const next = await ask(runner, world.sessionId)
    expect(await world.ended(next)).toMatchObject({ status: 'complete' })
  })

  it('is continued by another runner when its lease expires, under a new attempt, and no call is applied twice', async () => {
    const world = await createWorld(opened.database)
    const gate: { open?: () => void } = {}
    const hung: Provider = {
      id: 'rehearsal',
      async *stream(request, signal) {
        for await (const events of rehearsal().stream(request, signal)) {
          yield events
          if (request.results.length === 2)
            await new Promise<void>((resolve) => {
              gate.open = resolve
            })
        }
      },
    }
    const dead = world.runner(hung, { instanceId: 'dead', leaseMs: 300, heartbeatMs: 1_000_000 })
    started(dead)
    const runId = await ask(dead, world.sessionId)
    await world.until('it hangs in its third answer', () => gate.open !== undefined)
    started(world.runner(rehearsal(), { instanceId: 'heir', leaseMs: 2000 }))
    const run = await world.ended(runId)
    expect(run).toMatchObject({ status: 'complete', rounds: 4 })
    expect(new Set(world.asked).size).toBe(4)
    const after = (await world.records()).length
    gate.open?.()
    await world.until('the zombie has given up', () => !dead.active().includes(runId))
    expect(await world.records()).toHaveLength(after)
    const cut = (await world.records()).filter(
      (record) => record.type === 'message' && record.value.supersededBy !== undefined,
    )
    expect(cut).toHaveLength(1)
    expect(
      (await world.session()).messages.filter(({ attempt, role }) => role === 'assistant' && attempt === 2),
    ).toHaveLength(1)
  })

  it('continues at once after its own restart, without waiting for the old lease', async () => {
    const world = await createWorld(opened.database)
    const silent: Provider = { id: 'rehearsal', stream: () => never() }
    const before = world.runner(silent, { instanceId: 'same', leaseMs: 600_000, heartbeatMs: 1_000_000 })
    before.start()
    const runId = await ask(before, world.sessionId)
    await world.until('it waits for an answer', async () => (await world.session()).messages.length === 2)
    // The old lease lasts longer than the test waits.
    started(world.runner(rehearsal(), { instanceId: 'same', adopt: true }))
    expect(await world.ended(runId)).toMatchObject({ status: 'complete' })
    await before.stop()
  })

  it('is handed back by a graceful stop and finished by the next start', async () => {
    const world = await createWorld(opened.database)
    const first = world.runner(rehearsal(5), { instanceId: 'a', leaseMs: 60_000 })
    first.start()
    const runId = await ask(first, world.sessionId)
    await world.until('a call is applied', async () => world.asked.length > 0)
    await first.stop()
    expect((await world.session()).runs[0]?.status).toBe('running')
    started(world.runner(rehearsal(), { instanceId: 'b' }))
    expect(await world.ended(runId)).toMatchObject({ status: 'complete', rounds: 4 })
    expect(new Set(world.asked).size).toBe(4)
  })

  it('can be stopped while no runner has it, and keeps its messages', async () => {
    const world = await createWorld(opened.database)
    const first = world.runner(rehearsal(15), { instanceId: 'a' })
    first.start()
    const runId = await ask(first, world.sessionId)
    await world.until('it writes the arguments of a call', async () => {
      return (await world.session()).messages.some(({ writing }) => writing !== undefined)
    })
    await first.stop()
    const second = world.runner(rehearsal(), { instanceId: 'b' })
    expect(await second.abort(runId)).toBe(true)
    started(second)
    expect(await world.ended(runId)).toMatchObject({ status: 'aborted' })
    const records = await world.records()
    expect(JSON.stringify(records.filter(({ type }) => type === 'message'))).not.toContain('"writing"')
    expect((await world.session()).messages.filter(({ status }) => status === 'streaming')).toEqual([])
  })

  it('reads as the simple stream: greeting, text, calls and results in order, usage, done', async () => {
    const world = await createWorld(opened.database)
    const runner = started(world.runner(rehearsal()))
    const runId = await ask(runner, world.sessionId)
    await world.ended(runId)
    const events = projectNdjson(await world.records(), { conversationId: world.sessionId, runId })
    expect(events[0]).toEqual({ type: 'bridgeReady', bridgeId: runId, conversationId: world.sessionId, runId })
    expect(events.at(-1)).toMatchObject({ type: 'done', status: 'complete' })
    expect(events.flatMap((event) => (event.type === 'toolCall' ? [event.toolName] : []))).toEqual([
      'look',
      'write',
      'write',
      'write',
    ])
    expect(events.filter((event) => event.type === 'toolResult' && event.ok)).toHaveLength(4)
    const text = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
    expect(text).toBe('Looking at three words first.It is there.All three are done.')
  })
})

async function* never(): AsyncGenerator<ProviderEvent[]> {
  await new Promise(() => undefined)
}
