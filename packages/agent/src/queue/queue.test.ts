import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { createWorld, type World } from '../../testing/world.ts'
import type { Provider, ProviderEvent } from '../contract/provider.ts'
import type { Runner, RunnerOptions } from '../run/runner.ts'
import { checkTurns } from '../transcript/check.ts'
import { toTurns } from '../transcript/toTurns.ts'
import { queueLimit } from './queue.ts'
import type { RunRequest } from './requests.ts'

/** A model that calls once per word of a list, waits at a gate before each answer, and reports what it was sent. */
function gated() {
  const requests: string[][] = []
  const gates: (() => void)[] = []
  let open = false
  const provider: Provider = {
    id: 'rehearsal',
    async *stream(request, signal): AsyncGenerator<ProviderEvent[]> {
      const said = request.turns
        .filter(({ role }) => role === 'user')
        .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])))
      requests.push(said)
      yield [{ type: 'text', index: 0, delta: `Answer ${requests.length}.` }]
      if (!open) {
        await new Promise<void>((resolve) => {
          gates.push(resolve)
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      }
      if (signal.aborted) return
      if (said.at(-1)?.includes('fail')) {
        yield [{ type: 'error', error: { code: 'billing', message: 'No credit is left.', retryable: false } }]
        return
      }
      yield [{ type: 'stop', reason: 'end' }]
    },
  }
  return {
    provider,
    requests,
    /** Resumes the waiting answer. */
    next: () => gates.shift()?.(),
    waiting: () => gates.length > 0,
    openAll() {
      open = true
      for (const gate of gates.splice(0)) gate()
    },
  }
}

describe.each(testDatabases())('the queue of a session on $name', ({ open }) => {
  let opened: Awaited<ReturnType<typeof open>>
  const runners: Runner[] = []
  beforeAll(async () => {
    opened = await open()
  })
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()))
    // Unfinished runs of a test would otherwise be taken up by the runners of the next one.
    await opened.database.transact(function* () {
      yield { sql: `update runs set status = 'aborted' where status not in ('complete', 'error')`, parameters: [] }
    })
  })
  afterAll(() => opened.close())

  async function stage(options: Partial<RunnerOptions> = {}) {
    const world = await createWorld(opened.database)
    const model = gated()
    const runner = world.runner(model.provider, options)
    runners.push(runner)
    runner.start()
    const send = async (prompt: string, more: Partial<RunRequest> = {}) => {
      const outcome = await runner.enqueue({ sessionId: world.sessionId, userId: 'u', prompt, ...more })
      if (!outcome.ok) throw new Error(outcome.message)
      return outcome
    }
    const run = async (id: string) => (await world.session()).runs.find((each) => each.id === id)
    const said = async () =>
      (await world.session()).messages
        .filter(({ role, status }) => role === 'user' && status === 'complete')
        .map(({ content }) => content)
    return { world, model, runner, send, run, said }
  }

  async function legal(world: World) {
    const { messages } = await world.session()
    expect(checkTurns(toTurns(messages, { provider: 'anthropic', model: 'm1' }))).toEqual([])
  }

  it('delivers a message that steers before the next round, as part of the run at work', async () => {
    const { world, model, send, run, said } = await stage()
    const { runId } = await send('Build a page')
    await world.until('the model answers', model.waiting)
    const steer = await send('Make it blue', { whenBusy: 'steer' })
    expect(steer).toMatchObject({ delivery: 'steer' })
    expect(await run(steer.runId)).toMatchObject({ status: 'scheduled', delivery: 'steer' })
    expect(await said()).toEqual(['Build a page'])
    model.next()
    await world.until('the model is asked again', () => model.requests.length === 2)
    expect(model.requests[1]?.slice(0, 2)).toEqual(['Build a page', 'Make it blue'])
    model.openAll()
    expect(await world.ended(runId)).toMatchObject({ status: 'complete', rounds: 2 })
    expect(await run(steer.runId)).toMatchObject({ status: 'complete', joined: runId })
    const { messages } = await world.session()
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Build a page'],
      ['assistant', 'Answer 1.'],
      ['user', 'Make it blue'],
      ['assistant', 'Answer 2.'],
    ])
    expect(new Set(messages.map((message) => message.runId))).toEqual(new Set([runId]))
    await legal(world)
  })

  it('starts follow-up messages when the run has ended, one after the other, each at its start in the transcript', async () => {
    const { world, model, send, run } = await stage()
    await send('First')
    await world.until('the model answers', model.waiting)
    const second = await send('Second', { whenBusy: 'followUp' })
    const third = await send('Third', { whenBusy: 'followUp' })
    expect(await run(third.runId)).toMatchObject({ status: 'scheduled', delivery: 'followUp' })
    model.openAll()
    expect(await world.ended(third.runId)).toMatchObject({ status: 'complete' })
    const { messages, runs } = await world.session()
    expect(messages.map(({ content, runId }) => [content, runs.findIndex(({ id }) => id === runId)])).toEqual([
      ['First', 0],
      ['Answer 1.', 0],
      ['Second', 1],
      ['Answer 2.', 1],
      ['Third', 2],
      ['Answer 3.', 2],
    ])
    expect((await run(second.runId))?.delivery).toBeUndefined()
    await legal(world)
  })

  it.each([
    { how: 'stopped', because: 'aborted' },
    { how: 'failed', because: 'error' },
  ])('holds what waits when the run before it was $how, until a user sends it', async ({ how, because }) => {
    const { world, model, runner, send, run, said } = await stage()
    const first = await send(how === 'failed' ? 'Please fail' : 'First')
    await world.until('the model answers', model.waiting)
    const waits = await send('Then this', { whenBusy: 'followUp' })
    const more = await send('And this', { whenBusy: 'followUp' })
    if (how === 'stopped') await runner.abort(first.runId)
    else model.next()
    await world.ended(first.runId)
    await world.until('both are held', async () => {
      return (await run(waits.runId))?.held === true && (await run(more.runId))?.held === true
    })
    expect(await run(waits.runId)).toMatchObject({ status: 'scheduled', heldBecause: because })
    expect(await said()).toHaveLength(1)
    await legal(world)
    model.openAll()
    expect(await runner.queue.send(waits.runId)).toEqual({ ok: true })
    expect(await world.ended(waits.runId)).toMatchObject({ status: 'complete' })
    expect(await run(more.runId)).toMatchObject({ status: 'scheduled', held: true })
    expect(await runner.queue.remove(more.runId)).toEqual({ ok: true })
    expect((await world.session()).messages.map(({ content }) => content)).not.toContain('And this')
    expect(await runner.queue.send(more.runId)).toMatchObject({ ok: false, code: 'not_waiting' })
    await legal(world)
  })

  it('lets a waiting message be edited, removed by abort, and sent into the run at work', async () => {
    const { world, model, runner, send, run } = await stage()
    const { runId } = await send('First')
    await world.until('the model answers', model.waiting)
    const one = await send('Secnd', { whenBusy: 'followUp' })
    const two = await send('Never', { whenBusy: 'steer' })
    expect(await runner.queue.edit(one.runId, 'Second')).toEqual({ ok: true })
    expect(await runner.abort(two.runId)).toBe(true)
    expect(await run(two.runId)).toMatchObject({ status: 'aborted', stopReason: 'removed' })
    expect(await runner.queue.send(one.runId)).toEqual({ ok: true, delivery: 'steer' })
    model.openAll()
    await world.ended(runId)
    expect(await run(one.runId)).toMatchObject({ joined: runId })
    expect(model.requests.flat()).toContain('Second')
    expect(model.requests.flat()).not.toContain('Never')
    expect(await runner.queue.edit(one.runId, 'Too late')).toMatchObject({ code: 'not_waiting' })
  })

  it('is like any message if no run is at work, and is refused as the twenty-first that waits', async () => {
    const { world, model, runner, send } = await stage()
    const first = await send('First', { whenBusy: 'steer' })
    expect(first).not.toHaveProperty('delivery')
    await world.until('the model answers', model.waiting)
    const asked = Array.from({ length: queueLimit + 3 }, (_, at) =>
      runner.enqueue({ sessionId: world.sessionId, userId: 'u', prompt: `${at}`, whenBusy: 'followUp' }),
    )
    const outcomes = await Promise.all(asked)
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(queueLimit)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ code: 'queue_full', message: expect.stringMatching(/20/) })
    const known = outcomes.find((outcome) => outcome.ok)
    expect(await send('again', { runId: known?.ok ? known.runId : '', whenBusy: 'followUp' })).toMatchObject({
      created: false,
      delivery: 'followUp',
    })
  })

  it('survives the end of the process that took it, steering and following alike', async () => {
    const { world, model, runner, send } = await stage({ instanceId: 'first' })
    const { runId } = await send('First')
    await world.until('the model answers', model.waiting)
    const steer = await send('Steer', { whenBusy: 'steer' })
    const follow = await send('Follow', { whenBusy: 'followUp' })
    await runner.stop()
    const heir = gated()
    heir.openAll()
    const second = world.runner(heir.provider, { instanceId: 'second' })
    runners.push(second)
    second.start()
    expect(await world.ended(follow.runId)).toMatchObject({ status: 'complete' })
    expect((await world.session()).runs.find(({ id }) => id === steer.runId)).toMatchObject({ joined: runId })
    await legal(world)
  })

  it('is not touched by a runner that has lost its lease: neither steering nor the end is written', async () => {
    const { world, model, runner, send, run } = await stage({
      instanceId: 'zombie',
      leaseMs: 300,
      heartbeatMs: 1_000_000,
      pollMs: 1_000_000,
    })
    const { runId } = await send('First')
    await world.until('the model answers', model.waiting)
    const steer = await send('Steer', { whenBusy: 'steer' })
    const heir = gated()
    const second = world.runner(heir.provider, { instanceId: 'heir' })
    runners.push(second)
    second.start()
    await world.until('the heir is heard', async () => {
      const last = (await world.session()).messages.at(-1)
      return heir.waiting() && last?.attempt === 2 && last.content === 'Answer 1.'
    })
    const before = (await world.records()).length
    model.openAll()
    await world.until('the zombie has given up', () => !runner.active().includes(runId))
    expect(await world.records()).toHaveLength(before)
    heir.openAll()
    expect(await world.ended(runId)).toMatchObject({ status: 'complete' })
    expect(await run(steer.runId)).toMatchObject({ joined: runId })
    expect(model.requests).toHaveLength(1)
    await legal(world)
  })

  it('begins a scheduled run at its time by the clock that it is given, however that is set, and not before', async () => {
    let skew = 0
    const { world, model, runner, send, run, said } = await stage({ now: () => Date.now() + skew })
    model.openAll()
    const hour = 3_600_000
    const startAt = Date.now() + 2 * hour
    const later = await send('Later', { startAt })
    const cancelled = await send('Not at all', { startAt })
    expect(later).toMatchObject({ startAt })
    expect(await run(later.runId)).toMatchObject({ status: 'scheduled', startAt })
    // Other work continues and does not wait for it.
    await world.ended((await send('Now')).runId)
    skew = -5 * hour
    await world.ended((await send('With the clock put back')).runId)
    skew = hour
    await world.ended((await send('An hour later')).runId)
    expect(await said()).toEqual(['Now', 'With the clock put back', 'An hour later'])
    expect(await runner.abort(cancelled.runId)).toBe(true)
    skew = 3 * hour
    expect(await world.ended(later.runId)).toMatchObject({ status: 'complete' })
    expect((await said()).at(-1)).toBe('Later')
    expect((await world.session()).runs.find(({ id }) => id === cancelled.runId)).toMatchObject({ status: 'aborted' })
  })

  it('delivers every message once, whatever is sent, stopped, edited and removed at the same time on two runners', async () => {
    const actions = fc.array(
      fc.record({
        kind: fc.constantFrom('steer', 'followUp', 'abort', 'send', 'remove', 'edit'),
        at: fc.nat(5),
      }),
      { minLength: 4, maxLength: 14 },
    )
    await fc.assert(
      fc.asyncProperty(actions, async (steps) => {
        const { world, model, runner, send } = await stage({ instanceId: `a${Math.random()}`, pollMs: 20 })
        const other = world.runner(model.provider, { instanceId: `b${Math.random()}`, pollMs: 20 })
        runners.push(other)
        other.start()
        model.openAll()
        const first = await send('start')
        const ids = [first.runId]
        const lane = async (by: Runner, own: typeof steps) => {
          for (const { kind, at } of own) {
            const id = ids[at % ids.length] ?? first.runId
            if (kind === 'steer' || kind === 'followUp') {
              const outcome = await by.enqueue({ ...request, prompt: kind, whenBusy: kind })
              if (outcome.ok) ids.push(outcome.runId)
            } else if (kind === 'abort') await by.abort(id)
            else if (kind === 'send') await by.queue.send(id)
            else if (kind === 'edit') await by.queue.edit(id, `edited ${id}`)
            else await by.queue.remove(id)
          }
        }
        const request = { sessionId: world.sessionId, userId: 'u' }
        await Promise.all([lane(runner, steps.slice(0, steps.length / 2)), lane(other, steps.slice(steps.length / 2))])
        await world.until('nothing is at work, and what waits is held', async () => {
          const { runs } = await world.session()
          return runs.every(({ status, held }) => ['complete', 'aborted', 'error'].includes(status) || held === true)
        })
        const { messages, runs } = await world.session()
        const complete = messages.filter(({ role, status }) => role === 'user' && status === 'complete')
        expect(new Set(complete.map(({ id }) => id)).size).toBe(complete.length)
        for (const run of runs) {
          const own = complete.filter(({ runId }) => runId === run.id)
          // Its own message, and those that joined it; none if it joined another, was withdrawn, or waits.
          const joined = runs.filter((each) => each.joined === run.id).length
          const began = run.joined === undefined && run.held !== true && run.stopReason !== 'removed'
          expect(own).toHaveLength(began ? 1 + joined : 0)
        }
        await legal(world)
        expect(world.bugs).toEqual([])
        await Promise.all(runners.splice(0).map((each) => each.stop()))
      }),
      { numRuns: numRuns(4, 24) },
    )
  })
})
