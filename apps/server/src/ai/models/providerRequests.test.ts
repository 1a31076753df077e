import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anthropicText, fakeProvider, firstProject, newSession, settled, startRun } from '../../../testing/ai.ts'
import { useModel } from '../../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const idleMs = 300

let server: TestServer
let provider: Awaited<ReturnType<typeof fakeProvider>>
let answer: (response: ServerResponse) => void = (response) => anthropicText(response, 'Hello.')

beforeAll(async () => {
  provider = await fakeProvider((response) => answer(response))
  server = await startTestServer({ ATELIER_PROVIDER_IDLE_MS: String(idleMs) })
  await useModel(server, provider.url)
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

function event(response: ServerResponse, type: string, data: object): void {
  response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
}

test('a provider that pings and says nothing is cancelled after the time that is set, and asked again', async () => {
  const left: { pings: number }[] = []
  answer = (response) => {
    let pings = 0
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    event(response, 'message_start', { message: { id: 'm', usage: { input_tokens: 10, output_tokens: 1 } } })
    const timer = setInterval(() => {
      pings += 1
      event(response, 'ping', {})
    }, 20)
    response.on('close', () => {
      clearInterval(timer)
      left.push({ pings })
      answer = (next) => anthropicText(next, 'Awake at last.')
    })
  }
  const session = await newSession(server)
  await startRun(server, session, 'Are you there?')
  const { runs, messages } = await settled(server, session)
  expect(runs).toMatchObject([{ status: 'complete' }])
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Awake at last.' })
  expect(left).toHaveLength(1)
  // The pings arrived all the time; they must not have counted.
  expect(left[0]?.pings).toBeGreaterThan(3)
})

test('a provider that speaks slowly, each time before the time is over, is read to its end', async () => {
  const words = ['One', ' two', ' three', ' four', ' five']
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    event(response, 'message_start', { message: { id: 'm', usage: { input_tokens: 10, output_tokens: 1 } } })
    event(response, 'content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
    const left = [...words]
    const timer = setInterval(() => {
      const text = left.shift()
      if (text !== undefined)
        return event(response, 'content_block_delta', { index: 0, delta: { type: 'text_delta', text } })
      clearInterval(timer)
      event(response, 'content_block_stop', { index: 0 })
      event(response, 'message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } })
      event(response, 'message_stop', {})
      response.end()
    }, idleMs / 3)
  }
  const asked = provider.bodies.length
  const session = await newSession(server)
  await startRun(server, session, 'Count')
  const { messages } = await settled(server, session)
  expect(messages.at(-1)?.content).toBe(words.join(''))
  expect(provider.bodies.length - asked).toBe(1)
})

/** An answer whose request was written to the cache, and of which `read` tokens had been there. */
function cached(response: ServerResponse, read: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const usage = { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: read, cache_creation_input_tokens: 3000 }
  event(response, 'message_start', { message: { id: 'm', usage } })
  event(response, 'content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
  event(response, 'content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Fine.' } })
  event(response, 'content_block_stop', { index: 0 })
  event(response, 'message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } })
  event(response, 'message_stop', {})
  response.end()
}

test('the log says which part of the prompt had changed if nothing was read from a cache', async () => {
  const lines = () =>
    server.logged
      .map((line): { msg?: string; part?: string; stream?: string; model?: string } => JSON.parse(line))
      .filter(({ msg }) => msg?.includes('in its cache'))
  let read = 0
  answer = (response) => cached(response, read)
  const session = await newSession(server)
  const say = async (prompt: string) => {
    await startRun(server, session, prompt)
    await settled(server, session)
  }
  await say('A private question')
  read = 3000
  await say('Another')
  expect(lines()).toEqual([])
  read = 0
  await say('A third')
  expect(lines().map(({ part }) => part)).toEqual(['nothing: expired or evicted'])
  // If no user sees a card, the tools take a token, so that their schemas differ.
  const { id: projectId } = await firstProject(server)
  const chat = { conversationId: session, projectId, prompt: 'From a program' }
  const answered = await server.request('/api/ai/chat/site', {
    method: 'POST',
    body: JSON.stringify(chat),
    headers: { cookie: server.cookie },
  })
  await answered.text()
  expect(lines().map(({ part }) => part)).toEqual(['nothing: expired or evicted', 'tools'])
  expect(lines().at(-1)).toMatchObject({ stream: `sessions/${session}`, provider: 'anthropic' })
  expect(JSON.stringify(lines())).not.toMatch(/private question|From a program/)
})
