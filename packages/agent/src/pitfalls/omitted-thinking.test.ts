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

it('keeps a thinking block that has a signature and no text', async () => {
  const thinking = { type: 'thinking', thinking: '', signature: 'c2ln' } as const
  const call = { type: 'tool_use', id: 'toolu_1', name: 'look', json: '' } as const
  const scene = await createScene(opened.database, [
    answer([thinking, call], 'tool_use'),
    answer([{ type: 'text', text: 'ok' }]),
  ])
  await scene.say()
  expect(scene.sent(1)[1]).toMatchObject({ content: [thinking, { type: 'tool_use' }] })
  await scene.close()
})
