import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { startReplay } from '../../testing/replay.ts'
import { answer, createScene } from '../../testing/scene.ts'
import { anthropic } from '../providers/anthropicMessages.ts'
import { createFetchProvider } from '../wire/fetchProvider.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

it('drops signatures when another model continues, and keeps calls with their results', async () => {
  const scene = await createScene(opened.database, [
    answer(
      [
        { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
        { type: 'tool_use', id: 'toolu_1', name: 'look', json: '' },
      ],
      'tool_use',
    ),
    answer([{ type: 'text', text: 'Seen.' }]),
  ])
  await scene.say()
  await scene.close()
  const next = await startReplay([answer([{ type: 'text', text: 'Hello.' }])])
  const provider = createFetchProvider(
    anthropic,
    { provider: 'anthropic', baseUrl: next.url },
    { fetch, now: Date.now },
  )
  const runner = scene.runner(provider, { prepared: { model: 'another' } })
  runner.start()
  const asked = await runner.enqueue({ sessionId: scene.sessionId, userId: 'u', prompt: 'And now?' })
  if (asked.ok) await scene.ended(asked.runId)
  const body = JSON.parse(JSON.stringify(next.requests[0]?.body))
  const sent: { role: string }[] = body.messages
  const text = JSON.stringify(sent)
  expect(text).not.toContain('c2ln')
  expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user'])
  expect(sent[1]).toMatchObject({ content: [{ type: 'tool_use' }] })
  expect(sent[2]).toMatchObject({ content: [{ type: 'tool_result' }] })
  await runner.stop()
  await next.close()
})
