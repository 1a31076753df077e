import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { answer, createScene } from '../../testing/scene.ts'
import type { RunFinding } from '../contract/run.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

const write = (id: string) => answer([{ type: 'tool_use', id, name: 'write', json: `{"text":"${id}"}` }], 'tool_use')
const words = (text: string) => answer([{ type: 'text', text }])
const broken: RunFinding = { code: 'broken-link', severity: 'error', message: 'A link is broken.' }

/** A scope whose checks find something until `mended` calls were made. */
async function scene(recordings: Parameters<typeof createScene>[1], mended: number, options: object = {}) {
  let calls = 0
  let looks = 0
  const made = await createScene(opened.database, recordings, {
    toy: async () => {
      calls += 1
      return { ok: true, data: {} }
    },
    prepared: {
      postRunCheck: async () => {
        looks += 1
        return calls < mended ? { findings: [broken], hint: 'The link is broken.' } : { findings: [] }
      },
      ...options,
    },
  })
  return { ...made, looks: () => looks }
}

it('reports findings to the model once, and ends without them if they were repaired', async () => {
  const { say, sent, replay, close, session } = await scene(
    [write('a'), words('Done.'), write('b'), words('Mended.')],
    2,
  )
  const run = await say()
  expect(run).toMatchObject({ status: 'complete', stopReason: 'end', rounds: 4 })
  expect(run.findings).toBeUndefined()
  expect(replay.requests).toHaveLength(4)
  expect(JSON.stringify(sent(2).at(-1))).toContain('The link is broken.')
  expect((await session()).messages.filter(({ role }) => role === 'system')).toHaveLength(1)
  await close()
})

it('never reports findings twice: the rest is kept with the run', async () => {
  const { say, replay, close } = await scene([write('a'), words('Done.'), write('b'), words('I tried.')], 99)
  expect(await say()).toMatchObject({ status: 'complete', stopReason: 'end', findings: [broken] })
  expect(replay.requests).toHaveLength(4)
  await close()
})

it('does not look at a run that wrote nothing', async () => {
  const { say, looks, close } = await scene([words('Hello.')], 99)
  expect((await say()).findings).toBeUndefined()
  expect(looks()).toBe(0)
  await close()
})

it('keeps what was raised by a run that a limit of rounds ends', async () => {
  const { say, replay, close } = await scene([write('a')], 99, { maxRounds: 1 })
  expect(await say()).toMatchObject({ status: 'complete', findings: [broken] })
  expect(replay.requests).toHaveLength(1)
  await close()
})

it('asks for no round beyond the limit', async () => {
  const { say, replay, close } = await scene([write('a'), words('Done.')], 99, { maxRounds: 2 })
  expect(await say()).toMatchObject({ stopReason: 'end', rounds: 2, findings: [broken] })
  expect(replay.requests).toHaveLength(2)
  await close()
})

it('ends a run normally if the check itself fails, and reports the failure', async () => {
  const made = await scene([write('a'), words('Done.')], 99, {
    postRunCheck: async () => {
      throw new Error('no checks today')
    },
  })
  expect(await made.say()).toMatchObject({ status: 'complete', stopReason: 'end' })
  expect(made.bugs.map(String)).toContain('Error: no checks today')
  await made.close()
})
