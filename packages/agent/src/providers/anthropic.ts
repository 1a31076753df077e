import type { ContentBlock, Usage } from '../message.ts'
import type {
  Credential,
  ModelInfo,
  ModelRequest,
  ProviderEvent,
  StopReason,
  Turn,
  WireDecoder,
  WireProvider,
} from '../provider.ts'
import { httpError, protocolError, streamError } from '../wire/errors.ts'
import { isObject } from '../wire/toolArguments.ts'
import { resultText } from './resultText.ts'

const label = 'Anthropic'
const cached = { cache_control: { type: 'ephemeral' } } as const

/** Anthropic Messages: `POST /v1/messages`, version 2023-06-01. */
export const anthropic: WireProvider = {
  id: 'anthropic',
  label,
  request: (credential, request) => ({
    url: `${base(credential)}/v1/messages`,
    headers: headers(credential),
    body: body(request),
  }),
  decoder,
  httpError: (failure, credential) => httpError(label, failure, credential),
  models: {
    request: (credential) => ({ url: `${base(credential)}/v1/models?limit=1000`, headers: headers(credential) }),
    parse: parseModels,
  },
}

function base(credential: Credential): string {
  return (credential.baseUrl ?? 'https://api.anthropic.com').replace(/\/+$/, '').replace(/\/v1$/, '')
}

function headers(credential: Credential): Record<string, string> {
  return { 'anthropic-version': '2023-06-01', ...(credential.apiKey ? { 'x-api-key': credential.apiKey } : {}) }
}

type WireBlock = Record<string, unknown> & { type: string }

/**
 * Cache breakpoints stand on the last tool, the static prefix and the last stable block of the history, so that the
 * cached prefix grows with the conversation; what changes per run comes after the last one.
 */
function body(request: ModelRequest): object {
  const messages = request.turns.map((turn) => ({ role: turn.role, content: blocks(turn, request) }))
  const last = messages.at(-1)
  const stable = last?.content.findLast((block) => block.type !== 'thinking' && block.type !== 'redacted_thinking')
  if (stable) Object.assign(stable, cached)
  if (last?.role === 'user' && request.suffix.trim() !== '') last.content.push({ type: 'text', text: request.suffix })
  const tools = request.tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    input_schema: tool.inputSchema,
  }))
  const lastTool = tools.at(-1)
  if (lastTool) Object.assign(lastTool, cached)
  return {
    model: request.model,
    max_tokens: request.maxOutputTokens,
    stream: true,
    ...(request.system.trim() === '' ? {} : { system: [{ type: 'text', text: request.system, ...cached }] }),
    ...(tools.length === 0 ? {} : { tools }),
    messages,
  }
}

function blocks(turn: Turn, request: ModelRequest): WireBlock[] {
  return turn.blocks.flatMap((block) => wireBlock(block, request))
}

function wireBlock(block: ContentBlock, request: ModelRequest): WireBlock[] {
  switch (block.kind) {
    case 'text':
      return [{ type: 'text', text: block.text }]
    case 'image':
      return [image(block, request)]
    case 'reasoning':
      if (block.encrypted !== undefined) return [{ type: 'redacted_thinking', data: block.encrypted }]
      if (block.signature === undefined) return []
      return [{ type: 'thinking', thinking: block.text, signature: block.signature }]
    case 'toolCall':
      return [{ type: 'tool_use', id: block.toolCallId, name: block.toolName, input: block.input }]
    case 'toolResult': {
      const images = (block.images ?? []).map((picture) => image(picture, request))
      return [
        {
          type: 'tool_result',
          tool_use_id: block.toolCallId,
          content: [{ type: 'text', text: resultText(block) }, ...images],
          ...(block.ok ? {} : { is_error: true }),
        },
      ]
    }
  }
}

function image(picture: { mimeType: string; hash: string }, request: ModelRequest): WireBlock {
  const data = request.image(picture.hash)
  if (data === undefined) return { type: 'text', text: '[A picture stood here; it is no longer stored.]' }
  return { type: 'image', source: { type: 'base64', media_type: picture.mimeType, data } }
}

const stopReasons: Record<string, StopReason> = {
  end_turn: 'end',
  tool_use: 'tool_use',
  max_tokens: 'max_tokens',
  stop_sequence: 'stop_sequence',
  pause_turn: 'pause',
  refusal: 'refusal',
  model_context_window_exceeded: 'context_overflow',
}

function decoder(): WireDecoder {
  let stop: { reason: StopReason; detail?: string } | undefined
  let finished = false

  function last(event: ProviderEvent): ProviderEvent[] {
    finished = true
    return [event]
  }

  function read(message: Record<string, unknown>): ProviderEvent[] {
    const index = typeof message.index === 'number' ? message.index : 0
    switch (message.type) {
      case 'message_start':
        return isObject(message.message) ? usage(message.message.usage) : []
      case 'content_block_start':
        return isObject(message.content_block) ? started(index, message.content_block) : []
      case 'content_block_delta':
        return isObject(message.delta) ? added(index, message.delta) : []
      case 'message_delta': {
        const delta = isObject(message.delta) ? message.delta : {}
        if (typeof delta.stop_reason === 'string') {
          const detail = isObject(delta.stop_details) ? text(delta.stop_details.explanation) : ''
          const reason = stopReasons[delta.stop_reason] ?? 'end'
          stop = detail === '' ? { reason } : { reason, detail }
        }
        return usage(message.usage)
      }
      case 'message_stop':
        return last({ type: 'stop', ...(stop ?? { reason: 'end' }) })
      case 'error': {
        const error = isObject(message.error) ? message.error : {}
        return last({ type: 'error', error: streamError(label, text(error.type), text(error.message)) })
      }
      default:
        return []
    }
  }

  return {
    push(_event, data) {
      if (finished || data === '') return []
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
      return last({ type: 'error', error: protocolError(label, 'broke off in the middle of its answer.') })
    },
  }
}

function started(index: number, block: Record<string, unknown>): ProviderEvent[] {
  switch (block.type) {
    case 'text':
      return text(block.text) === '' ? [] : [{ type: 'text', index, delta: text(block.text) }]
    case 'thinking': {
      const signature = text(block.signature)
      const mark: ProviderEvent =
        signature === '' ? { type: 'reasoningMark', index } : { type: 'reasoningMark', index, signature }
      return text(block.thinking) === '' ? [mark] : [{ type: 'reasoning', index, delta: text(block.thinking) }, mark]
    }
    case 'redacted_thinking':
      return [{ type: 'reasoningMark', index, encrypted: text(block.data) }]
    case 'tool_use': {
      const call: ProviderEvent = { type: 'toolCall', index, providerId: text(block.id), name: text(block.name) }
      const whole = isObject(block.input) && Object.keys(block.input).length > 0 ? JSON.stringify(block.input) : ''
      return whole === '' ? [call] : [call, { type: 'toolArguments', index, delta: whole }]
    }
    default:
      return []
  }
}

function added(index: number, delta: Record<string, unknown>): ProviderEvent[] {
  switch (delta.type) {
    case 'text_delta':
      return [{ type: 'text', index, delta: text(delta.text) }]
    case 'input_json_delta':
      return [{ type: 'toolArguments', index, delta: text(delta.partial_json) }]
    case 'thinking_delta':
      return [{ type: 'reasoning', index, delta: text(delta.thinking) }]
    case 'signature_delta':
      return [{ type: 'reasoningMark', index, signature: text(delta.signature) }]
    default:
      return []
  }
}

/** Input excludes the cache; the figures of `message_delta` are cumulative, and its input figures may be null. */
function usage(value: unknown): ProviderEvent[] {
  if (!isObject(value)) return []
  const figures: Partial<Usage> = {}
  const split = isObject(value.cache_creation) ? value.cache_creation : undefined
  const put = (bucket: keyof Usage, figure: unknown) => {
    if (typeof figure === 'number') figures[bucket] = figure
  }
  put('input', value.input_tokens)
  put('cacheRead', value.cache_read_input_tokens)
  put('cacheWrite5m', split ? split.ephemeral_5m_input_tokens : value.cache_creation_input_tokens)
  put('cacheWrite1h', split?.ephemeral_1h_input_tokens)
  put('output', value.output_tokens)
  if (isObject(value.output_tokens_details)) put('reasoning', value.output_tokens_details.thinking_tokens)
  return Object.keys(figures).length === 0 ? [] : [{ type: 'usage', usage: figures }]
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function parseModels(value: unknown): ModelInfo[] {
  if (!isObject(value) || !Array.isArray(value.data)) throw new Error('not a list of models')
  return value.data.filter(isObject).map((model) => {
    const id = text(model.id)
    const tier = tierOf(id)
    const window = typeof model.max_input_tokens === 'number' ? { contextWindow: model.max_input_tokens } : {}
    return {
      id,
      label: text(model.display_name) || id,
      vision: true,
      tools: true,
      ...window,
      ...(tier ? { tier } : {}),
    }
  })
}

function tierOf(id: string): ModelInfo['tier'] {
  if (id.includes('opus')) return 'smartest'
  if (id.includes('sonnet')) return 'balanced'
  return id.includes('haiku') ? 'fast' : undefined
}
