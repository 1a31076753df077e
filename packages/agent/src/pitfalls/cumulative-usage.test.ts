import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { answer, createScene } from '../../testing/scene.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

it('adds up rounds, never the cumulative figures of one answer', async () => {
  const scene = await createScene(opened.database, [
    answer([{ type: 'tool_use', id: 'a', name: 'look', json: '' }], 'tool_use'),
    answer([{ type: 'text', text: 'ok' }]),
  ])
  const run = await scene.say()
  expect(run.usage).toEqual({ input: 200, cacheRead: 40, cacheWrite5m: 60, cacheWrite1h: 0, output: 80, reasoning: 0 })
  expect(run.contextTokens).toBe(150)
  await scene.close()
})
