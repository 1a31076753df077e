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

it('stops the third identical call with a hint, and the run if the model repeats it again', async () => {
  let number = 0
  const scene = await createScene(opened.database, () =>
    answer([{ type: 'tool_use', id: `c${++number}`, name: 'look', json: '{"at":"x"}' }], 'tool_use'),
  )
  expect(await scene.say()).toMatchObject({ status: 'complete', stopReason: 'repeated_call', rounds: 4 })
  expect(await scene.applied()).toHaveLength(2)
  expect(JSON.stringify(scene.sent(3))).toContain('three times in a row')
  expect((await scene.session()).messages.at(-1)).toMatchObject({
    role: 'error',
    content: expect.stringContaining('again and again'),
  })
  await scene.close()
})

it('ends a run at its round limit, cleanly and saying so', async () => {
  let number = 0
  const scene = await createScene(
    opened.database,
    () =>
      answer(
        [{ type: 'tool_use', id: `c${++number}`, name: 'look', json: JSON.stringify({ at: `${number}` }) }],
        'tool_use',
      ),
    { runner: { maxRounds: 5 } },
  )
  expect(await scene.say()).toMatchObject({ status: 'complete', stopReason: 'round_limit', rounds: 5 })
  expect(scene.replay.requests).toHaveLength(5)
  await scene.close()
})
