import { serve } from './serve.ts'

/** The least that a runtime can do: fetch, SSE, JSON.parse, one NDJSON line per delta, one write per packet. */
const replay = process.argv[2] ?? ''

serve(async (model, write) => {
  const body = JSON.stringify({ model, messages: [] })
  const response = await fetch(`${replay}/v1/messages`, { method: 'POST', body })
  const decoder = new TextDecoder()
  let rest = ''
  let json = ''
  for await (const piece of response.body ?? []) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    let out = ''
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue
      const event = JSON.parse(line.slice(6))
      if (event.type !== 'content_block_delta') continue
      if (event.delta.partial_json !== undefined) json += event.delta.partial_json
      else out += `${JSON.stringify({ type: 'text', text: event.delta.text })}\n`
    }
    if (out !== '') write(out)
  }
  if (json !== '') write(`${JSON.stringify({ type: 'toolCall', input: JSON.parse(json) })}\n`)
  write('{"type":"done"}\n')
})
