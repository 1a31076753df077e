import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { createWorld } from '../../testing/world.ts'
import type { Provider } from '../contract/provider.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

it('keeps a message that steers until it is in the run, even if the run is stopped before that', async () => {
  const world = await createWorld(opened.database)
  const heard: string[] = []
  let asked = 0
  const provider: Provider = {
    id: 'rehearsal',
    async *stream(request, signal) {
      asked += 1
      heard.push(JSON.stringify(request.turns))
      yield [{ type: 'text', index: 0, delta: 'Hm.' }]
      if (asked === 1) await new Promise<void>((done) => signal.addEventListener('abort', () => done()))
      if (!signal.aborted) yield [{ type: 'stop', reason: 'end' }]
    },
  }
  const runner = world.runner(provider)
  runner.start()
  const send = async (prompt: string, whenBusy: 'reject' | 'steer') => {
    const outcome = await runner.enqueue({ sessionId: world.sessionId, userId: 'u', prompt, whenBusy })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.runId
  }
  const first = await send('first', 'reject')
  await world.until('it is asked', () => asked === 1)
  const second = await send('but in blue', 'steer')
  await runner.abort(first)
  expect(await world.ended(first)).toMatchObject({ status: 'aborted' })
  // Not delivered, and not gone: it waits for the person to send it.
  const waiting = (await world.session()).messages.find(({ runId }) => runId === second)
  expect(waiting).toMatchObject({ role: 'user', status: 'pending', content: 'but in blue' })
  expect(await runner.queue.send(second)).toMatchObject({ ok: true })
  expect(await world.ended(second)).toMatchObject({ status: 'complete' })
  expect(heard).toHaveLength(2)
  expect(heard[1]).toContain('but in blue')
  const said = (await world.session()).messages.filter(({ content }) => content === 'but in blue')
  expect(said).toMatchObject([{ status: 'complete' }])
  await runner.stop()
})
