import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { anthropicBody } from '../../testing/recordings.ts'
import { answer, createScene } from '../../testing/scene.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

it('takes an end without message_stop for a failure, never for an answer', async () => {
  const whole = anthropicBody([{ type: 'text', text: 'I will build the whole page now.' }])
  const scene = await createScene(opened.database, [
    { body: whole.slice(0, whole.indexOf('event: message_delta')) },
    { body: whole, cutAt: 900 },
    answer([{ type: 'text', text: 'Here it is.' }]),
  ])
  expect(await scene.say()).toMatchObject({ status: 'complete' })
  expect(scene.replay.requests).toHaveLength(3)
  expect(
    (await scene.session()).messages.filter(({ role }) => role === 'assistant').map(({ content }) => content),
  ).toEqual(['Here it is.'])
  await scene.close()
})
