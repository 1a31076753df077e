import { isRecord } from '@atelier/operation'
import type { ProviderEvent, StopReason, WireDecoder } from '../contract/provider.ts'
import { protocolError, streamError, unlisted } from '../wire/errors.ts'
import { number, stringMember } from '../wire/fields.ts'
import { isMalformedCall } from '../wire/malformedCall.ts'
import { createObjectEnd } from '../wire/toolArguments.ts'

const stopReasons: Record<string, StopReason> = {
  stop: 'end',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  length: 'max_tokens',
  model_length: 'max_tokens',
  content_filter: 'content_filter',
  sensitive: 'content_filter',
  refusal: 'refusal',
}

/** Finish reasons that are failures: of a gateway's upstream, and of a server without resources. */
const failures: Record<string, string> = { error: 'server_error', insufficient_system_resource: 'overloaded_error' }

/** The format of reasoning that came in the field of this name, and is sent back in it. */
export const reasoningContent = 'reasoning_content'

const textIndex = 0
const reasoningIndex = 1
const firstCallIndex = 2

/** A call while it is written. */
interface OpenCall {
  /** Its position among the calls of the answer. */
  slot: number
  id: string
  name: string
  json: string
  /** Whether its arguments are one whole object by now. */
  isWhole(): boolean
}

/**
 * Calls are identified by `index`; where a server omits it, by a new id, and a delta without either continues the last
 * call. A whole call after a whole call is another one, whatever its index. Ids and names may be repeated. The calls are
 * trusted over the finish reason, and `[DONE]` is not waited for.
 */
export function chatDecoder(label: string): WireDecoder {
  const calls: OpenCall[] = []
  /** The call that a delta with this index continues. */
  const byIndex = new Map<number, OpenCall>()
  let finish: StopReason | undefined
  let refusal = ''
  let finished = false
  let marked = false

  function last(event: ProviderEvent): ProviderEvent[] {
    finished = true
    return [event]
  }

  function stop(): ProviderEvent[] {
    if (refusal !== '' && calls.length === 0) return last({ type: 'stop', reason: 'refusal', detail: refusal })
    const trusted = calls.length > 0 && (finish === undefined || finish === 'end' || finish === 'malformed_call')
    const reason = trusted ? 'tool_use' : (finish ?? 'end')
    return last({ type: 'stop', reason })
  }

  /** The call that a delta continues; undefined if it begins one. */
  function continued(call: Record<string, unknown>, name: string, json: string): OpenCall | undefined {
    const id = stringMember(call.id)
    const isIndexed = typeof call.index === 'number'
    const at = typeof call.index === 'number' ? byIndex.get(call.index) : calls.at(-1)
    if (id !== '' && (!isIndexed || (at && at.id !== ''))) return calls.find((each) => each.id === id)
    return at && isAnother(at, name, json) ? undefined : at
  }

  function toolCall(call: Record<string, unknown>): ProviderEvent[] {
    const details = isRecord(call.function) ? call.function : {}
    const name = stringMember(details.name)
    const delta = isRecord(details.arguments) ? JSON.stringify(details.arguments) : stringMember(details.arguments)
    const known = continued(call, name, delta)
    const at = known ?? createCall(calls.length, stringMember(call.id), name)
    const index = firstCallIndex + at.slot
    const events: ProviderEvent[] = []
    if (!known) {
      events.push({ type: 'toolCall', index, providerId: at.id, name })
      calls.push(at)
    }
    if (typeof call.index === 'number') byIndex.set(call.index, at)
    const signature = signatureOf(call)
    if (signature !== '') events.push({ type: 'callMark', index, signature })
    at.json += delta
    if (delta !== '') events.push({ type: 'toolArguments', index, delta })
    return events
  }

  function read(message: Record<string, unknown>): ProviderEvent[] {
    if (message.error !== undefined && message.error !== null) {
      const error = isRecord(message.error) ? message.error : { message: message.error }
      return last({
        type: 'error',
        error: streamError(
          label,
          stringMember(error.code) || stringMember(error.type) || stringMember(error.status),
          stringMember(error.message),
          number(error.code) || undefined,
        ),
      })
    }
    const events = usage(message.usage)
    const choice = Array.isArray(message.choices) && isRecord(message.choices[0]) ? message.choices[0] : undefined
    if (!choice) return events
    const delta = isRecord(choice.delta) ? choice.delta : isRecord(choice.message) ? choice.message : {}
    const reasoning =
      stringMember(delta.reasoning_content) ||
      stringMember(delta.reasoning) ||
      reasoningDetails(delta.reasoning_details)
    if (reasoning !== '') events.push({ type: 'reasoning', index: reasoningIndex, delta: reasoning })
    if (!marked && stringMember(delta.reasoning_content) !== '') {
      marked = true
      events.push({ type: 'reasoningMark', index: reasoningIndex, format: reasoningContent })
    }
    refusal += stringMember(delta.refusal)
    if (stringMember(delta.content) !== '')
      events.push({ type: 'text', index: textIndex, delta: stringMember(delta.content) })
    const signature = signatureOf(delta)
    if (signature !== '') events.push({ type: 'textMark', index: textIndex, signature })
    if (Array.isArray(delta.tool_calls))
      for (const call of delta.tool_calls.filter(isRecord)) events.push(...toolCall(call))
    if (typeof choice.finish_reason === 'string') {
      const failure = failures[choice.finish_reason]
      if (failure)
        return [...events, ...last({ type: 'error', error: streamError(label, failure, stringMember(choice.message)) })]
      finish = stopReasons[choice.finish_reason] ?? (isMalformedCall(choice.finish_reason) ? 'malformed_call' : 'end')
    }
    return events
  }

  return {
    push(_event, data) {
      if (finished || data === '') return []
      if (data.trim() === '[DONE]') return stop()
      try {
        const message = unlisted(JSON.parse(data))
        return isRecord(message) ? read(message) : []
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

/** The signature of a call, or of the text of a message, where Gemini sends it. */
function signatureOf({ extra_content: extra }: Record<string, unknown>): string {
  return isRecord(extra) && isRecord(extra.google) ? stringMember(extra.google.thought_signature) : ''
}

/** Some servers use the same index for every whole call of one answer, and give them no ids. */
function isAnother(known: OpenCall, name: string, json: string): boolean {
  if (name === '' || known.name === '') return false
  return name !== known.name || (json !== '' && known.isWhole())
}

function createCall(slot: number, id: string, name: string): OpenCall {
  const call = { slot, id, name, json: '', isWhole: () => end.reached(call.json) }
  const end = createObjectEnd()
  return call
}

function reasoningDetails(details: unknown): string {
  if (!Array.isArray(details)) return ''
  return details
    .filter(isRecord)
    .map((detail) => stringMember(detail.text) || stringMember(detail.summary))
    .join('')
}

/** Prompt tokens include the cached ones here (DeepSeek has a name of its own for them); the buckets are disjoint. */
function usage(value: unknown): ProviderEvent[] {
  if (!isRecord(value)) return []
  const prompt = number(value.prompt_tokens)
  const details = isRecord(value.prompt_tokens_details) ? value.prompt_tokens_details : {}
  const made = isRecord(value.completion_tokens_details) ? value.completion_tokens_details : {}
  const cacheRead = Math.min(prompt, number(details.cached_tokens) || number(value.prompt_cache_hit_tokens))
  const figures = {
    input: prompt - cacheRead,
    cacheRead,
    output: number(value.completion_tokens),
    reasoning: number(made.reasoning_tokens),
  }
  const cost = typeof value.cost === 'number' && value.cost >= 0 ? { costUsd: value.cost } : {}
  return [{ type: 'usage', usage: figures, ...cost }]
}
