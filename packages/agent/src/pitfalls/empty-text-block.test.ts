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

it('never sends an empty text, whatever the model wrote', async () => {
  const scene = await createScene(opened.database, [
    answer(
      [
        { type: 'text', text: '' },
        { type: 'text', text: ' \n' },
        { type: 'tool_use', id: 'toolu_1', name: 'look', json: '' },
      ],
      'tool_use',
    ),
    answer([]),
    answer([]),
    answer([{ type: 'text', text: 'Hello.' }]),
  ])
  await scene.say()
  expect(await scene.say('Are you there?')).toMatchObject({ status: 'complete' })
  expect(scene.sent(1)[1]).toMatchObject({ content: [{ type: 'tool_use' }] })
  expect(scene.sent(3).map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  for (const at of [0, 1, 2, 3]) expect(JSON.stringify(scene.sent(at))).not.toMatch(/"text":"(\\n|\s)*"/)
  await scene.close()
})
