import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/src/database/testing.ts'
import { answer, createScene } from '../testing/scene.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

it('answers arguments that are no JSON with a tool error, and replays them as {}', async () => {
  const scene = await createScene(opened.database, [
    answer(
      [
        { type: 'tool_use', id: 'toolu_1', name: 'write', json: '{"text": <p>}' },
        { type: 'tool_use', id: 'toolu_2', name: 'write', json: '{"text":5}' },
        { type: 'tool_use', id: 'toolu_3', name: 'fly', json: '' },
        { type: 'tool_use', id: 'toolu_4', name: 'look', json: '' },
      ],
      'tool_use',
    ),
    answer([{ type: 'text', text: 'Sorry.' }]),
  ])
  expect(await scene.say()).toMatchObject({ status: 'complete' })
  expect(scene.sent(1)[1]).toMatchObject({
    content: [{ input: {} }, { input: { text: 5 } }, { input: {} }, { input: {} }],
  })
  const results = JSON.stringify(scene.sent(1)[2])
  expect(results).toContain('not valid JSON')
  expect(results).toContain('/text should be')
  expect(results).toContain('There is no tool named')
  expect(await scene.applied()).toHaveLength(1)
  await scene.close()
})
