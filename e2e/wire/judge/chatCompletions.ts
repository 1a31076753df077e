import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type ChatFlavour, chatAnswer } from './answers/chatCompletions.ts'
import type { WireJudge } from './judge.ts'
import {
  anyObject,
  argumentsProblems,
  blank,
  dataUrlProblems,
  filled,
  nameProblems,
  parameterProblems,
  shapeProblems,
  strict,
  surrogateProblems,
  toolName,
} from './rules.ts'
import type { Seals } from './seals.ts'

const TextPart = strict({ type: Type.Literal('text'), text: Type.String() })
const ImagePart = strict({
  type: Type.Literal('image_url'),
  image_url: strict({
    url: filled,
    detail: Type.Optional(Type.Union([Type.Literal('auto'), Type.Literal('low'), Type.Literal('high')])),
  }),
})
const Call = strict({
  id: filled,
  type: Type.Literal('function'),
  function: strict({ name: toolName, arguments: Type.String() }),
})
const texts = Type.Union([Type.String(), Type.Array(TextPart, { minItems: 1 })])
const System = strict({
  role: Type.Union([Type.Literal('system'), Type.Literal('developer')]),
  content: texts,
  name: Type.Optional(filled),
})
const User = strict({
  role: Type.Literal('user'),
  content: Type.Union([Type.String(), Type.Array(Type.Union([TextPart, ImagePart]), { minItems: 1 })]),
  name: Type.Optional(filled),
})
const Assistant = strict({
  role: Type.Literal('assistant'),
  content: Type.Optional(Type.Union([Type.Null(), texts])),
  refusal: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  name: Type.Optional(filled),
  tool_calls: Type.Optional(Type.Array(Call, { minItems: 1 })),
  // Where a server gave its reasoning in this field, it wants it back.
  reasoning_content: Type.Optional(Type.String()),
})
const Tool = strict({ role: Type.Literal('tool'), content: texts, tool_call_id: filled })
const Message = Type.Union([System, User, Assistant, Tool])
const Request = strict({
  model: filled,
  messages: Type.Array(Message, { minItems: 1 }),
  max_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
  max_completion_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
  stream: Type.Optional(Type.Boolean()),
  stream_options: Type.Optional(strict({ include_usage: Type.Optional(Type.Boolean()) })),
  tools: Type.Optional(
    Type.Array(
      strict({
        type: Type.Literal('function'),
        function: strict({
          name: toolName,
          description: Type.Optional(Type.String()),
          parameters: Type.Optional(Type.Unknown()),
          strict: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
        }),
      }),
      { minItems: 1 },
    ),
  ),
  tool_choice: Type.Optional(Type.Union([Type.String(), anyObject])),
  parallel_tool_calls: Type.Optional(Type.Boolean()),
  reasoning_effort: Type.Optional(
    Type.Union(['none', 'minimal', 'low', 'medium', 'high', 'xhigh'].map((effort) => Type.Literal(effort))),
  ),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: Type.Optional(Type.Number()),
  stop: Type.Optional(Type.Unknown()),
  seed: Type.Optional(Type.Integer()),
  user: Type.Optional(Type.String()),
})
type Request = Static<typeof Request>

export interface ChatJudgeFlavour extends ChatFlavour {
  path: string
  /** Ollama fetches no pictures: it takes only data URLs. */
  local: boolean
}

/** Chat completions as OpenAI documents them, with what the strictest of the compatible servers refuse besides. */
export function chatJudge(seals: Seals, flavour: ChatJudgeFlavour): WireJudge {
  return {
    path: flavour.path,
    answer: (answer, model) => chatAnswer(answer, model, seals, flavour),
    problems({ body }) {
      const surrogates = surrogateProblems(body)
      if (!Value.Check(Request, body)) return [...surrogates, ...shapeProblems(Request, body)]
      return [...surrogates, ...requestProblems(body), ...contentProblems(body, seals, flavour), ...pairProblems(body)]
    },
    refusal: (message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
  }
}

function requestProblems(body: Request): string[] {
  const tools = body.tools ?? []
  return [
    ...(body.max_tokens === undefined && body.max_completion_tokens === undefined
      ? ['max_tokens: without it no budget can be reserved']
      : []),
    ...(body.stream_options && !body.stream ? ['stream_options is only allowed when stream is enabled'] : []),
    ...nameProblems(
      tools.map((tool) => tool.function.name),
      'tools',
    ),
    ...tools.flatMap((tool, at) => parameterProblems(tool.function.parameters, `tools.${at}.function.parameters`)),
  ]
}

function contentProblems(body: Request, seals: Seals, flavour: ChatJudgeFlavour): string[] {
  return body.messages.flatMap((message, at): string[] => {
    const path = `messages.${at}`
    if (message.role === 'assistant') {
      const calls = message.tool_calls ?? []
      const silent = message.content === null || message.content === undefined || message.content === ''
      const thought = message.reasoning_content
      const foreign = thought !== undefined && (flavour.reasoning !== 'reasoning_content' || !seals.said(thought))
      return [
        ...(foreign ? [`${path}.reasoning_content: this is not what was thought here`] : []),
        ...(silent && calls.length === 0 ? [`${path}: an assistant message needs content or tool_calls`] : []),
        ...(typeof message.content === 'string' && message.content !== '' && blank(message.content)
          ? [`${path}: the text is blank`]
          : []),
        ...calls.flatMap((call, nth) => argumentsProblems(call.function.arguments, `${path}.tool_calls.${nth}`)),
      ]
    }
    const late = (message.role === 'system' || message.role === 'developer') && at > 0
    const parts = typeof message.content === 'string' ? [] : message.content
    const whole = typeof message.content === 'string' && blank(message.content)
    return [
      ...(late ? [`${path}: a system message must stand first`] : []),
      ...(whole ? [`${path}: the text is empty`] : []),
      ...parts.flatMap((part) => {
        if (part.type === 'text') return blank(part.text) ? [`${path}: the text is empty`] : []
        const remote = flavour.local && !part.image_url.url.startsWith('data:')
        return remote ? [`${path}: only base64 pictures are taken`] : dataUrlProblems(part.image_url.url, path)
      }),
    ]
  })
}

/** The results of a message's calls directly follow it, each once, before anybody speaks. */
function pairProblems(body: Request): string[] {
  const found: string[] = []
  const seen = new Set<string>()
  let open: string[] = []
  let spoken = false
  for (const [at, message] of body.messages.entries()) {
    const path = `messages.${at}`
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id))
        found.push(`${path}: a tool message must follow the call ${message.tool_call_id}, once`)
      open = open.filter((id) => id !== message.tool_call_id)
      continue
    }
    if (open.length > 0)
      found.push(`${path}: an assistant message with tool_calls must be followed by the results of ${open}`)
    open = []
    if (message.role === 'user') spoken = true
    if (message.role !== 'assistant') continue
    if (!spoken) found.push(`${path}: the conversation must begin with the user`)
    if (body.messages[at - 1]?.role === 'assistant') found.push(`${path}: roles must alternate`)
    for (const { id } of message.tool_calls ?? []) {
      if (seen.has(id)) found.push(`${path}: the call id ${id} stands twice`)
      seen.add(id)
      open.push(id)
    }
  }
  if (open.length > 0) found.push(`messages: the calls ${open} have no result`)
  if (body.messages.at(-1)?.role === 'assistant') found.push('messages: the last message must not be the assistant’s')
  return found
}
