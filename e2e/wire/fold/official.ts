import Anthropic from '@anthropic-ai/sdk'
import { HTTPClient, OpenRouter } from '@openrouter/sdk'
import OpenAI from 'openai'
import type { WireId } from '../judge/script.ts'
import { type Heard, inPackets } from './heard.ts'

const once = { apiKey: 'sk-test', maxRetries: 0 }

/** Folds the bytes as the provider's own client does. @throws what that client throws */
export async function officialFold(wire: WireId, bytes: Uint8Array): Promise<Heard> {
  const fetch = async () => inPackets(bytes, [])
  switch (wire) {
    case 'anthropic':
      return await anthropicFold(fetch)
    case 'openai':
      return await openaiFold(fetch)
    case 'openrouter':
      return await openrouterFold(fetch)
    case 'ollama':
    case 'compatible':
      return await chatFold(fetch)
  }
}

const anthropicStops: Record<string, string> = {
  end_turn: 'end',
  tool_use: 'tool_use',
  max_tokens: 'max_tokens',
  pause_turn: 'pause',
  refusal: 'refusal',
  model_context_window_exceeded: 'context_overflow',
}

async function anthropicFold(fetch: () => Promise<Response>): Promise<Heard> {
  const client = new Anthropic({ ...once, fetch })
  const message = await client.messages
    .stream({ model: 'judged', max_tokens: 100, messages: [{ role: 'user', content: 'Go' }] })
    .finalMessage()
  const { content, usage } = message
  return {
    text: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''),
    reasoning: content.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : [])).join(''),
    seals: content.flatMap((block) =>
      block.type === 'thinking' ? [block.signature] : block.type === 'redacted_thinking' ? [block.data] : [],
    ),
    calls: content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, input: block.input }] : [],
    ),
    stop: anthropicStops[message.stop_reason ?? ''] ?? String(message.stop_reason),
    usage: {
      input: usage.input_tokens,
      cacheRead: usage.cache_read_input_tokens ?? 0,
      cacheWrite: usage.cache_creation_input_tokens ?? 0,
      output: usage.output_tokens,
      reasoning: usage.output_tokens_details?.thinking_tokens ?? 0,
    },
  }
}

async function openaiFold(fetch: () => Promise<Response>): Promise<Heard> {
  const client = new OpenAI({ ...once, fetch })
  const response = await client.responses.stream({ model: 'judged', input: 'Go' }).finalResponse()
  // It gives back what there is; the status says whether that is all of it.
  if (response.status === 'in_progress') throw new Error('The stream ended before the response was complete')
  const { output, usage } = response
  const refusal = output.some((item) => item.type === 'message' && item.content.some(({ type }) => type === 'refusal'))
  return {
    text: response.output_text,
    reasoning: output
      .flatMap((item) => (item.type === 'reasoning' ? item.summary.map(({ text }) => text) : []))
      .join(''),
    seals: output.flatMap((item) => (item.type === 'reasoning' ? [item.encrypted_content ?? ''] : [])),
    calls: output.flatMap((item) =>
      item.type === 'function_call' ? [{ id: item.call_id, name: item.name, input: parsed(item.arguments) }] : [],
    ),
    stop: responsesStop(response.incomplete_details?.reason, output, refusal),
    usage: {
      input:
        (usage?.input_tokens ?? 0) -
        (usage?.input_tokens_details.cached_tokens ?? 0) -
        (usage?.input_tokens_details.cache_write_tokens ?? 0),
      cacheRead: usage?.input_tokens_details.cached_tokens ?? 0,
      cacheWrite: usage?.input_tokens_details.cache_write_tokens ?? 0,
      output: usage?.output_tokens ?? 0,
      reasoning: usage?.output_tokens_details.reasoning_tokens ?? 0,
    },
  }
}

function responsesStop(incomplete: unknown, output: readonly { type: string }[], refusal: boolean): string {
  if (incomplete === 'max_output_tokens') return 'max_tokens'
  if (incomplete === 'content_filter') return 'content_filter'
  if (output.some(({ type }) => type === 'function_call')) return 'tool_use'
  return refusal ? 'refusal' : 'end'
}

/** OpenRouter's client gives the parsed events; their last one holds the whole answer. */
async function openrouterFold(fetch: () => Promise<Response>): Promise<Heard> {
  const client = new OpenRouter({ apiKey: 'sk-test', httpClient: new HTTPClient({ fetcher: fetch }) })
  const events = await client.responses.send(
    { responsesRequest: { model: 'judged', input: 'Go', stream: true } },
    { retries: { strategy: 'none' } },
  )
  if (!('getReader' in events)) throw new Error('not a stream')
  for await (const event of events) {
    if (event.type === 'response.failed') throw new Error(event.response.error?.message)
    if (event.type !== 'response.completed' && event.type !== 'response.incomplete') continue
    const { output, usage, incompleteDetails } = event.response
    const said = output.flatMap((item) => (item.type === 'message' ? item.content : []))
    return {
      text: said.flatMap((part) => (part.type === 'output_text' ? [part.text] : [])).join(''),
      reasoning: output
        .flatMap((item) => (item.type === 'reasoning' ? item.summary.map(({ text }) => text) : []))
        .join(''),
      seals: output.flatMap((item) => (item.type === 'reasoning' ? [item.encryptedContent ?? ''] : [])),
      calls: output.flatMap((item) =>
        item.type === 'function_call' ? [{ id: item.callId, name: item.name, input: parsed(item.arguments) }] : [],
      ),
      stop: responsesStop(
        incompleteDetails?.reason,
        output,
        said.some(({ type }) => type === 'refusal'),
      ),
      usage: {
        input:
          (usage?.inputTokens ?? 0) -
          (usage?.inputTokensDetails.cachedTokens ?? 0) -
          (usage?.inputTokensDetails.cacheWriteTokens ?? 0),
        cacheRead: usage?.inputTokensDetails.cachedTokens ?? 0,
        cacheWrite: usage?.inputTokensDetails.cacheWriteTokens ?? 0,
        output: usage?.outputTokens ?? 0,
        reasoning: usage?.outputTokensDetails.reasoningTokens ?? 0,
      },
    }
  }
  throw new Error('The stream ended without its last event')
}

const chatStops: Record<string, string> = {
  stop: 'end',
  tool_calls: 'tool_use',
  length: 'max_tokens',
  content_filter: 'content_filter',
}

/** OpenAI's client knows no reasoning on this wire: that is joined from the chunks that it parsed. */
async function chatFold(fetch: () => Promise<Response>): Promise<Heard> {
  const client = new OpenAI({ ...once, fetch })
  const stream = client.chat.completions.stream({ model: 'judged', messages: [{ role: 'user', content: 'Go' }] })
  let reasoning = ''
  let usage: OpenAI.CompletionUsage | undefined | null
  stream.on('chunk', (chunk) => {
    usage = chunk.usage ?? usage
    for (const { delta } of chunk.choices) {
      if ('reasoning_content' in delta) reasoning += String(delta.reasoning_content)
      if ('reasoning' in delta) reasoning += String(delta.reasoning)
    }
  })
  const completion = await stream.finalChatCompletion()
  const choice = completion.choices[0]
  const cached = usage?.prompt_tokens_details?.cached_tokens ?? 0
  return {
    text: choice?.message.content ?? '',
    reasoning,
    seals: [],
    calls: (choice?.message.tool_calls ?? []).flatMap((call) =>
      call.type === 'function'
        ? [{ id: call.id, name: call.function.name, input: parsed(call.function.arguments) }]
        : [],
    ),
    stop: chatStops[choice?.finish_reason ?? ''] ?? String(choice?.finish_reason),
    usage: {
      input: (usage?.prompt_tokens ?? 0) - cached,
      cacheRead: cached,
      cacheWrite: 0,
      output: usage?.completion_tokens ?? 0,
      reasoning: usage?.completion_tokens_details?.reasoning_tokens ?? 0,
    },
  }
}

/** No arguments at all are an empty object, as in Anthropic's own client. */
function parsed(json: string): unknown {
  return json === '' ? {} : JSON.parse(json)
}
