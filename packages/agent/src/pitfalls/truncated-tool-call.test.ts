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

it('fails all calls of an answer that max_tokens cut, runs none, and lets the model try again', async () => {
  const scene = await createScene(opened.database, [
    answer(
      [
        { type: 'tool_use', id: 'toolu_1', name: 'write', json: '{"text":"whole"}' },
        { type: 'tool_use', id: 'toolu_2', name: 'write', json: '{"text":"cut he' },
      ],
      'max_tokens',
    ),
    answer([{ type: 'text', text: 'In smaller steps then.' }]),
  ])
  expect(await scene.say()).toMatchObject({ status: 'complete', rounds: 2 })
  expect(await scene.applied()).toEqual([])
  expect(scene.sent(1)[2]).toMatchObject({
    content: [
      { type: 'tool_result', tool_use_id: 'toolu_1', is_error: true },
      { type: 'tool_result', tool_use_id: 'toolu_2', is_error: true },
    ],
  })
  await scene.close()
})

it('continues where a text was cut', async () => {
  const scene = await createScene(opened.database, [
    answer([{ type: 'text', text: 'Once upon' }], 'max_tokens'),
    answer([{ type: 'text', text: 'a time.' }]),
  ])
  expect(await scene.say()).toMatchObject({ status: 'complete', rounds: 2, stopReason: 'end' })
  expect(scene.sent(1).map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  await scene.close()
})

it('sends a paused answer back unchanged as the last turn', async () => {
  const scene = await createScene(opened.database, [
    answer([{ type: 'text', text: 'Searching' }], 'pause_turn'),
    answer([{ type: 'text', text: 'Found.' }]),
  ])
  expect(await scene.say()).toMatchObject({ status: 'complete', rounds: 2 })
  expect(scene.sent(1).at(-1)).toMatchObject({ role: 'assistant', content: [{ type: 'text', text: 'Searching' }] })
  await scene.close()
})
