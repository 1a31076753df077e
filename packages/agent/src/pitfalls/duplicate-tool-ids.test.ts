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

it('distinguishes calls that have the same id from the provider, or an id that is not legal', async () => {
  const call = (id: string, text: string) =>
    ({ type: 'tool_use', id, name: 'write', json: JSON.stringify({ text }) }) as const
  const scene = await createScene(opened.database, [
    answer([call('same', 'a'), call('same', 'b'), call('not legal: é', 'c')], 'tool_use'),
    answer([{ type: 'text', text: 'Done.' }]),
  ])
  await scene.say()
  expect(await scene.applied()).toHaveLength(3)
  const ids = JSON.stringify(scene.sent(1)[1]).match(/"id":"[^"]+"/g) ?? []
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^"id":"[a-zA-Z0-9_-]{1,64}"$/)
  await scene.close()
})
