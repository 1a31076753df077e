import { isRecord, stripEnd } from '@atelier/operation'
import type { ContentBlock } from '../contract/message.ts'
import type {
  Credential,
  ModelRequest,
  ProviderError,
  ProviderEvent,
  StopReason,
  Turn,
  WireDecoder,
  WireProvider,
} from '../contract/provider.ts'
import type { Usage } from '../contract/run.ts'
import { httpError, protocolError, streamError } from '../wire/errors.ts'
import { stringMember } from '../wire/fields.ts'
import { isMalformedCall } from '../wire/malformedCall.ts'
import { heldTo, instructions, refusesAnswer } from './answer.ts'
import { anthropicLimit, parseAnthropicModels, thinkingOf } from './anthropicModels.ts'
import { providers } from './index.ts'
import { outputLimit } from './outputLimit.ts'
import { type ShownPicture, shownOfResult, shownPicture } from './pictures.ts'
import { resultText } from './resultText.ts'

const { label } = providers.anthropic
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
  recover,
  models: {
    request: (credential) => ({ url: `${base(credential)}/v1/models?limit=1000`, headers: headers(credential) }),
    parse: parseAnthropicModels,
  },
}

function base(credential: Credential): string {
  return stripEnd(credential.baseUrl ?? 'https://api.anthropic.com', '/').replace(/\/v1$/, '')
}

function headers(credential: Credential): Record<string, string> {
  return { 'anthropic-version': '2023-06-01', ...(credential.apiKey ? { 'x-api-key': credential.apiKey } : {}) }
}

type WireBlock = Record<string, unknown> & { type: string }

interface WireMessage {
  role: Turn['role']
  content: WireBlock[]
}

function body(request: ModelRequest): object {
  const messages: WireMessage[] = request.turns.map((turn) => ({ role: turn.role, content: blocks(turn, request) }))
  markTurns(messages)
  const tools: object[] = request.tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    input_schema: tool.inputSchema,
  }))
  const answer = heldTo(request)
  if (answer) tools.push({ name: answer.name, description: 'Gives the answer.', input_schema: answer.schema })
  const lastTool = tools.at(-1)
  if (lastTool) Object.assign(lastTool, cached)
  const limit = outputLimit(request, anthropicLimit(request.model))
  const system = instructions(request)
  return {
    model: request.model,
    max_tokens: limit,
    stream: true,
    // A model that has to call a tool cannot think before.
    ...(answer ? { tool_choice: { type: 'tool', name: answer.name } } : thinking(request, messages, limit)),
    ...(system.trim() === '' ? {} : { system: [{ type: 'text', text: system, ...cached }] }),
    ...(tools.length === 0 ? {} : { tools }),
    messages,
  }
}

/**
 * Cache breakpoints in the history, beside those on the last tool and on the static prefix (four are allowed): on the
 * last stable block, so that the cached prefix grows with the conversation, and where the request before had its own,
 * since the provider looks back over no more than 20 blocks.
 */
function markTurns(messages: readonly WireMessage[]) {
  const users = messages.filter(({ role }) => role === 'user')
  for (const message of new Set([messages.at(-1), users.at(messages.at(-1)?.role === 'user' ? -2 : -1)])) {
    const stable = message?.content.findLast(markable)
    if (stable) Object.assign(stable, cached)
  }
}

/** Refused on thinking and on empty text. */
function markable(block: WireBlock): boolean {
  if (block.type === 'thinking' || block.type === 'redacted_thinking') return false
  return block.type !== 'text' || (typeof block.text === 'string' && block.text.trim() !== '')
}

const smallestBudget = 1024
const budgetShares = { low: 0.25, medium: 0.5, high: 0.8 } as const

/**
 * Thinking as the model's generation takes it. A budget has to be smaller than `max_tokens`, and cannot begin in the
 * middle of a round of tools whose answer had no thinking (another model gave it).
 */
function thinking(request: ModelRequest, messages: readonly WireMessage[], limit: number): object {
  const kind = thinkingOf(request.model)
  const level = request.thinking
  if (level === undefined || kind === 'none' || request.omit?.includes('thinking')) return {}
  if (level === 'off') return { thinking: { type: 'disabled' } }
  if (kind === 'adaptive')
    return { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: level } }
  const budget = Math.max(smallestBudget, Math.floor(limit * budgetShares[level]))
  if (budget >= limit || answeredWithoutThinking(messages)) return {}
  return { thinking: { type: 'enabled', budget_tokens: budget } }
}

function answeredWithoutThinking(messages: readonly WireMessage[]): boolean {
  const answer = messages.findLast(({ role }) => role === 'assistant')
  if (!answer?.content.some(({ type }) => type === 'tool_use')) return false
  const first = answer.content[0]?.type
  return first !== 'thinking' && first !== 'redacted_thinking'
}

/** Some models take no thinking, or not this kind; some always think. */
function recover(request: ModelRequest, error: ProviderError): ModelRequest | undefined {
  if (error.code === 'invalid_request' && heldTo(request) && refusesAnswer.test(error.message)) {
    return { ...request, omit: [...(request.omit ?? []), 'answer'] }
  }
  const refused = error.code === 'invalid_request' && /thinking|effort|output_config/i.test(error.message)
  if (!refused || request.thinking === undefined || request.omit?.includes('thinking')) return undefined
  return { ...request, omit: [...(request.omit ?? []), 'thinking'] }
}

function blocks(turn: Turn, request: ModelRequest): WireBlock[] {
  return turn.blocks.flatMap((block) => wireBlock(block, request))
}

function wireBlock(block: ContentBlock, request: ModelRequest): WireBlock[] {
  switch (block.kind) {
    case 'text':
      return block.text.trim() === '' ? [] : [{ type: 'text', text: block.text }]
    case 'image':
      return [image(shownPicture(block, request))]
    case 'reasoning':
      if (block.encrypted !== undefined) return [{ type: 'redacted_thinking', data: block.encrypted }]
      if (block.signature === undefined) return []
      return [{ type: 'thinking', thinking: block.text, signature: block.signature }]
    case 'toolCall':
      return [{ type: 'tool_use', id: block.toolCallId, name: block.toolName, input: block.input }]
    case 'toolResult': {
      const pictures = shownOfResult(block.images ?? [], request)
      const text = [resultText(block), pictures.note].filter((line) => line !== '').join('\n')
      return [
        {
          type: 'tool_result',
          tool_use_id: block.toolCallId,
          content: [
            { type: 'text', text },
            ...pictures.shown.map(image),
            ...(block.appended ?? []).map((more) => ({ type: 'text', text: more })),
          ],
          ...(block.ok ? {} : { is_error: true }),
        },
      ]
    }
  }
}

function image(picture: ShownPicture): WireBlock {
  if ('note' in picture) return { type: 'text', text: picture.note }
  return { type: 'image', source: { type: 'base64', media_type: picture.mimeType, data: picture.base64 } }
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
  /** Kept, since later figures contain the sum of both kinds of cache writes without their split. */
  let written1h = 0

  function usage(value: unknown): ProviderEvent[] {
    const figures = usageOf(value, written1h)
    written1h = figures.cacheWrite1h ?? written1h
    return Object.keys(figures).length === 0 ? [] : [{ type: 'usage', usage: figures }]
  }

  function last(event: ProviderEvent): ProviderEvent[] {
    finished = true
    return [event]
  }

  function read(message: Record<string, unknown>): ProviderEvent[] {
    const index = typeof message.index === 'number' ? message.index : 0
    switch (message.type) {
      case 'message_start':
        return isRecord(message.message) ? usage(message.message.usage) : []
      case 'content_block_start':
        return isRecord(message.content_block) ? started(index, message.content_block) : []
      case 'content_block_delta':
        return isRecord(message.delta) ? added(index, message.delta) : []
      case 'message_delta': {
        const delta = isRecord(message.delta) ? message.delta : {}
        if (typeof delta.stop_reason === 'string') {
          const detail = isRecord(delta.stop_details) ? stringMember(delta.stop_details.explanation) : ''
          const reason =
            stopReasons[delta.stop_reason] ?? (isMalformedCall(delta.stop_reason) ? 'malformed_call' : 'end')
          stop = detail === '' ? { reason } : { reason, detail }
        }
        return usage(message.usage)
      }
      case 'message_stop':
        return last({ type: 'stop', ...(stop ?? { reason: 'end' }) })
      case 'error': {
        const error = isRecord(message.error) ? message.error : {}
        return last({ type: 'error', error: streamError(label, stringMember(error.type), stringMember(error.message)) })
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
        return isRecord(message) ? read(message) : []
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
      return stringMember(block.text) === '' ? [] : [{ type: 'text', index, delta: stringMember(block.text) }]
    case 'thinking': {
      const signature = stringMember(block.signature)
      const mark: ProviderEvent =
        signature === '' ? { type: 'reasoningMark', index } : { type: 'reasoningMark', index, signature }
      return stringMember(block.thinking) === ''
        ? [mark]
        : [{ type: 'reasoning', index, delta: stringMember(block.thinking) }, mark]
    }
    case 'redacted_thinking':
      return [{ type: 'reasoningMark', index, encrypted: stringMember(block.data) }]
    case 'tool_use': {
      const call: ProviderEvent = {
        type: 'toolCall',
        index,
        providerId: stringMember(block.id),
        name: stringMember(block.name),
      }
      const whole = isRecord(block.input) && Object.keys(block.input).length > 0 ? JSON.stringify(block.input) : ''
      return whole === '' ? [call] : [call, { type: 'toolArguments', index, delta: whole }]
    }
    default:
      return []
  }
}

function added(index: number, delta: Record<string, unknown>): ProviderEvent[] {
  switch (delta.type) {
    case 'text_delta':
      return [{ type: 'text', index, delta: stringMember(delta.text) }]
    case 'input_json_delta':
      return [{ type: 'toolArguments', index, delta: stringMember(delta.partial_json) }]
    case 'thinking_delta':
      return [{ type: 'reasoning', index, delta: stringMember(delta.thinking) }]
    case 'signature_delta':
      return [{ type: 'reasoningMark', index, signature: stringMember(delta.signature) }]
    default:
      return []
  }
}

/** Input excludes the cache; the figures of `message_delta` are cumulative, and its input figures may be null. */
function usageOf(value: unknown, written1h: number): Partial<Usage> {
  if (!isRecord(value)) return {}
  const figures: Partial<Usage> = {}
  const split = isRecord(value.cache_creation) ? value.cache_creation : undefined
  const put = (bucket: keyof Usage, figure: unknown) => {
    if (typeof figure === 'number') figures[bucket] = figure
  }
  put('input', value.input_tokens)
  put('cacheRead', value.cache_read_input_tokens)
  const written = value.cache_creation_input_tokens
  put('cacheWrite5m', split?.ephemeral_5m_input_tokens)
  if (!split && typeof written === 'number') put('cacheWrite5m', Math.max(0, written - written1h))
  put('cacheWrite1h', split?.ephemeral_1h_input_tokens)
  put('output', value.output_tokens)
  if (isRecord(value.output_tokens_details)) put('reasoning', value.output_tokens_details.thinking_tokens)
  return figures
}
