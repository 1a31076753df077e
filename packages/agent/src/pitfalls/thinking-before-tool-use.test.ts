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

it('replays thinking with its signature, untouched and before the call, also in later runs', async () => {
  const thinking = { type: 'thinking', thinking: 'I must look — 🙂.', signature: 'c2lnbmF0dXJl+/==' } as const
  const redacted = { type: 'redacted_thinking', data: 'ZW5jcnlwdGVk' } as const
  const call = { type: 'tool_use', id: 'toolu_1', name: 'look', json: '{"at":"top"}' } as const
  const text = { type: 'text', text: 'Done.' } as const
  const scene = await createScene(opened.database, [
    answer([thinking, redacted, text, call], 'tool_use'),
    answer([text]),
  ])
  expect(await scene.say()).toMatchObject({ status: 'complete' })
  await scene.say('Again')
  for (const at of [1, 2]) {
    expect(scene.sent(at)[1]).toEqual({
      role: 'assistant',
      content: [thinking, redacted, text, { type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 'top' } }],
    })
  }
  await scene.close()
})
