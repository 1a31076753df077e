import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/src/database/testing.ts'
import { anthropicEvents, sse } from '../testing/recordings.ts'
import { answer, createScene } from '../testing/scene.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

it('gives up a stream that only pings, and tries again', async () => {
  const pings = sse([...anthropicEvents([]).slice(0, 1), ...Array.from({ length: 200 }, () => ({ type: 'ping' }))])
  const scene = await createScene(
    opened.database,
    [{ body: pings, packet: 60, delayMs: 10, stall: true }, answer([{ type: 'text', text: 'Awake.' }])],
    { fetchOptions: { idleMs: 200 } },
  )
  expect(await scene.say()).toMatchObject({ status: 'complete' })
  expect(scene.replay.requests).toHaveLength(2)
  expect((await scene.session()).messages.at(-1)?.content).toBe('Awake.')
  await scene.close()
})
