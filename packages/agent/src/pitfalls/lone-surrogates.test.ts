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

it('sends no lone surrogate that a result or a person brought in', async () => {
  const scene = await createScene(
    opened.database,
    [
      answer([{ type: 'tool_use', id: 'a', name: 'look', json: '{"at":"\\ud83d"}' }], 'tool_use'),
      answer([{ type: 'text', text: 'ok' }]),
    ],
    { toy: async () => ({ ok: true, data: { html: `cut \ud83d` } }) },
  )
  expect(await scene.say('half \ud83d')).toMatchObject({ status: 'complete' })
  for (const at of [0, 1]) expect(hasLone(scene.sent(at))).toBe(false)
  await scene.close()
})

function hasLone(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLone)
}
