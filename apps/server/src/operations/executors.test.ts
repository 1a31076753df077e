import type { Envelope } from '@atelier/operation'
import { ok } from '@atelier/operation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSession, readSession, startRun } from '../../testing/ai.ts'
import { ended, operate, scriptedModel, until, useModel } from '../../testing/approvals.ts'
import { notes } from '../../testing/notes/scope.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import type { OperationExecutor } from './executors.ts'

/** The executor under test; undefined when nothing is connected to it. */
let kernel: ((name: string) => Envelope) | undefined
const executor: OperationExecutor = {
  carryOut: async ({ operation: { operation } }) => (kernel ? { result: kernel(operation.name) } : { missing: true }),
}

let model: Awaited<ReturnType<typeof scriptedModel>>
let without: TestServer
let having: TestServer
beforeAll(async () => {
  model = await scriptedModel([])
  without = await startTestServer({}, { scopes: [notes()] })
  having = await startTestServer({}, { scopes: [notes()], executors: { kernel: executor } })
  for (const server of [without, having]) {
    await useModel(server, model.url)
    await operate(server, 'toy.addNote', { text: 'two words' })
  }
})
afterAll(async () => {
  await Promise.all([without.close(), having.close()])
  await model.close()
})

/** The results of a run that calls these operations. */
async function ran(server: TestServer, ...names: string[]) {
  model.add(names.map((name) => [name, {}]))
  const session = await newSession(server, { scope: 'toy' })
  await startRun(server, session, 'Count')
  const { messages } = await ended(server, session)
  return messages.filter(({ role }) => role === 'tool_result').map(({ toolResult }) => toolResult)
}

const missing = {
  ok: false,
  error: {
    code: 'needs_executor',
    message:
      'countWords was not run: it needs the executor "kernel" (a worker with the CAD kernel), and none is connected.',
    hint: expect.stringContaining('Open the part'),
  },
}

describe('an executor that is not registered', () => {
  test('is named in the result of the call, by hand and in a run', async () => {
    expect(await operate(without, 'toy.countWords', {})).toMatchObject({ status: 200, body: missing })
    expect(await ran(without, 'countWords')).toMatchObject([missing])
  })

  test('is replaced by the server if the operation declares so', async () => {
    expect(await operate(without, 'toy.countWordsAnywhere', {})).toMatchObject({
      body: { ok: true, data: { words: 2 } },
    })
    expect(await ran(without, 'countWordsAnywhere')).toMatchObject([{ ok: true, data: { words: 2 } }])
  })
})

describe('a tab', () => {
  test('carries out the operations of the kind and scope that it registers for', async () => {
    const session = await newSession(without, { scope: 'toy' })
    const beat = { executorId: 'kernel-tab', kind: 'view', serves: ['kernel:toy'] }
    await without.call('POST', `/api/ai/sessions/${session}/executors`, beat)
    model.add([['countWords', {}]])
    await startRun(without, session, 'Count')
    const execution = await until(async () => {
      const { messages } = await readSession(without, session)
      return messages.find(({ role, status }) => role === 'tool_call' && status === 'running')?.execution
    })
    expect(execution).toMatchObject({ executorId: 'kernel-tab' })
    const { bridgeId, requestId } = execution
    const result = { ok: true, data: { words: 7 } }
    expect(await without.call('POST', '/api/ai/tool-result', { bridgeId, requestId, result })).toMatchObject({
      body: { accepted: true },
    })
    const { messages } = await ended(without, session)
    expect(messages.find(({ role }) => role === 'tool_result')?.toolResult).toMatchObject(result)
  })
})

describe('a registered executor', () => {
  test('carries out the operations of its kind, and their results are kept with the run', async () => {
    kernel = (name) => ok({ words: name.length })
    expect(await operate(having, 'toy.countWords', {})).toMatchObject({ body: { ok: true, data: { words: 10 } } })
    expect(await ran(having, 'countWords', 'countWordsAnywhere')).toMatchObject([
      { data: { words: 10 } },
      { data: { words: 18 } },
    ])
  })

  test('that nothing is connected to is as one that is not there', async () => {
    kernel = undefined
    expect(await ran(having, 'countWords', 'countWordsAnywhere')).toMatchObject([missing, { data: { words: 2 } }])
  })

  test('that fails has its call fail, and the run continues', async () => {
    kernel = () => {
      throw new Error('The kernel broke')
    }
    expect(await ran(having, 'countWords', 'listNotes')).toMatchObject([
      { ok: false, error: { code: 'internal' } },
      { ok: true, data: { notes: ['two words'] } },
    ])
    expect(having.logged.join()).toContain('The kernel broke')
  })
})
