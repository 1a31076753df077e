import { fail, ok } from '@atelier/operation'
import { createStreamStore } from '@atelier/streams'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { answer, createScene } from '../../testing/scene.ts'
import type { ToolExecutor } from '../contract/executor.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

/** A scene whose second call of an answer waits for a person, and what carries out its calls. */
async function stage() {
  let decision: 'approved' | 'denied' | undefined
  const ran: string[] = []
  const streams = createStreamStore(opened.database, { now: Date.now })
  const executor: ToolExecutor = {
    async execute(call, commit) {
      const text = String(call.input && typeof call.input === 'object' && 'text' in call.input && call.input.text)
      if (text === 'second' && !decision) {
        return {
          ok: false,
          refused: 'approval',
          request: {
            operation: 'toy.write',
            message: 'It writes the second.',
            target: 'second',
            documentRevision: '1',
            expiresAt: Date.now() + 60_000,
          },
        }
      }
      const denied = text === 'second' && decision === 'denied'
      if (!denied) ran.push(text)
      const result = denied ? fail('denied', 'The person said no.') : ok({ text })
      const outcome = await streams.commit({ fence: commit.fence, appends: commit.appends(result) })
      return outcome.ok ? { ok: true, result, replayed: false } : { ok: false, refused: 'fenced' }
    },
  }
  const write = (id: string, text: string) => ({
    type: 'tool_use' as const,
    id,
    name: 'write',
    json: `{"text":"${text}"}`,
  })
  const scene = await createScene(
    opened.database,
    [
      answer(
        [{ type: 'text', text: 'I write three.' }, write('a', 'first'), write('b', 'second'), write('c', 'third')],
        'tool_use',
      ),
      answer([{ type: 'text', text: 'All there.' }]),
    ],
    { prepared: { executor } },
  )
  const runId = await scene.send()
  await scene.until('it waits', async () => (await scene.session()).runs[0]?.status === 'waiting')
  return {
    scene,
    ran,
    runId,
    /** A person decides, and the run goes back to the queue. */
    async decide(what: 'approved' | 'denied') {
      decision = what
      await opened.database.transact(function* () {
        yield { sql: `update runs set status = 'queued', wake_at = null where id = '${runId}'`, parameters: [] }
      })
    },
  }
}

it('still waits after a restart, with the same question, and continues when a user has decided', async () => {
  const { scene, ran, runId, decide } = await stage()
  const before = await scene.session()
  await scene.restart()
  expect(await scene.session()).toEqual(before)
  expect(before.approvals).toMatchObject([{ status: 'requested', message: 'It writes the second.', runId }])
  await decide('approved')
  expect(await scene.ended(runId)).toMatchObject({ status: 'complete', stopReason: 'end', rounds: 2 })
  expect(ran).toEqual(['first', 'second', 'third'])
  await scene.close()
})

it('has everything stored while it waits: the answer, its calls, and what was already done', async () => {
  const { scene, ran, runId, decide } = await stage()
  const { messages } = await scene.session()
  expect(messages.map(({ role, status }) => `${role} ${status}`)).toEqual([
    'user complete',
    'assistant complete',
    'tool_call complete',
    'tool_call pending',
    'tool_call pending',
    'tool_result complete',
  ])
  expect(messages[1]?.content).toBe('I write three.')
  expect(ran).toEqual(['first'])
  await decide('denied')
  await scene.ended(runId)
  expect(ran).toEqual(['first', 'third'])
  await scene.close()
})

it('continues where it waited, and neither asks the model again nor runs a finished call again', async () => {
  const { scene, ran, runId, decide } = await stage()
  expect(scene.replay.requests).toHaveLength(1)
  await scene.restart()
  await decide('approved')
  await scene.ended(runId)
  expect(scene.replay.requests).toHaveLength(2)
  expect(ran).toEqual(['first', 'second', 'third'])
  const results = scene.sent(1)[2]
  expect(JSON.stringify(results).match(/"tool_use_id":"(\w)"/g)).toEqual(
    ['a', 'b', 'c'].map((id) => `"tool_use_id":"${id}"`),
  )
  await scene.close()
})
