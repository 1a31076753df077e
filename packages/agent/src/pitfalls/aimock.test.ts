import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { createWorld } from '../../testing/world.ts'
import { anthropic } from '../providers/anthropicMessages.ts'
import { compatible } from '../providers/chatCompletions.ts'
import { createFetchProvider } from '../wire/fetchProvider.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
const mock = new LLMock({ port: 0 })
beforeAll(async () => {
  opened = await sqlite.open()
  mock.on(
    { turnIndex: 0 },
    {
      content: 'I will write two things.',
      toolCalls: [
        { name: 'look', arguments: '{"at":"top"}' },
        { name: 'write', arguments: '{"text":"<h1>Hello</h1>"}' },
      ],
    },
  )
  mock.on({ turnIndex: 1 }, { content: 'Both are there.' })
  await mock.start()
})
afterAll(async () => {
  await mock.stop()
  await opened.close()
})

it.each([anthropic, compatible])(
  'a provider that is not ours, as $id: text, two calls, a second round',
  async (wire) => {
    const world = await createWorld(opened.database)
    const baseUrl = wire.id === 'compatible' ? `${mock.url}/v1` : mock.url
    const runner = world.runner(
      createFetchProvider(wire, { provider: wire.id, apiKey: 'sk-x', baseUrl }, { fetch, now: Date.now }),
    )
    runner.start()
    const asked = await runner.enqueue({ sessionId: world.sessionId, userId: 'u', prompt: 'Build it' })
    const run = asked.ok ? await world.ended(asked.runId) : undefined
    expect(run).toMatchObject({ status: 'complete', rounds: 2, stopReason: 'end' })
    const { messages } = await world.session()
    expect(messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual([
      'I will write two things.',
      'Both are there.',
    ])
    expect(
      messages.filter(({ role }) => role === 'tool_call').map(({ toolName, toolArgs }) => [toolName, toolArgs]),
    ).toEqual([
      ['look', { at: 'top' }],
      ['write', { text: '<h1>Hello</h1>' }],
    ])
    expect(await world.applied()).toHaveLength(2)
    await runner.stop()
  },
)
