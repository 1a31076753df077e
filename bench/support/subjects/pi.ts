import { serve } from './serve.ts'

/** pi-ai's Anthropic stream, with one NDJSON line per event of text. */
interface PiEvent {
  type: string
  delta?: string
  toolCall?: { arguments?: unknown }
  error?: unknown
}
interface Pi {
  streamAnthropic(model: object, context: object, options: object): AsyncIterable<PiEvent>
}

const replay = process.argv[2] ?? ''
const entry = new URL('../../peers/node_modules/@earendil-works/pi-ai/dist/legacy-api-aliases.js', import.meta.url)
const pi: Pi = await import(entry.href)

serve(async (model, write) => {
  const described = {
    id: model,
    name: model,
    api: 'anthropic-messages',
    provider: 'anthropic',
    baseUrl: replay,
    reasoning: false,
    input: ['text'],
    cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    contextWindow: 200_000,
    maxTokens: 16_000,
  }
  const context = { messages: [{ role: 'user', content: 'Go', timestamp: Date.now() }] }
  let out = ''
  let scheduled = false
  const flush = () => {
    scheduled = false
    if (out !== '') write(out)
    out = ''
  }
  for await (const event of pi.streamAnthropic(described, context, { apiKey: 'key' })) {
    if (event.type === 'error') throw new Error(JSON.stringify(event.error))
    if (event.type === 'text_delta') out += `${JSON.stringify({ type: 'text', text: event.delta })}\n`
    if (event.type === 'toolcall_end')
      out += `${JSON.stringify({ type: 'toolCall', input: event.toolCall?.arguments })}\n`
    // One write per turn of the event loop, as the bare loop's one per packet.
    if (!scheduled && out !== '') {
      scheduled = true
      setImmediate(flush)
    }
  }
  flush()
  write('{"type":"done"}\n')
})
