import { isRecord } from '@atelier/operation'
import { sse } from './recordings.ts'
import {
  createStrictHost,
  type Json,
  json,
  type Protocol,
  type StrictHost,
  type StrictHostOptions,
} from './strictHosts.ts'

const event = (type: string, fields: Json): { type: string } => ({ type, ...fields })

/**
 * A host of the Responses wire that keeps nothing: it seals its reasoning, and takes it back only unchanged and directly
 * before the item that it led to. Every third answer has a message item without text before its calls.
 */
function responsesHost(
  options: StrictHostOptions,
  { format, refusal }: { format?: string; refusal: Protocol['refusal'] },
): StrictHost {
  /** The seal of each reasoning item, and what has to follow the item: a call's id, or a message. */
  const issued = new Map<string, { seal: string; followedBy: string }>()
  let ids = 0

  const nameOf = (item: Json | undefined) =>
    item?.type === 'function_call' ? String(item.call_id) : String(item?.type)

  const problemOf = (item: Json, at: number, input: readonly Json[]): string | undefined => {
    const callId = String(item.call_id)
    const hasPeer = (type: string) => input.some((other) => other.type === type && other.call_id === item.call_id)
    if (item.type === 'function_call' && !hasPeer('function_call_output'))
      return `No tool output found for function call ${callId}.`
    if (item.type === 'function_call_output' && !hasPeer('function_call'))
      return `No tool call found for function call output with call_id ${callId}.`
    if (item.type !== 'reasoning') return undefined
    const known = issued.get(String(item.id))
    if (known?.seal !== item.encrypted_content || item.format !== format)
      return `The encrypted content for item ${item.id} could not be verified.`
    if (nameOf(input[at + 1]) === known?.followedBy) return undefined
    return `Item '${item.id}' of type 'reasoning' was provided without its required following item.`
  }

  return createStrictHost(
    {
      conversation: ({ input }) => (Array.isArray(input) ? input.filter(isRecord) : []),
      problem(input) {
        for (const [at, item] of input.entries()) {
          const said = problemOf(item, at, input)
          if (said !== undefined) return said
        }
        return undefined
      },
      // Every answer with calls looks once.
      roundsIn: (part) => part.filter(({ type, name }) => type === 'function_call' && name === 'look').length,
      answer(calls, round) {
        const id = `rs_${ids++}`
        const seal = `seal+/${id}==`
        const message = (text: string): Json => ({
          type: 'message',
          id: `msg_${ids++}`,
          role: 'assistant',
          content: [{ type: 'output_text', text, annotations: [] }],
        })
        const said = calls.length === 0 ? [message('All is done.')] : round % 3 === 0 ? [message('')] : []
        const made = calls.map(
          (call): Json => ({
            type: 'function_call',
            id: `fc_${call.id}`,
            call_id: call.id,
            name: call.name,
            arguments: call.json,
          }),
        )
        const [next] = [...said, ...made]
        issued.set(id, { seal, followedBy: nameOf(next) })
        const summary = [{ type: 'summary_text', text: `I think about round ${round}.` }]
        const sealed = { encrypted_content: seal, ...(format === undefined ? {} : { format }) }
        const reasoning: Json = { type: 'reasoning', id, summary, ...sealed }
        const output = [reasoning, ...said, ...made]
        return sse([
          event('response.created', { response: { status: 'in_progress' } }),
          ...output.flatMap((item, index) => {
            const { arguments: _, encrypted_content: _sealed, ...begun } = item
            return [
              event('response.output_item.added', { output_index: index, item: { ...begun, status: 'in_progress' } }),
              event('response.output_item.done', { output_index: index, item: { ...item, status: 'completed' } }),
            ]
          }),
          event('response.completed', {
            response: { status: 'completed', output, usage: { input_tokens: 10, output_tokens: 5 } },
          }),
        ])
      },
      refusal,
    },
    options,
  )
}

/** OpenAI. */
export function openaiHost(options: StrictHostOptions): StrictHost {
  return responsesHost(options, {
    refusal: (message) => json(400, { error: { message, type: 'invalid_request_error', param: 'input', code: null } }),
  })
}

/** OpenRouter, with a model of OpenAI behind it: the seal has a format, and a refusal holds what that server said. */
export function openrouterHost(options: StrictHostOptions): StrictHost {
  return responsesHost(options, {
    format: 'openai-responses-v1',
    refusal: (raw) => json(400, { error: { message: 'Provider returned error', code: 400, metadata: { raw } } }),
  })
}
