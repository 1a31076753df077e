import { ok } from '@atelier/operation'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { answer, createScene } from '../../testing/scene.ts'
import { toyOperations } from '../../testing/world.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

const call = (id: string, name: string, json: string) => ({ type: 'tool_use' as const, id, name, json })

it('records the kinds of thing that a run changed, by the calls that succeeded, and what of the content', async () => {
  const operation = (effect: 'read' | 'write', affects: string[]) => ({
    effect,
    heavy: false,
    input: Type.Object({}),
    affects,
  })
  const operations = {
    ...toyOperations,
    paint: operation('write', ['styles', 'page']),
    move: operation('write', ['page']),
    peek: operation('read', ['nothing']),
    spoil: operation('write', ['media']),
  }
  const content = { models: ['post'], locales: ['en'], snapshotChanged: false, branchesChanged: false }
  for (const affected of [undefined, content]) {
    const scene = await createScene(
      opened.database,
      [
        answer(
          [call('a', 'paint', '{}'), call('b', 'move', '{}'), call('c', 'peek', '{}'), call('d', 'spoil', '{}')],
          'tool_use',
        ),
        answer([{ type: 'text', text: 'Done.' }]),
      ],
      {
        prepared: {
          affected: async () => affected,
          findOperation: (name) => Object.entries(operations).find(([known]) => known === name)?.[1],
        },
        toy: async ({ name }) => (name === 'spoil' ? { ok: false, error: { code: 'no', message: 'No.' } } : ok({})),
      },
    )
    const run = await scene.say()
    expect(run.affected).toEqual(affected ? { ...content, kinds: ['page', 'styles'] } : ['page', 'styles'])
    // The sum of the last round's input buckets, not of the run's.
    expect(run).toMatchObject({ contextTokens: 150, usage: { input: 200, cacheRead: 40, output: 80 } })
    await scene.close()
  }
})

it('makes a call through the loader as the call that is meant, and sends the model what it said', async () => {
  const scene = await createScene(opened.database, [
    answer([call('a', 'call_operation', '{"name":"write","input":{"text":"x"}}')], 'tool_use'),
    answer([call('b', 'call_operation', '{"name":"write","input":{"words":"x"}}')], 'tool_use'),
    answer([{ type: 'text', text: 'Done.' }]),
  ])
  await scene.say()
  expect(await scene.applied()).toHaveLength(1)
  const messages = (await scene.session()).messages
  const records = messages.filter(({ role }) => role === 'tool_call' || role === 'tool_result')
  expect(records.map(({ toolName, status }) => [toolName, status])).toEqual([
    ['write', 'complete'],
    ['write', 'complete'],
    ['write', 'error'],
    ['write', 'error'],
  ])
  expect(records[0]?.toolArgs).toEqual({ text: 'x' })
  expect(JSON.stringify(scene.replay.requests[1])).toContain('call_operation')
  await scene.close()
})

it('stops with the answer that a scope waits for, after the calls that came with it', async () => {
  const scene = await createScene(
    opened.database,
    [
      answer([{ type: 'text', text: 'Looking.' }, call('a', 'look', '{}')], 'tool_use'),
      answer([{ type: 'text', text: 'DONE' }, call('b', 'write', '{"text":"x"}')], 'tool_use'),
    ],
    { prepared: { stopWhen: [({ answer }) => (answer?.content === 'DONE' ? { reason: 'final_answer' } : undefined)] } },
  )
  expect(await scene.say()).toMatchObject({ status: 'complete', stopReason: 'final_answer', rounds: 2 })
  expect(scene.replay.requests).toHaveLength(2)
  expect(await scene.applied()).toHaveLength(2)
  await scene.close()
})

it('stops by a condition of the scope’s own, and says why', async () => {
  const scene = await createScene(
    opened.database,
    [
      answer([call('a', 'write', '{"text":"x"}')], 'tool_use'),
      answer([call('b', 'write', '{"text":"y"}')], 'tool_use'),
    ],
    {
      prepared: {
        stopWhen: [
          ({ calls }) =>
            calls.some(({ status, toolName }) => toolName === 'write' && status === 'complete')
              ? { reason: 'written', sentence: 'Stopped: it is written.' }
              : undefined,
        ],
      },
    },
  )
  expect(await scene.say()).toMatchObject({ status: 'complete', stopReason: 'written', rounds: 1 })
  expect(scene.replay.requests).toHaveLength(1)
  expect((await scene.session()).messages.at(-1)).toMatchObject({ role: 'error', content: 'Stopped: it is written.' })
  await scene.close()
})

it('returns the results of parallel reads in the order of their calls', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const scene = await createScene(
    opened.database,
    [
      answer([call('a', 'look', '{"at":"1"}'), call('b', 'look', '{"at":"2"}')], 'tool_use'),
      answer([{ type: 'text', text: 'Done.' }]),
    ],
    {
      toy: async ({ input }) => {
        if (JSON.stringify(input).includes('1')) await held
        return ok({ of: input })
      },
    },
  )
  const runId = await scene.send()
  const results = async () => (await scene.session()).messages.filter(({ role }) => role === 'tool_result')
  await scene.until('the second call has its result', async () => (await results()).length === 1)
  release()
  await scene.ended(runId)
  expect((await results()).map(({ toolResult }) => toolResult)).toEqual([
    { ok: true, data: { of: { at: '1' } } },
    { ok: true, data: { of: { at: '2' } } },
  ])
  expect(JSON.stringify(scene.sent(1))).toMatch(/"tool_use_id":"a".*"tool_use_id":"b"/)
  await scene.close()
})

it('reads a picture once, however many rounds show it, and none for a model without eyes', async () => {
  const loads: string[] = []
  const recordings = [
    answer([call('a', 'look', '{"at":"1"}')], 'tool_use'),
    answer([call('b', 'write', '{"text":"x"}')], 'tool_use'),
    answer([{ type: 'text', text: 'Done.' }]),
  ]
  for (const vision of [true, false]) {
    const scene = await createScene(opened.database, recordings, {
      prepared: {
        abilities: { vision },
        loadImage: async (hash) => {
          loads.push(hash)
          return 'AAAA'
        },
      },
      toy: async ({ name }) =>
        name === 'look' ? ok({}, { images: [{ mimeType: 'image/png', data: 'AAAA', hash: 'h1' }] }) : ok({}),
    })
    await scene.say()
    expect(loads).toEqual(['h1'])
    expect(JSON.stringify(scene.sent(2)).includes('AAAA')).toBe(vision)
    await scene.close()
  }
})

it('ends with the reason if the model declines', async () => {
  const scene = await createScene(opened.database, [answer([{ type: 'text', text: 'I would rather' }], 'refusal')])
  expect(await scene.say()).toMatchObject({ status: 'complete', stopReason: 'refusal', rounds: 1 })
  expect((await scene.session()).messages.at(-1)).toMatchObject({
    role: 'error',
    content: 'The model declined to answer.',
  })
  await scene.close()
})
