import { type ChatCompletionRequest, LLMock } from '@copilotkit/aimock'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Id, newSession, type SessionRead, settled, startRun } from '../../../apps/server/testing/ai.ts'
import { startTestServer, type TestServer } from '../../../apps/server/testing/server.ts'
import { type WireId, wireIds } from '../judge/script.ts'

/** Words that tell the scenarios apart, said by the person. */
const says = (words: string) => (request: ChatCompletionRequest) => JSON.stringify(request.messages).includes(words)
const atTurn = (words: string, turn: number) => (request: ChatCompletionRequest) =>
  says(words)(request) && request.messages.filter(({ role }) => role === 'assistant').length === turn

const mock = new LLMock({ port: 0, chunkSize: 12, logLevel: 'silent' })
let server: TestServer
const credentials = new Map<WireId, string>()

beforeAll(async () => {
  const calls = [
    { name: 'list_documents', arguments: '{}' },
    { name: 'read_document', arguments: '{}' },
  ]
  const long = `A long answer. ${'And more of it. '.repeat(40)}`
  const good = { content: 'It is done – “so” 🙂.' }
  for (const words of ['PLAIN', 'SLOW'])
    mock.on(
      { predicate: atTurn(words, 0) },
      { content: 'I read both – “at once” 🙂.', toolCalls: calls },
      words === 'SLOW' ? { latency: 40 } : {},
    )
  // Each fails once, before the same words are answered.
  const fails = (words: string, status: number, type: string) => {
    const error = { message: `Failing with ${status}`, type }
    mock.on({ predicate: says(words), sequenceIndex: 0 }, { error, status, retryAfter: 1 })
  }
  for (const wire of wireIds) {
    fails(`LIMITED-${wire}`, 429, 'rate_limit_error')
    fails(`OVERLOADED-${wire}`, wire === 'anthropic' ? 529 : 503, 'overloaded_error')
    mock.on({ predicate: says(`CUT-${wire}`), sequenceIndex: 0 }, { content: long }, { truncateAfterChunks: 6 })
    mock.on(
      { predicate: says(`DROPPED-${wire}`), sequenceIndex: 0 },
      { content: long },
      { latency: 20, disconnectAfterMs: 150 },
    )
    mock.on(
      { predicate: says(`REFUSED-${wire}`) },
      { error: { message: 'No such key', type: 'authentication_error' }, status: 401 },
    )
  }
  mock.on({ predicate: () => true }, good)
  await mock.start()
  server = await startTestServer()
  for (const wire of wireIds) {
    const made = await server.call('POST', '/api/ai/credentials', {
      provider: wire,
      label: `Mocked ${wire}`,
      apiKey: `sk-mocked-${wire}`,
      baseUrl: { anthropic: '', openai: '/v1', openrouter: '/api/v1', ollama: '', compatible: '/v1' }[wire].replace(
        /^/,
        mock.url,
      ),
    })
    if (made.status !== 201) throw new Error(`${wire}: ${JSON.stringify(made.body)}`)
    credentials.set(wire, Value.Parse(Id, made.body).id)
  }
})
afterAll(async () => {
  await server.close()
  await mock.stop()
})

async function run(wire: WireId, prompt: string): Promise<SessionRead> {
  const modelId = {
    anthropic: 'claude-3-5-haiku-latest',
    openai: 'gpt-4o',
    openrouter: 'openai/gpt-4o',
    ollama: 'llama3',
    compatible: 'local',
  }[wire]
  const session = await newSession(server, { credentialId: credentials.get(wire), modelId })
  await startRun(server, session, prompt)
  return await settled(server, session)
}

const answersOf = ({ messages }: SessionRead) =>
  messages.filter(({ role, status }) => role === 'assistant' && status === 'complete').map(({ content }) => content)

describe.each(wireIds)('a server that is not ours, as %s', (wire) => {
  it.concurrent('answers, calls two tools at once, reads their results and ends', async () => {
    const read = await run(wire, 'PLAIN, please')
    expect(read.runs).toMatchObject([{ status: 'complete', provider: wire, rounds: 2, stopReason: 'end' }])
    expect(answersOf(read)).toEqual(['I read both – “at once” 🙂.', 'It is done – “so” 🙂.'])
    const called = read.messages.filter(({ role }) => role === 'tool_call')
    expect(called.map(({ toolName, status }) => [toolName, status])).toEqual([
      ['list_documents', 'complete'],
      ['read_document', 'complete'],
    ])
    expect(read.messages.filter(({ role }) => role === 'tool_result')).toHaveLength(2)
  })

  it.concurrent('is waited for as long as its Retry-After says, after a 429', async () => {
    const from = Date.now()
    const read = await run(wire, `LIMITED-${wire}`)
    expect(read.runs).toMatchObject([{ status: 'complete' }])
    expect(Date.now() - from).toBeGreaterThanOrEqual(1000)
    expect(answersOf(read)).toEqual(['It is done – “so” 🙂.'])
  })

  it.concurrent(`is sent again after a ${wire === 'anthropic' ? 529 : 503}`, async () => {
    const read = await run(wire, `OVERLOADED-${wire}`)
    expect(read.runs).toMatchObject([{ status: 'complete' }])
    expect(answersOf(read)).toEqual(['It is done – “so” 🙂.'])
  })

  it.concurrent.each(['CUT', 'DROPPED'])(
    'is asked again after a stream that was %s, and only the whole answer stays',
    async (how) => {
      const read = await run(wire, `${how}-${wire}`)
      expect(read.runs).toMatchObject([{ status: 'complete' }])
      expect(answersOf(read)).toEqual(['It is done – “so” 🙂.'])
      expect(JSON.stringify(read.messages)).not.toContain('A long answer')
    },
  )

  it.concurrent('is slow, and is read whole', async () => {
    const read = await run(wire, 'SLOW, please')
    expect(read.runs).toMatchObject([{ status: 'complete', rounds: 2 }])
    expect(answersOf(read)).toEqual(['I read both – “at once” 🙂.', 'It is done – “so” 🙂.'])
  })

  it.concurrent('refuses the key: the run ends with a sentence that does not quote it', async () => {
    const read = await run(wire, `REFUSED-${wire}`)
    expect(read.runs).toMatchObject([{ status: 'error', error: expect.stringContaining('did not accept the key') }])
    expect(JSON.stringify(read)).not.toContain('sk-mocked')
  })
})
