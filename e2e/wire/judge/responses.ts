import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type ResponsesFlavour, responsesAnswer } from './answers/responses.ts'
import type { WireJudge } from './judge.ts'
import {
  anyObject,
  argumentsProblems,
  blank,
  dataUrlProblems,
  filled,
  isObject,
  nameProblems,
  parameterProblems,
  shapeProblems,
  strict,
  surrogateProblems,
  toolName,
} from './rules.ts'
import type { Seals } from './seals.ts'

const status = {
  status: Type.Optional(
    Type.Union([Type.Literal('in_progress'), Type.Literal('completed'), Type.Literal('incomplete')]),
  ),
}
const InputText = strict({ type: Type.Literal('input_text'), text: Type.String() })
const InputImage = strict({
  type: Type.Literal('input_image'),
  image_url: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  detail: Type.Optional(Type.Union(['auto', 'low', 'high', 'original'].map((detail) => Type.Literal(detail)))),
})
const OutputText = strict({
  type: Type.Literal('output_text'),
  text: Type.String(),
  annotations: Type.Optional(Type.Array(Type.Unknown())),
  logprobs: Type.Optional(Type.Array(Type.Unknown())),
})
const Refusal = strict({ type: Type.Literal('refusal'), refusal: Type.String() })
const Asked = strict({
  type: Type.Optional(Type.Literal('message')),
  role: Type.Union([Type.Literal('user'), Type.Literal('system'), Type.Literal('developer')]),
  content: Type.Union([Type.String(), Type.Array(Type.Union([InputText, InputImage]), { minItems: 1 })]),
  ...status,
})
const Said = strict({
  type: Type.Optional(Type.Literal('message')),
  role: Type.Literal('assistant'),
  id: Type.Optional(Type.String({ pattern: '^msg_' })),
  content: Type.Union([Type.String(), Type.Array(Type.Union([OutputText, Refusal]), { minItems: 1 })]),
  phase: Type.Optional(Type.Union([Type.Null(), Type.Literal('commentary'), Type.Literal('final_answer')])),
  ...status,
})
const Reasoning = strict({
  type: Type.Literal('reasoning'),
  id: Type.String({ pattern: '^rs_' }),
  summary: Type.Array(strict({ type: Type.Literal('summary_text'), text: Type.String() })),
  content: Type.Optional(Type.Array(strict({ type: Type.Literal('reasoning_text'), text: Type.String() }))),
  encrypted_content: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  // OpenRouter's own, for reasoning of other wires.
  signature: Type.Optional(Type.String()),
  format: Type.Optional(Type.String()),
  ...status,
})
const FunctionCall = strict({
  type: Type.Literal('function_call'),
  id: Type.Optional(Type.String({ pattern: '^fc_' })),
  call_id: Type.String({ minLength: 1, maxLength: 64 }),
  name: toolName,
  arguments: Type.String(),
  ...status,
})
const FunctionOutput = strict({
  type: Type.Literal('function_call_output'),
  id: Type.Optional(Type.String()),
  call_id: Type.String({ minLength: 1, maxLength: 64 }),
  output: Type.Union([Type.String(), Type.Array(Type.Union([InputText, InputImage]), { minItems: 1 })]),
  ...status,
})
const Item = Type.Union([Reasoning, FunctionCall, FunctionOutput, Asked, Said])
type Item = Static<typeof Item>
const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'].map((effort) => Type.Literal(effort))
const Request = strict({
  model: filled,
  input: Type.Array(Item, { minItems: 1 }),
  instructions: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  max_output_tokens: Type.Optional(Type.Integer({ minimum: 16 })),
  stream: Type.Optional(Type.Boolean()),
  store: Type.Optional(Type.Boolean()),
  include: Type.Optional(Type.Array(Type.Literal('reasoning.encrypted_content'))),
  tools: Type.Optional(
    Type.Array(
      strict({
        type: Type.Literal('function'),
        name: toolName,
        description: Type.Optional(Type.Union([Type.Null(), Type.String()])),
        parameters: Type.Union([Type.Null(), anyObject]),
        strict: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
      }),
    ),
  ),
  tool_choice: Type.Optional(Type.Unknown()),
  parallel_tool_calls: Type.Optional(Type.Boolean()),
  reasoning: Type.Optional(
    strict({
      effort: Type.Optional(Type.Union([Type.Null(), ...efforts])),
      summary: Type.Optional(Type.Union(['auto', 'concise', 'detailed'].map((summary) => Type.Literal(summary)))),
      enabled: Type.Optional(Type.Boolean()),
    }),
  ),
  prompt_cache_key: Type.Optional(Type.String({ maxLength: 64 })),
  prompt_cache_options: Type.Optional(anyObject),
  prompt_cache_retention: Type.Optional(Type.String()),
  safety_identifier: Type.Optional(Type.String()),
  metadata: Type.Optional(anyObject),
  temperature: Type.Optional(Type.Number()),
  top_p: Type.Optional(Type.Number()),
  text: Type.Optional(anyObject),
  truncation: Type.Optional(Type.Union([Type.Literal('auto'), Type.Literal('disabled')])),
  service_tier: Type.Optional(Type.String()),
  session_id: Type.Optional(Type.String({ maxLength: 256 })),
  provider: Type.Optional(anyObject),
  cache_control: Type.Optional(anyObject),
})
type Request = Static<typeof Request>

/** The Responses wire, stateless: what it does not find in the request it does not know. */
export function responsesJudge(seals: Seals, flavour: ResponsesFlavour): WireJudge {
  return {
    path: flavour.router ? '/api/v1/responses' : '/v1/responses',
    answer: (answer, model) => responsesAnswer(answer, model, seals, flavour),
    problems({ body }) {
      const surrogates = surrogateProblems(body)
      if (!Value.Check(Request, body)) return [...surrogates, ...shapeProblems(Request, body)]
      return [
        ...surrogates,
        ...requestProblems(body, flavour),
        ...body.input.flatMap((item, at) => contentProblems(item, at, body.input[at - 1])),
        ...pairProblems(body.input),
        ...reasoningProblems(body, seals),
        ...idProblems(body.input),
      ]
    },
    refusal: (message) =>
      flavour.router
        ? { error: { code: 400, message }, user_id: 'u' }
        : { error: { message, type: 'invalid_request_error', param: 'input', code: null } },
  }
}

function requestProblems(body: Request, flavour: ResponsesFlavour): string[] {
  const tools = body.tools ?? []
  const foreign = flavour.router ? [] : ['session_id', 'provider', 'cache_control'].filter((name) => name in body)
  const foreignSeals = flavour.router
    ? []
    : body.input.flatMap((item) =>
        item.type === 'reasoning' && (item.signature ?? item.format) !== undefined ? [item.id] : [],
      )
  return [
    ...(body.max_output_tokens === undefined ? ['max_output_tokens: without it no budget can be reserved'] : []),
    ...(flavour.router && body.store === true ? ['store: answers are never stored here'] : []),
    ...(!flavour.router && body.store !== false
      ? ['store: a conversation that is replayed whole must not be stored']
      : []),
    ...foreign.map((name) => `Unknown parameter: '${name}'.`),
    ...foreignSeals.map((id) => `Unknown parameter: 'signature' or 'format' of item '${id}'.`),
    ...nameProblems(
      tools.map(({ name }) => name),
      'tools',
    ),
    ...tools.flatMap((tool, at) => parameterProblems(tool.parameters, `tools.${at}.parameters`)),
    ...tools.flatMap((tool, at) => (tool.strict === true ? strictProblems(tool.parameters, `tools.${at}`) : [])),
  ]
}

/** What `strict: true` asks of a schema: every object closed, every member required. */
function strictProblems(schema: unknown, path: string): string[] {
  if (!isObject(schema)) return []
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
  const own =
    schema.type !== 'object'
      ? []
      : [
          ...(schema.additionalProperties === false ? [] : [`${path}: additionalProperties must be false`]),
          ...Object.keys(properties)
            .filter((name) => !required.includes(name))
            .map((name) => `${path}: "${name}" must be required`),
        ]
  return [
    ...own,
    ...Object.entries(properties).flatMap(([name, member]) => strictProblems(member, `${path}.${name}`)),
    ...strictProblems(schema.items, `${path}[]`),
  ]
}

function contentProblems(item: Item, at: number, before: Item | undefined): string[] {
  const path = `input.${at}`
  const parts = 'content' in item ? item.content : 'output' in item ? item.output : undefined
  if (item.type === 'reasoning' || parts === undefined) {
    return item.type === 'function_call' ? argumentsProblems(item.arguments, path) : []
  }
  if (typeof parts === 'string') return blank(parts) ? [`${path}: the text is empty`] : []
  return parts.flatMap((part) => {
    if (part.type === 'input_image')
      return typeof part.image_url === 'string' ? dataUrlProblems(part.image_url, path) : [`${path}: no picture`]
    const text = part.type === 'refusal' ? part.refusal : part.text
    // The model's own message may have come without a text, and follows the reasoning that led to it.
    const isPlace = part.type === 'output_text' && before?.type === 'reasoning'
    return 'text' in part && blank(text) && !isPlace ? [`${path}: the text is empty`] : []
  })
}

function pairProblems(input: readonly Item[]): string[] {
  const found: string[] = []
  const called = new Set<string>()
  let open: string[] = []
  let spoken = false
  for (const [at, item] of input.entries()) {
    const path = `input.${at}`
    if (item.type === 'function_call') {
      if (called.has(item.call_id)) found.push(`${path}: the call id ${item.call_id} stands twice`)
      called.add(item.call_id)
      open.push(item.call_id)
    } else if (item.type === 'function_call_output') {
      if (!open.includes(item.call_id))
        found.push(`No tool call found for function call output with call_id ${item.call_id}.`)
      open = open.filter((id) => id !== item.call_id)
    } else if (item.type !== 'reasoning') {
      if (item.role === 'user') spoken = true
      if (item.role === 'assistant' && !spoken) found.push(`${path}: the conversation must begin with the user`)
      // The model's text beside its calls belongs to their answer; the person's words do not.
      if (item.role !== 'assistant') found.push(...open.map((id) => `No tool output found for function call ${id}.`))
      if (item.role !== 'assistant') open = []
    }
  }
  const last = input.at(-1)
  if (last && 'role' in last && last.role === 'assistant')
    found.push('input: the last item must not be the assistant’s')
  return [...found, ...open.map((id) => `No tool output found for function call ${id}.`)]
}

function reasoningProblems(body: Request, seals: Seals): string[] {
  return body.input.flatMap((item, at): string[] => {
    const path = `input.${at}`
    if (item.type !== 'reasoning') {
      const id = 'id' in item ? item.id : undefined
      const needed = id === undefined ? undefined : seals.reasoningBefore(id)
      const before = body.input[at - 1]
      const there = before?.type === 'reasoning' && before.id === needed
      return needed === undefined || there
        ? []
        : [`Item '${id}' was provided without its required 'reasoning' item: '${needed}'.`]
    }
    if (typeof item.encrypted_content !== 'string' || item.encrypted_content === '')
      return [`Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false.`]
    const issued = seals.find(item.encrypted_content)
    const text = item.summary.map((part) => part.text).join('')
    if (!issued || issued.itemId !== item.id || issued.text !== text)
      return [`${path}: The encrypted content for item ${item.id} could not be verified.`]
    const next = body.input[at + 1]
    const wanted = seals.itemAfter(item.id)
    const mine = next && next.type !== 'function_call_output' && (!('role' in next) || next.role === 'assistant')
    const id = next && 'id' in next ? next.id : undefined
    const isKind = wanted === undefined || prefixes[kindOf(next)] === wanted.split('_')[0]
    const kept = mine && isKind && (id === undefined || wanted === undefined || id === wanted)
    return kept ? [] : [`Item '${item.id}' of type 'reasoning' was provided without its required following item.`]
  })
}

/** The first characters of the ids of a kind of item. */
const prefixes = { reasoning: 'rs', function_call: 'fc', function_call_output: '', message: 'msg' } as const

function kindOf(item: Item | undefined): keyof typeof prefixes {
  return item?.type ?? 'message'
}

function idProblems(input: readonly Item[]): string[] {
  const ids = input.flatMap((item) => ('id' in item && item.id !== undefined ? [item.id] : []))
  return ids
    .filter((id, at) => ids.indexOf(id) !== at)
    .map((id) => `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`)
}
