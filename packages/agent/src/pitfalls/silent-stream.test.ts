import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { listen } from '../../testing/conformance.ts'
import { fullRequest } from '../../testing/conformanceRequests.ts'
import { anthropicEvents, sse } from '../../testing/recordings.ts'
import { answer, createScene } from '../../testing/scene.ts'
import { anthropic } from '../providers/anthropicMessages.ts'
import { compatible, ollama } from '../providers/chatCompletions.ts'
import { openai, openrouter } from '../providers/responses.ts'
import { createFetchProvider } from '../wire/fetchProvider.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

it('ends a stream that only pings, and tries again', async () => {
  // They would run for longer than a test may take.
  const pings = sse([...anthropicEvents([]).slice(0, 1), ...Array.from({ length: 20_000 }, () => ({ type: 'ping' }))])
  const scene = await createScene(
    opened.database,
    [{ body: pings, packet: 60, delayMs: 10 }, answer([{ type: 'text', text: 'Awake.' }])],
    { fetchOptions: { idleMs: 200 } },
  )
  expect(await scene.say()).toMatchObject({ status: 'complete' })
  expect(scene.replay.requests).toHaveLength(2)
  expect((await scene.session()).messages.at(-1)?.content).toBe('Awake.')
  await scene.close()
})

it.each([
  ['anthropic', anthropic, 'event: ping\ndata: {"type":"ping"}\n\n'],
  ['openai', openai, 'event: keepalive\ndata: {"type":"keepalive","sequence_number":3}\n\n'],
  ['openrouter', openrouter, ': OPENROUTER PROCESSING\n\n'],
  ['ollama', ollama, ': ping\n\n'],
  ['compatible', compatible, 'data: {"choices":[]}\n\n'],
] as const)('counts events and not bytes on the wire of %s', async (_id, wire, ping) => {
  let left = 2000
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (left-- > 0) controller.enqueue(new TextEncoder().encode(ping))
      else controller.close()
    },
  })
  const headers = { 'content-type': 'text/event-stream' }
  const provider = createFetchProvider(
    wire,
    { provider: wire.id, apiKey: 'k' },
    {
      fetch: async (_url, init) => abortable(new Response(body, { headers }), init?.signal),
      now: Date.now,
      idleMs: 100,
    },
  )
  expect(await listen(provider, fullRequest())).toMatchObject({ error: 'timeout' })
  expect(left).toBeGreaterThan(0)
})

/** A response whose body breaks off with the signal, as that of `fetch` does. */
function abortable(response: Response, signal: AbortSignal | null | undefined): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  response.body?.pipeTo(writable, signal ? { signal } : {}).catch(() => undefined)
  return new Response(readable, { headers: response.headers })
}
