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

it('sends all results of a round in the next single user turn, before its text and in the order of the calls', async () => {
  const scene = await createScene(
    opened.database,
    [
      answer(
        [
          { type: 'text', text: 'Two looks and a write.' },
          { type: 'tool_use', id: 'toolu_slow', name: 'look', json: '{"at":"slow"}' },
          { type: 'tool_use', id: 'toolu_fast', name: 'look', json: '{"at":"fast"}' },
          { type: 'tool_use', id: 'toolu_w', name: 'write', json: '{"text":"x"}' },
        ],
        'tool_use',
      ),
      answer([{ type: 'text', text: 'Done.' }]),
    ],
    {
      async toy(call) {
        if (JSON.stringify(call.input).includes('slow')) await new Promise((resolve) => setTimeout(resolve, 80))
        return { ok: true, data: call.input }
      },
    },
  )
  await scene.say()
  const turn = scene.sent(1)[2]
  expect(turn).toMatchObject({
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'toolu_slow' },
      { type: 'tool_result', tool_use_id: 'toolu_fast' },
      { type: 'tool_result', tool_use_id: 'toolu_w' },
    ],
  })
  expect(scene.sent(1)).toHaveLength(3)
  const results = (await scene.session()).messages.filter(({ role }) => role === 'tool_result')
  // Readers see them so too, although the fast one was there first.
  expect(JSON.stringify(results[0]?.toolResult)).toContain('slow')
  const records = (await scene.records()).filter(({ type, value }) => type === 'message' && 'toolResult' in value)
  expect(JSON.stringify(records[0]?.value)).toContain('fast')
  await scene.close()
})
