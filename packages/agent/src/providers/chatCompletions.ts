import type { ContentBlock } from '../message.ts'
import type {
  Credential,
  ModelInfo,
  ModelRequest,
  ProviderEvent,
  ProviderId,
  StopReason,
  Turn,
  WireDecoder,
  WireProvider,
} from '../provider.ts'
import { httpError, protocolError, streamError } from '../wire/errors.ts'
import { isObject } from '../wire/toolArguments.ts'
import { resultText } from './resultText.ts'

/** Ollama through its OpenAI-compatible chat completions; a base URL is the server's root or its `/v1`. */
export const ollama: WireProvider = chatCompletions('ollama', 'Ollama', {
  base: (credential) => `${trimmed(credential.baseUrl ?? 'http://localhost:11434').replace(/\/v1$/, '')}/v1`,
  models: {
    request: (credential) => ({
      url: `${trimmed(credential.baseUrl ?? 'http://localhost:11434').replace(/\/v1$/, '')}/api/tags`,
      headers: headers(credential),
    }),
    parse: parseOllamaModels,
  },
})

/** Any OpenAI-compatible chat completions server; the base URL includes its `/v1`. */
export const compatible: WireProvider = chatCompletions('compatible', 'The model server', {
  base: (credential) => trimmed(credential.baseUrl ?? 'http://localhost:8080/v1'),
  models: {
    request: (credential) => ({
      url: `${trimmed(credential.baseUrl ?? 'http://localhost:8080/v1')}/models`,
      headers: headers(credential),
    }),
    parse: parseModels,
  },
})

interface Flavour {
  base(credential: Credential): string
  models: WireProvider['models']
}

function chatCompletions(id: ProviderId, label: string, flavour: Flavour): WireProvider {
  return {
    id,
    label,
    request: (credential, request) => ({
      url: `${flavour.base(credential)}/chat/completions`,
      headers: headers(credential),
      body: body(request),
    }),
    decoder: () => decoder(label),
    httpError: (failure, credential) => httpError(label, failure, credential),
    models: flavour.models,
  }
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '')
}

function headers(credential: Credential): Record<string, string> {
  return credential.apiKey ? { authorization: `Bearer ${credential.apiKey}` } : {}
}

type WireMessage = Record<string, unknown> & { role: string }

function body(request: ModelRequest): object {
  const messages: WireMessage[] = request.system.trim() === '' ? [] : [{ role: 'system', content: request.system }]
  for (const turn of request.turns)
    messages.push(...(turn.role === 'user' ? userMessages(turn, request) : [assistantMessage(turn)]))
  if (request.suffix.trim() !== '' && request.turns.at(-1)?.role === 'user') {
    const last = messages.at(-1)
    if (last?.role === 'user' && typeof last.content === 'string') last.content = `${last.content}\n\n${request.suffix}`
    else messages.push({ role: 'user', content: request.suffix })
  }
  const tools = request.tools.map((tool) => ({
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
  }))
  return {
    model: request.model,
    max_tokens: request.maxOutputTokens,
    stream: true,
    stream_options: { include_usage: true },
    ...(tools.length === 0 ? {} : { tools }),
    messages,
  }
}

/** Results come first, each a message of its own; pictures in results have no place on this wire. */
function userMessages(turn: Turn, request: ModelRequest): WireMessage[] {
  const messages: WireMessage[] = []
  const rest: ContentBlock[] = []
  for (const block of turn.blocks) {
    if (block.kind !== 'toolResult') rest.push(block)
    else {
      const dropped = block.images?.length ? '\n[Pictures of this result cannot be shown to this model.]' : ''
      messages.push({ role: 'tool', tool_call_id: block.toolCallId, content: resultText(block) + dropped })
    }
  }
  const parts = rest.flatMap((block) => userPart(block, request))
  if (parts.length === 0) return messages
  const plain = parts.every((part) => part.type === 'text')
  messages.push({ role: 'user', content: plain ? parts.map((part) => part.text).join('\n\n') : parts })
  return messages
}

function userPart(block: ContentBlock, request: ModelRequest): Record<string, unknown>[] {
  if (block.kind === 'text') return [{ type: 'text', text: block.text }]
  if (block.kind !== 'image') return []
  const data = request.image(block.hash)
  if (data === undefined) return [{ type: 'text', text: '[A picture stood here; it is no longer stored.]' }]
  return [{ type: 'image_url', image_url: { url: `data:${block.mimeType};base64,${data}` } }]
}

function assistantMessage(turn: Turn): WireMessage {
  const text = turn.blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n\n')
  const calls = turn.blocks.flatMap((block) =>
    block.kind === 'toolCall'
      ? [
          {
            id: block.toolCallId,
            type: 'function',
            function: { name: block.toolName, arguments: JSON.stringify(block.input) },
          },
        ]
      : [],
  )
  return { role: 'assistant', content: text === '' ? null : text, ...(calls.length === 0 ? {} : { tool_calls: calls }) }
}

const stopReasons: Record<string, StopReason> = {
  stop: 'end',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  length: 'max_tokens',
  content_filter: 'content_filter',
}

const textIndex = 0
const reasoningIndex = 1
const firstCallIndex = 2

/**
 * Calls are told apart by `index`; where a server omits it, by a new id, and a delta without either continues the last
 * call. Ids and names may be repeated. The calls are trusted over the finish reason, and `[DONE]` is not waited for.
 */
function decoder(label: string): WireDecoder {
  const calls = new Map<number, string>()
  let lastCall = -1
  let finish: StopReason | undefined
  let finished = false

  function last(event: ProviderEvent): ProviderEvent[] {
    finished = true
    return [event]
  }

  function stop(): ProviderEvent[] {
    const reason = finish === 'end' && calls.size > 0 ? 'tool_use' : (finish ?? (calls.size > 0 ? 'tool_use' : 'end'))
    return last({ type: 'stop', reason })
  }

  function slotOf(call: Record<string, unknown>): number {
    const id = text(call.id)
    if (typeof call.index === 'number') {
      // Some servers give every whole call of one answer the same index.
      const known = calls.get(call.index)
      if (known === undefined || id === '' || known === '' || known === id) return call.index
      for (const [slot, callId] of calls) if (callId === id) return slot
      return Math.max(...calls.keys()) + 1
    }
    for (const [slot, known] of calls) if (id !== '' && known === id) return slot
    if (id !== '' || lastCall < 0) return calls.size === 0 ? 0 : Math.max(...calls.keys()) + 1
    return lastCall
  }

  function toolCall(call: Record<string, unknown>): ProviderEvent[] {
    const details = isObject(call.function) ? call.function : {}
    const slot = slotOf(call)
    const index = firstCallIndex + slot
    const events: ProviderEvent[] = []
    if (!calls.has(slot)) {
      events.push({ type: 'toolCall', index, providerId: text(call.id), name: text(details.name) })
      calls.set(slot, text(call.id))
    }
    lastCall = slot
    const delta = isObject(details.arguments) ? JSON.stringify(details.arguments) : text(details.arguments)
    if (delta !== '') events.push({ type: 'toolArguments', index, delta })
    return events
  }

  function read(message: Record<string, unknown>): ProviderEvent[] {
    if (message.error !== undefined && message.error !== null) {
      const error = isObject(message.error) ? message.error : { message: message.error }
      return last({
        type: 'error',
        error: streamError(label, text(error.type) || text(error.code), text(error.message)),
      })
    }
    const events = usage(message.usage)
    const choice = Array.isArray(message.choices) && isObject(message.choices[0]) ? message.choices[0] : undefined
    if (!choice) return events
    const delta = isObject(choice.delta) ? choice.delta : isObject(choice.message) ? choice.message : {}
    const reasoning =
      text(delta.reasoning_content) || text(delta.reasoning) || reasoningDetails(delta.reasoning_details)
    if (reasoning !== '') events.push({ type: 'reasoning', index: reasoningIndex, delta: reasoning })
    if (text(delta.content) !== '') events.push({ type: 'text', index: textIndex, delta: text(delta.content) })
    if (Array.isArray(delta.tool_calls))
      for (const call of delta.tool_calls.filter(isObject)) events.push(...toolCall(call))
    if (typeof choice.finish_reason === 'string') finish = stopReasons[choice.finish_reason] ?? 'end'
    return events
  }

  return {
    push(_event, data) {
      if (finished || data === '') return []
      if (data.trim() === '[DONE]') return stop()
      try {
        const message: unknown = JSON.parse(data)
        return isObject(message) ? read(message) : []
      } catch {
        // Half an event: the connection was cut or something rewrote the stream.
        return last({ type: 'error', error: protocolError(label, 'sent an event that cannot be read.') })
      }
    },
    end() {
      if (finished) return []
      if (finish !== undefined) return stop()
      return last({ type: 'error', error: protocolError(label, 'broke off in the middle of its answer.') })
    },
  }
}

function reasoningDetails(details: unknown): string {
  if (!Array.isArray(details)) return ''
  return details
    .filter(isObject)
    .map((detail) => text(detail.text) || text(detail.summary))
    .join('')
}

/** Prompt tokens include the cached ones here; the buckets are disjoint. */
function usage(value: unknown): ProviderEvent[] {
  if (!isObject(value)) return []
  const prompt = number(value.prompt_tokens)
  const details = isObject(value.prompt_tokens_details) ? value.prompt_tokens_details : {}
  const made = isObject(value.completion_tokens_details) ? value.completion_tokens_details : {}
  const cacheRead = Math.min(prompt, number(details.cached_tokens))
  const figures = {
    input: prompt - cacheRead,
    cacheRead,
    output: number(value.completion_tokens),
    reasoning: number(made.reasoning_tokens),
  }
  return [{ type: 'usage', usage: figures }]
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function parseModels(value: unknown): ModelInfo[] {
  if (!isObject(value) || !Array.isArray(value.data)) throw new Error('not a list of models')
  return value.data.filter(isObject).map((model) => {
    const window = [model.context_length, model.max_model_len, model.context_window].find(
      (figure) => typeof figure === 'number',
    )
    const id = text(model.id)
    return { id, label: text(model.name) || id, ...(typeof window === 'number' ? { contextWindow: window } : {}) }
  })
}

function parseOllamaModels(value: unknown): ModelInfo[] {
  if (!isObject(value) || !Array.isArray(value.models)) throw new Error('not a list of models')
  return value.models.filter(isObject).map((model) => {
    const id = text(model.model) || text(model.name)
    const abilities = Array.isArray(model.capabilities) ? model.capabilities : undefined
    const known = abilities ? { vision: abilities.includes('vision'), tools: abilities.includes('tools') } : {}
    return { id, label: text(model.name) || id, ...known }
  })
}
