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

it('ends the provider’s connection at once, keeps the answer so far, and can be continued', async () => {
  const scene = await createScene(opened.database, [
    answer([{ type: 'text', text: 'word '.repeat(20_000) }], 'end_turn', { packet: 200, delayMs: 20 }),
    answer([{ type: 'text', text: 'Hello again.' }]),
  ])
  const runId = await scene.send()
  await scene.until('words are shown', async () =>
    ((await scene.session()).messages.at(-1)?.content ?? '').includes('word'),
  )
  expect(await scene.abort(runId)).toBe(true)
  await scene.until('the provider was left', () => scene.replay.abandoned() === 1)
  expect(await scene.ended(runId)).toMatchObject({ status: 'aborted' })
  expect((await scene.session()).messages.at(-1)).toMatchObject({
    status: 'aborted',
    content: expect.stringContaining('word'),
  })
  expect(await scene.abort(runId)).toBe(false)
  expect(await scene.say('Go on')).toMatchObject({ status: 'complete' })
  expect(scene.sent(1).map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  await scene.close()
})

it('stops between calls: what was applied stays, the rest gets a result that says so', async () => {
  let running = 0
  const scene = await createScene(
    opened.database,
    [
      answer(
        ['one', 'two', 'three'].map(
          (text) => ({ type: 'tool_use', id: text, name: 'write', json: JSON.stringify({ text }) }) as const,
        ),
        'tool_use',
      ),
      answer([{ type: 'text', text: 'ok' }]),
    ],
    {
      async toy(call) {
        running += 1
        await new Promise((resolve) => setTimeout(resolve, 150))
        return { ok: true, data: call.input }
      },
    },
  )
  const runId = await scene.send()
  await scene.until('the first call runs', () => running === 1)
  await scene.abort(runId)
  expect(await scene.ended(runId)).toMatchObject({ status: 'aborted' })
  expect(await scene.applied()).toHaveLength(1)
  const results = (await scene.session()).messages.filter(({ role }) => role === 'tool_result')
  expect(results.map(({ status }) => status)).toEqual(['complete', 'aborted', 'aborted'])
  await scene.say('Go on')
  expect(scene.sent(1)[2]).toMatchObject({
    content: [{ type: 'tool_result' }, { is_error: true }, { is_error: true }, { type: 'text' }],
  })
  await scene.close()
})
