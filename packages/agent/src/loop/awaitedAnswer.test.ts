import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { answer, createScene } from '../../testing/scene.ts'
import { toyOperations } from '../../testing/world.ts'
import type { ToolExecutor } from '../contract/executor.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

/** Waits for an answer from outside that never comes; its call has no result then. */
const waiting = (begun: () => void): ToolExecutor => ({
  execute: (_call, _commit, signal) =>
    new Promise((resolve) => {
      begun()
      signal.addEventListener('abort', () => resolve({ ok: false, refused: 'aborted' }), { once: true })
    }),
})
const rounds = () => [
  answer([{ type: 'tool_use', id: 'one', name: 'write', json: '{"text":"one"}' }], 'tool_use'),
  answer([{ type: 'text', text: 'Without it, then.' }]),
]

it('a call that takes too long has a result that says so, and the run continues', async () => {
  const scene = await createScene(opened.database, rounds(), {
    runner: { maxCallMs: 50 },
    prepared: { executor: waiting(() => undefined) },
  })
  expect(await scene.ended(await scene.send())).toMatchObject({ status: 'complete', rounds: 2 })
  const results = (await scene.session()).messages.filter(({ role }) => role === 'tool_result')
  expect(results).toMatchObject([{ status: 'error', toolResult: { error: { code: 'timeout' } } }])
  await scene.close()
})

/** Time that passes only when it is advanced. */
function createClock() {
  let at = 0
  const waits = new Map<() => void, number>()
  return {
    delay: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        waits.set(resolve, at + ms)
        signal.addEventListener('abort', () => waits.delete(resolve), { once: true })
      }),
    advance(ms: number) {
      at += ms
      for (const [resolve, until] of waits) if (until <= at) resolve()
    },
  }
}

it.each([
  ['is waited for as long as it declares', 1_799_000, { status: 'complete', toolResult: { ok: true, data: 'here' } }],
  ['is given up after that', 1_800_000, { status: 'error', toolResult: { error: { code: 'timeout' } } }],
])('a call of an operation that works for long %s', async (_, ms, result) => {
  const clock = createClock()
  let answerCall: (() => void) | undefined
  const executor: ToolExecutor = {
    execute: (_call, commit, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ ok: false, refused: 'aborted' }), { once: true })
        answerCall = async () => {
          if (signal.aborted) return
          await scene.streams.commit({ fence: commit.fence, appends: commit.appends({ ok: true, data: 'here' }) })
          resolve({ ok: true, result: { ok: true, data: 'here' }, replayed: false })
        }
      }),
  }
  const scene = await createScene(opened.database, rounds(), {
    runner: { delay: clock.delay },
    prepared: {
      executor,
      findOperation: (name) => {
        const known = toyOperations[name]
        return known && { ...known, longestMs: 1_800_000 }
      },
    },
  })
  const runId = await scene.send()
  await scene.until('the call waits', () => answerCall !== undefined)
  clock.advance(ms)
  // A call past its deadline ends before the answer comes.
  await new Promise(setImmediate)
  answerCall?.()
  expect(await scene.ended(runId)).toMatchObject({ status: 'complete', rounds: 2 })
  const results = (await scene.session()).messages.filter(({ role }) => role === 'tool_result')
  expect(results).toMatchObject([result])
  await scene.close()
})

it('a call of a run that a person stops ends with the run', async () => {
  let begun = false
  const executor = waiting(() => {
    begun = true
  })
  const scene = await createScene(opened.database, rounds(), { prepared: { executor } })
  const runId = await scene.send()
  await scene.until('the call waits', () => begun)
  await scene.abort(runId)
  expect(await scene.ended(runId)).toMatchObject({ status: 'aborted' })
  const results = (await scene.session()).messages.filter(({ role }) => role === 'tool_result')
  expect(results).toMatchObject([{ status: 'aborted', toolResult: { error: { code: 'aborted' } } }])
  await scene.close()
})

it('a call of a run that is handed over has no result, and is made again', async () => {
  let calls = 0
  const executor: ToolExecutor = {
    async execute(call, commit, signal) {
      calls += 1
      if (calls === 1) return waiting(() => undefined).execute(call, commit, signal)
      await scene.streams.commit({ fence: commit.fence, appends: commit.appends({ ok: true, data: 'here' }) })
      return { ok: true, result: { ok: true, data: 'here' }, replayed: false }
    },
  }
  const scene = await createScene(opened.database, rounds(), { prepared: { executor } })
  const runId = await scene.send()
  await scene.until('the call waits', () => calls === 1)
  await scene.restart()
  expect(await scene.ended(runId)).toMatchObject({ status: 'complete', rounds: 2 })
  const results = (await scene.session()).messages.filter(({ role }) => role === 'tool_result')
  expect(results).toMatchObject([{ status: 'complete', toolResult: { ok: true, data: 'here' } }])
  await scene.close()
})
