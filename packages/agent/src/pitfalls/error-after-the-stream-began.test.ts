import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { anthropicEvents, sse } from '../../testing/recordings.ts'
import { answer, createScene } from '../../testing/scene.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

const overloaded = { type: 'error', ...{ error: { type: 'overloaded_error', message: 'Overloaded' } } }

it('tries again under a new attempt that supersedes what was shown, and keeps the work of finished rounds', async () => {
  const begun = anthropicEvents([{ type: 'text', text: 'Half an answer' }]).slice(0, 5)
  const scene = await createScene(opened.database, [
    answer([{ type: 'tool_use', id: 'toolu_1', name: 'write', json: '{"text":"x"}' }], 'tool_use'),
    { body: sse([...begun, overloaded]) },
    answer([{ type: 'text', text: 'A whole answer.' }]),
  ])
  expect(await scene.say()).toMatchObject({ status: 'complete', rounds: 2 })
  expect(await scene.applied()).toHaveLength(1)
  const records = await scene.records()
  const old = records.findLast((record) => record.type === 'message' && record.value.supersededBy !== undefined)
  const { messages } = await scene.session()
  expect(messages.at(-1)).toMatchObject({ content: 'A whole answer.', attempt: 2 })
  expect(old?.type === 'message' && old.value.supersededBy).toBe(messages.at(-1)?.id)
  expect(JSON.stringify(messages)).not.toContain('Half an answer')
  await scene.close()
})

it('tries again silently while nothing was shown', async () => {
  const scene = await createScene(opened.database, [
    { body: sse([overloaded]) },
    { status: 529, body: '{}', headers: { 'retry-after-ms': '5' } },
    answer([{ type: 'text', text: 'Hello.' }]),
  ])
  expect(await scene.say()).toMatchObject({ status: 'complete' })
  expect(scene.replay.requests).toHaveLength(3)
  const records = await scene.records()
  expect(
    records.some(
      (record) => record.type === 'message' && (record.value.supersededBy !== undefined || record.value.attempt > 1),
    ),
  ).toBe(false)
  await scene.close()
})

it('says in the run that it waits and why, until the repetition is answered', async () => {
  const scene = await createScene(opened.database, [
    { status: 529, body: '{}', headers: { 'retry-after-ms': '150' } },
    answer([{ type: 'text', text: 'Hello.' }], 'end_turn', { stall: true }),
  ])
  const runId = await scene.send()
  const retry = async () => (await scene.session()).runs.find(({ id }) => id === runId)?.retry
  await scene.until('the sign', async () => (await retry()) !== undefined)
  expect(await retry()).toMatchObject({ code: 'overloaded', attempt: 2 })
  expect(await scene.ended(runId)).toMatchObject({ status: 'complete' })
  const signs = (await scene.records()).flatMap((record) => (record.type === 'run' ? [record.value.retry?.code] : []))
  // Shown once, taken away when words came, and not there at the end.
  expect(signs.filter((code) => code !== undefined)).toEqual(['overloaded'])
  expect(signs.slice(signs.indexOf('overloaded') + 1)).toEqual([undefined, undefined])
  await scene.close()
})

it('gives up after four tries, with a sentence for a person', async () => {
  const scene = await createScene(opened.database, [{ status: 500, body: 'oops', headers: { 'retry-after-ms': '1' } }])
  expect(await scene.say()).toMatchObject({ status: 'error', error: expect.stringContaining('Anthropic failed (500)') })
  expect(scene.replay.requests).toHaveLength(4)
  await scene.close()
})

it('does not wait longer than a minute for a provider that asks for more', async () => {
  const scene = await createScene(opened.database, [{ status: 429, body: '{}', headers: { 'retry-after': '120' } }])
  expect(await scene.say()).toMatchObject({ status: 'error', error: expect.stringContaining('limits how often') })
  expect(scene.replay.requests).toHaveLength(1)
  await scene.close()
})
