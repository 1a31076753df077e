import { ok } from '@atelier/operation'
import { Type } from 'typebox'
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

it('answers arguments that are not JSON with a tool error, and replays them as {}', async () => {
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

it('reads what is plainly meant once, before the check, the record and the executor see it', async () => {
  const asked: unknown[] = []
  const scene = await createScene(
    opened.database,
    [
      answer(
        [
          { type: 'tool_use', id: 'toolu_1', name: 'write', json: '{"arguments":{"Text":"a"},}' },
          { type: 'tool_use', id: 'toolu_2', name: 'write', json: JSON.stringify('{"text":"b","mark":null}') },
        ],
        'tool_use',
      ),
      answer([{ type: 'text', text: 'Done.' }]),
    ],
    {
      prepared: {
        findOperation: (name) =>
          name === 'write'
            ? {
                effect: 'write',
                heavy: false,
                input: Type.Object(
                  { text: Type.String(), mark: Type.Optional(Type.Boolean()) },
                  { additionalProperties: false },
                ),
              }
            : undefined,
      },
      toy: async (call) => {
        asked.push(call.input)
        return ok()
      },
    },
  )
  expect(await scene.say()).toMatchObject({ status: 'complete' })
  expect(asked).toEqual([{ text: 'a' }, { text: 'b' }])
  const { messages } = await scene.session()
  expect(messages.flatMap(({ role, toolArgs }) => (role === 'tool_call' ? [toolArgs] : []))).toEqual(asked)
  // The model's own words are replayed as they were.
  expect(scene.sent(1)[1]).toMatchObject({
    content: [{ input: { arguments: { Text: 'a' } } }, { input: { text: 'b', mark: null } }],
  })
  await scene.close()
})
