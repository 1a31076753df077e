/** Hand-written recordings of the two wires, from their published formats. */

export type AnthropicBlock =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'tool_use'; id: string; name: string; json: string }

export function anthropicEvents(
  blocks: readonly AnthropicBlock[],
  stopReason = 'end_turn',
  piece = 7,
): { type: string }[] {
  const events: ({ type: string } & Record<string, unknown>)[] = [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        content: [],
        usage: {
          input_tokens: 100,
          cache_read_input_tokens: 20,
          cache_creation: { ephemeral_5m_input_tokens: 30, ephemeral_1h_input_tokens: 0 },
          output_tokens: 1,
        },
      },
    },
    { type: 'ping' },
  ]
  for (const [index, block] of blocks.entries()) {
    const delta = (value: object) => events.push({ type: 'content_block_delta', index, delta: value })
    const start = (value: object) => events.push({ type: 'content_block_start', index, content_block: value })
    if (block.type === 'text') {
      start({ type: 'text', text: '' })
      for (const text of pieces(block.text, piece)) delta({ type: 'text_delta', text })
    } else if (block.type === 'thinking') {
      start({ type: 'thinking', thinking: '', signature: '' })
      for (const thinking of pieces(block.thinking, piece)) delta({ type: 'thinking_delta', thinking })
      delta({ type: 'signature_delta', signature: block.signature })
    } else if (block.type === 'redacted_thinking') start(block)
    else {
      start({ type: 'tool_use', id: block.id, name: block.name, input: {} })
      for (const json of pieces(block.json, piece)) delta({ type: 'input_json_delta', partial_json: json })
    }
    events.push({ type: 'content_block_stop', index })
  }
  events.push({
    type: 'message_delta',
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: { output_tokens: 40, input_tokens: null },
  })
  events.push({ type: 'message_stop' })
  return events
}

function pieces(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length))
}

export function anthropicBody(blocks: readonly AnthropicBlock[], stopReason?: string, lineEnd = '\n'): string {
  return sse(anthropicEvents(blocks, stopReason), lineEnd)
}

export function sse(events: readonly { type: string }[], lineEnd = '\n'): string {
  return events
    .map((event) => `event: ${event.type}${lineEnd}data: ${JSON.stringify(event)}${lineEnd}${lineEnd}`)
    .join('')
}

/** Chat completion chunks as `data:` lines, with `[DONE]` unless disabled. */
export function chatBody(chunks: readonly object[], done = true): string {
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('') + (done ? 'data: [DONE]\n\n' : '')
}

export function chatDelta(delta: object, finish: string | null = null): object {
  return { id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] }
}
