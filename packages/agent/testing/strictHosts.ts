import { isRecord } from '@atelier/operation'
import { chatBody, chatDelta } from './recordings.ts'
import type { Recording } from './replay.ts'

/** A host that refuses what the real one refuses, and in its words. */
export interface StrictHost {
  /** Answers a request; for `startReplay`. */
  answers(request: { body: unknown }): Recording
  /** Its refusals, in order. */
  refusals: string[]
}

/** The failures of an answer on its way: the connection breaks, or stays silent after half of it. */
export type Trouble = 'cut' | 'hang' | undefined

export interface StrictHostOptions {
  /** How many rounds with calls it plays before it ends a run. */
  rounds: number
  /** Asked with each answer: which round of the run it is in, from 1, and which try of it, from 1. */
  trouble?(round: number, tries: number): Trouble
}

export type Json = Record<string, unknown>

/** How a host reads conversations and writes answers. */
export interface Protocol {
  /** The conversation that a request holds. */
  conversation(body: Json): Json[]
  /** Why it refuses a conversation; undefined if it takes it. */
  problem(conversation: readonly Json[]): string | undefined
  /** How many answers with calls this part of a conversation has. */
  roundsIn(part: readonly Json[]): number
  /** The body of an answer with these calls, or of a last one without calls. */
  answer(calls: readonly IssuedCall[], round: number): string
  refusal(said: string): Recording
}

/** The rules that distinguish one host from another. */
interface Rules {
  /** The chunks of an answer with these calls, or of a last one without calls. */
  chunks(calls: readonly IssuedCall[], round: number): object[]
  /** Why it refuses an earlier answer; undefined if it takes it. `at` is its position in the request. */
  problem(message: Json, at: number): string | undefined
  refusal(said: string): Recording
}

export interface IssuedCall {
  id: string
  name: string
  json: string
}

function strictHost(rules: Rules, options: StrictHostOptions): StrictHost {
  return createStrictHost(
    {
      conversation: ({ messages }) => (Array.isArray(messages) ? messages.filter(isRecord) : []),
      problem(messages) {
        for (const [at, message] of messages.entries()) {
          const said = message.role === 'assistant' ? rules.problem(message, at) : undefined
          if (said !== undefined) return said
        }
        return undefined
      },
      roundsIn: (part) => part.filter((message) => callsIn(message).length > 0).length,
      answer: (calls, round) => chatBody(rules.chunks(calls, round)),
      refusal: rules.refusal,
    },
    options,
  )
}

/** Plays rounds with calls, every second of which has two, and refuses what the protocol refuses. */
export function createStrictHost(protocol: Protocol, { rounds, trouble }: StrictHostOptions): StrictHost {
  const tries = new Map<number, number>()
  const refusals: string[] = []
  let ids = 0
  return {
    refusals,
    answers({ body }) {
      const messages = isRecord(body) ? protocol.conversation(body) : []
      const said = protocol.problem(messages)
      if (said !== undefined) {
        refusals.push(said)
        return protocol.refusal(said)
      }
      const asked = messages.findLastIndex(({ role }) => role === 'user')
      const round = 1 + protocol.roundsIn(messages.slice(asked))
      const again = 1 + (tries.get(asked * 1000 + round) ?? 0)
      tries.set(asked * 1000 + round, again)
      const calls = round > rounds ? [] : parallel(round).map((call) => ({ ...call, id: `call-${ids++}` }))
      const whole = protocol.answer(calls, round)
      const met = calls.length > 0 ? trouble?.(round, again) : undefined
      if (met === undefined) return { body: whole }
      const half = whole.slice(0, Math.floor(whole.length * 0.7))
      return met === 'cut' ? { body: half, cutAt: half.length } : { body: half, stall: true }
    },
  }
}

/** Two calls in every second round. */
function parallel(round: number): Omit<IssuedCall, 'id'>[] {
  const look = { name: 'look', json: `{"at":"${round}"}` }
  return round % 2 === 1 ? [look] : [look, { name: 'write', json: `{"text":"${round}"}` }]
}

function callsIn(message: Json): Json[] {
  return Array.isArray(message.tool_calls) ? message.tool_calls.filter(isRecord) : []
}

export const json = (status: number, body: unknown): Recording => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const invalidRequest = (message: string): Recording =>
  json(400, { error: { message, type: 'invalid_request_error', param: null, code: 'invalid_request_error' } })

function signatureOf({ extra_content: extra }: Json): unknown {
  return isRecord(extra) && isRecord(extra.google) ? extra.google.thought_signature : undefined
}

const placeholders = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']

/** Gemini at Google's OpenAI-compatible address: signs the first of parallel calls, and its texts. */
export function geminiHost(options: StrictHostOptions): StrictHost {
  const signatures = new Map<string, string>()
  const texts = new Set<string>()
  const google = (signature: string) => ({ extra_content: { google: { thought_signature: signature } } })
  return strictHost(
    {
      chunks(calls, round) {
        const [first] = calls
        if (!first) {
          texts.add(`text+/${round}=`)
          return [
            chatDelta({ role: 'assistant', content: 'All is done.' }),
            chatDelta({ role: 'assistant', content: '', ...google(`text+/${round}=`) }, 'stop'),
          ]
        }
        signatures.set(first.id, `sign+/${first.id}==`)
        return [
          chatDelta({ role: 'assistant', content: `Round ${round}.` }),
          ...calls.map(({ id, name, json }, index) =>
            chatDelta({
              role: 'assistant',
              tool_calls: [
                {
                  index,
                  id,
                  type: 'function',
                  function: { name, arguments: json },
                  ...(index === 0 ? google(`sign+/${id}==`) : {}),
                },
              ],
            }),
          ),
          chatDelta({ role: 'assistant' }, 'tool_calls'),
        ]
      },
      problem(message, at) {
        const said = signatureOf(message)
        if (said !== undefined && !texts.has(String(said))) return 'Thought signature is not valid.'
        for (const [nth, call] of callsIn(message).entries()) {
          const issued = signatures.get(String(call.id))
          const signature = signatureOf(call)
          const name = isRecord(call.function) ? String(call.function.name) : ''
          if (nth === 0 && signature === undefined)
            return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${at}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`
          const isPlaceholder = issued === undefined && placeholders.includes(String(signature))
          if (signature !== issued && !isPlaceholder) return 'Thought signature is not valid.'
        }
        return undefined
      },
      refusal: (message) => json(400, [{ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }]),
    },
    options,
  )
}

interface ThinkingOptions extends StrictHostOptions {
  /** Which answers it thinks in. */
  thinks?(round: number): boolean
}

/** A host that thinks in `reasoning_content`; `problem` judges that field of an earlier answer. */
function thinkingHost(
  options: ThinkingOptions,
  problem: (field: unknown, thought: string | undefined, message: Json, at: number) => string | undefined,
  refusal: Rules['refusal'] = invalidRequest,
): StrictHost {
  const thoughts = new Map<string, string>()
  return strictHost(
    {
      chunks(calls, round) {
        const thought = (options.thinks?.(round) ?? true) ? `I think about round ${round}.` : ''
        for (const { id } of calls) thoughts.set(id, thought)
        return [
          chatDelta({ role: 'assistant', content: null, reasoning_content: '' }),
          ...(thought === '' ? [] : [chatDelta({ content: null, reasoning_content: thought })]),
          ...(calls.length === 0 ? [chatDelta({ content: 'All is done.', reasoning_content: null })] : []),
          ...calls.flatMap(({ id, name, json }, index) => [
            chatDelta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
            chatDelta({ tool_calls: [{ index, function: { arguments: json } }] }),
          ]),
          chatDelta({ content: '', reasoning_content: null }, calls.length === 0 ? 'stop' : 'tool_calls'),
        ]
      },
      problem(message, at) {
        const [call] = callsIn(message)
        return problem(message.reasoning_content, call && thoughts.get(String(call.id)), message, at)
      },
      refusal,
    },
    options,
  )
}

/** DeepSeek: the field belongs to every earlier answer, and holds what was thought in it. */
export function deepseekHost(options: ThinkingOptions): StrictHost {
  return thinkingHost(options, (field, thought) =>
    typeof field === 'string' && (thought === undefined || thought === '' || field === thought)
      ? undefined
      : 'The `reasoning_content` in the thinking mode must be passed back to the API.',
  )
}

/** Kimi: the field belongs to every earlier answer with calls, and is not empty. */
export function kimiHost(options: ThinkingOptions): StrictHost {
  return thinkingHost(options, (field, thought, message, at) =>
    callsIn(message).length === 0 || (typeof field === 'string' && field !== '' && (!thought || field === thought))
      ? undefined
      : `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`,
  )
}

/** Mistral: an answer has no such field. */
export function mistralHost(options: ThinkingOptions): StrictHost {
  return thinkingHost(
    options,
    (field, _thought, _message, at) => (field === undefined ? undefined : `${at}`),
    (at) => {
      const loc = ['body', 'messages', Number(at), 'assistant', 'reasoning_content']
      const detail = [{ type: 'extra_forbidden', loc, msg: 'Extra inputs are not permitted', input: '' }]
      return json(422, { object: 'error', message: { detail }, type: 'invalid_request_error', param: null, code: null })
    },
  )
}
