import { isRecord } from '@atelier/operation'
import type { ProviderEvent, ReasoningMark, StopReason, WireDecoder } from '../contract/provider.ts'
import { protocolError, streamError } from '../wire/errors.ts'
import { number, stringMember } from '../wire/fields.ts'
import { isMalformedCall } from '../wire/malformedCall.ts'

type Json = Record<string, unknown>

/** The known facts of one output item while it streams. */
interface Item {
  index: number
  /** Something of it was given as a delta, so its end repeats what is known. */
  heard: boolean
  /** Which of an item's two texts of reasoning is taken: the first that comes. */
  reasoning?: 'summary' | 'raw'
  called: boolean
  done: boolean
}

/**
 * Folds the events of one Responses answer. Items are identified by `output_index`, or by `item_id` where a server
 * leaves it out; what came only with an item's end, or only with the response's, is taken from there.
 */
export function responsesDecoder(label: string): WireDecoder {
  const items = new Map<number, Item>()
  const indexById = new Map<string, number>()
  let refusal = ''
  let finished = false

  function itemOf(event: Json): Item {
    const own = isRecord(event.item) ? stringMember(event.item.id) : ''
    const id = stringMember(event.item_id) || own
    const index = typeof event.output_index === 'number' ? event.output_index : (indexById.get(id) ?? items.size)
    if (id !== '') indexById.set(id, index)
    const known = items.get(index)
    if (known) return known
    const item: Item = { index, heard: false, called: false, done: false }
    items.set(index, item)
    return item
  }

  function last(event: ProviderEvent): ProviderEvent[] {
    finished = true
    return [event]
  }

  function failed(error: unknown, fallback: Json): ProviderEvent[] {
    const told = isRecord(error) ? error : fallback
    const name = stringMember(told.code) || stringMember(told.type)
    const status = typeof told.code === 'number' ? told.code : undefined
    return last({ type: 'error', error: streamError(label, name === 'error' ? '' : name, saidBy(told), status) })
  }

  function added(event: Json): ProviderEvent[] {
    const item = itemOf(event)
    const told = isRecord(event.item) ? event.item : {}
    if (told.type === 'function_call') return called(item, told)
    // Its place among the blocks is where it began, whenever its seal comes.
    if (told.type === 'reasoning') return [{ type: 'reasoningMark', index: item.index, itemId: stringMember(told.id) }]
    if (told.type === 'message') return [{ type: 'textMark', index: item.index, itemId: stringMember(told.id) }]
    return []
  }

  function called(item: Item, told: Json): ProviderEvent[] {
    if (item.called) return []
    item.called = true
    return [
      {
        type: 'toolCall',
        index: item.index,
        providerId: stringMember(told.call_id) || stringMember(told.id),
        name: stringMember(told.name),
      },
    ]
  }

  function done(event: Json): ProviderEvent[] {
    const item = itemOf(event)
    const told = isRecord(event.item) ? event.item : {}
    if (item.done) return []
    item.done = true
    const { index } = item
    switch (told.type) {
      case 'function_call':
        return [
          ...called(item, told),
          ...whole(item, { type: 'toolArguments', index, delta: stringMember(told.arguments) }),
        ]
      case 'reasoning': {
        const raw = joinTexts(told.content, 'reasoning_text')
        const summary = joinTexts(told.summary, 'summary_text')
        const said = item.heard ? [] : reasoned(item, summary === '' ? 'raw' : 'summary', summary || raw)
        return [...said, seal(item, told)]
      }
      case 'message':
        if (refusal === '') refusal = joinTexts(told.content, 'refusal')
        return [
          ...whole(item, { type: 'text', index, delta: joinTexts(told.content, 'output_text', '') }),
          {
            type: 'textMark',
            index,
            itemId: stringMember(told.id),
            ...(stringMember(told.phase) === '' ? {} : { phase: stringMember(told.phase) }),
          },
        ]
      default:
        return []
    }
  }

  /** Only if none of it came in pieces. */
  function whole(item: Item, event: { type: 'text' | 'toolArguments'; index: number; delta: string }): ProviderEvent[] {
    if (item.heard || event.delta === '') return []
    item.heard = true
    return [event]
  }

  function piece(event: Json, type: 'text' | 'toolArguments'): ProviderEvent[] {
    const item = itemOf(event)
    const delta = stringMember(event.delta)
    if (delta === '') return []
    item.heard = true
    return [{ type, index: item.index, delta }]
  }

  function reasoned(item: Item, kind: 'summary' | 'raw', delta: string): ProviderEvent[] {
    if (delta === '' || (item.reasoning ?? kind) !== kind) return []
    item.heard = true
    item.reasoning = kind
    return [{ type: 'reasoning', index: item.index, delta }]
  }

  function ended(response: Json): ProviderEvent[] {
    const output = Array.isArray(response.output) ? response.output.filter(isRecord) : []
    const missed = items.size > 0 ? [] : output.flatMap((item, at) => done({ output_index: at, item }))
    const calls = [...items.values()].some((item) => item.called)
    return [...missed, ...usage(response.usage), ...last({ type: 'stop', ...stopOf(response, calls, refusal) })]
  }

  function read(event: Json): ProviderEvent[] {
    const response = isRecord(event.response) ? event.response : {}
    switch (event.type) {
      case 'response.output_item.added':
        return added(event)
      case 'response.output_item.done':
        return done(event)
      case 'response.output_text.delta':
        return piece(event, 'text')
      case 'response.function_call_arguments.delta':
        return piece(event, 'toolArguments')
      case 'response.reasoning_summary_part.added':
        return number(event.summary_index) > 0 ? reasoned(itemOf(event), 'summary', '\n\n') : []
      case 'response.reasoning_summary_text.delta':
        return reasoned(itemOf(event), 'summary', stringMember(event.delta))
      case 'response.reasoning_text.delta':
        return reasoned(itemOf(event), 'raw', stringMember(event.delta))
      case 'response.refusal.delta':
        refusal += stringMember(event.delta)
        return []
      case 'response.completed':
      case 'response.incomplete':
        return response.status === 'failed' ? failed(response.error, {}) : ended(response)
      case 'response.failed':
        return [...usage(response.usage), ...failed(response.error, {})]
      case 'error':
        return failed(event.error, event)
      default:
        // OpenRouter reports a failure upstream in an event of any name, under HTTP 200.
        return isRecord(event.error) ? failed(event.error, event) : []
    }
  }

  return {
    push(_event, data) {
      if (finished || data === '' || data.trim() === '[DONE]') return []
      try {
        const event: unknown = JSON.parse(data)
        return isRecord(event) ? read(event) : []
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

/** Encrypted reasoning is whole only at the item's end. */
function seal(item: Item, told: Json): ReasoningMark {
  return {
    type: 'reasoningMark',
    index: item.index,
    itemId: stringMember(told.id),
    ...(stringMember(told.encrypted_content) === '' ? {} : { encrypted: stringMember(told.encrypted_content) }),
    ...(stringMember(told.signature) === '' ? {} : { signature: stringMember(told.signature) }),
    ...(stringMember(told.format) === '' ? {} : { format: stringMember(told.format) }),
    ...(item.reasoning === 'raw' ? { raw: true } : {}),
    ...reasoningLengths(item.reasoning === 'raw' ? told.content : told.summary),
  }
}

function reasoningLengths(parts: unknown): { parts?: number[] } {
  const lengths = Array.isArray(parts) ? parts.filter(isRecord).map((part) => stringMember(part.text).length) : []
  return lengths.length > 1 ? { parts: lengths } : {}
}

function stopOf(response: Json, calls: boolean, refusal: string): { reason: StopReason; detail?: string } {
  if (response.status === 'incomplete' || isRecord(response.incomplete_details)) {
    const reason = isRecord(response.incomplete_details) ? stringMember(response.incomplete_details.reason) : ''
    if (isMalformedCall(reason)) return { reason: calls ? 'tool_use' : 'malformed_call' }
    return { reason: reason === 'content_filter' ? 'content_filter' : 'max_tokens' }
  }
  if (calls) return { reason: 'tool_use' }
  return refusal === '' ? { reason: 'end' } : { reason: 'refusal', detail: refusal }
}

function joinTexts(parts: unknown, type: string, separator = '\n\n'): string {
  if (!Array.isArray(parts)) return ''
  return parts
    .filter(isRecord)
    .filter((part) => part.type === type)
    .map((part) => stringMember(part.text) || stringMember(part.refusal))
    .join(separator)
}

/** The failure, with the message of the server behind OpenRouter. */
function saidBy(error: Json): string {
  const raw = isRecord(error.metadata) ? stringMember(error.metadata.raw) : ''
  return [stringMember(error.message), raw].filter((part) => part !== '').join(': ')
}

/** Input tokens hold those read from the cache and those written to it; the buckets are disjoint. */
function usage(value: unknown): ProviderEvent[] {
  if (!isRecord(value)) return []
  const read = isRecord(value.input_tokens_details) ? value.input_tokens_details : {}
  const made = isRecord(value.output_tokens_details) ? value.output_tokens_details : {}
  const total = number(value.input_tokens)
  const cacheRead = Math.min(total, number(read.cached_tokens))
  const cacheWrite5m = Math.min(total - cacheRead, number(read.cache_write_tokens))
  const figures = {
    input: total - cacheRead - cacheWrite5m,
    cacheRead,
    cacheWrite5m,
    output: number(value.output_tokens),
    reasoning: number(made.reasoning_tokens),
  }
  return [
    {
      type: 'usage',
      usage: figures,
      ...(typeof value.cost === 'number' && value.cost >= 0 ? { costUsd: value.cost } : {}),
    },
  ]
}
