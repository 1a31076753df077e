import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { anthropicAnswer } from './answers/anthropic.ts'
import type { JudgedRequest, WireJudge } from './judge.ts'
import {
  anyObject,
  blank,
  filled,
  imageProblems,
  nameProblems,
  parameterProblems,
  shapeProblems,
  strict,
  surrogateProblems,
  toolName,
} from './rules.ts'
import type { Seals } from './seals.ts'

const CacheControl = strict({
  type: Type.Literal('ephemeral'),
  ttl: Type.Optional(Type.Union([Type.Literal('5m'), Type.Literal('1h')])),
})
const cache = { cache_control: Type.Optional(CacheControl) }
const Text = strict({ type: Type.Literal('text'), text: Type.String(), ...cache })
const Image = strict({
  type: Type.Literal('image'),
  source: strict({ type: Type.Literal('base64'), media_type: Type.String(), data: Type.String() }),
  ...cache,
})
const Thinking = strict({ type: Type.Literal('thinking'), thinking: Type.String(), signature: filled })
const Redacted = strict({ type: Type.Literal('redacted_thinking'), data: filled })
const ToolUse = strict({
  type: Type.Literal('tool_use'),
  id: Type.String({ pattern: '^[a-zA-Z0-9_-]{1,64}$' }),
  name: toolName,
  input: anyObject,
  ...cache,
})
const ToolResult = strict({
  type: Type.Literal('tool_result'),
  tool_use_id: filled,
  content: Type.Optional(Type.Union([Type.String(), Type.Array(Type.Union([Text, Image]))])),
  is_error: Type.Optional(Type.Boolean()),
  ...cache,
})
const Block = Type.Union([Text, Image, Thinking, Redacted, ToolUse, ToolResult])
type Block = Static<typeof Block>
const Message = strict({
  role: Type.Union([Type.Literal('user'), Type.Literal('assistant')]),
  content: Type.Union([Type.String(), Type.Array(Block)]),
})
const display = { display: Type.Optional(Type.Union([Type.Literal('summarized'), Type.Literal('omitted')])) }
const Request = strict({
  model: filled,
  max_tokens: Type.Integer({ minimum: 1 }),
  messages: Type.Array(Message, { minItems: 1 }),
  system: Type.Optional(Type.Union([Type.String(), Type.Array(Text)])),
  tools: Type.Optional(
    Type.Array(
      strict({
        type: Type.Optional(Type.Literal('custom')),
        name: toolName,
        description: Type.Optional(Type.String()),
        input_schema: Type.Unknown(),
        strict: Type.Optional(Type.Boolean()),
        eager_input_streaming: Type.Optional(Type.Boolean()),
        ...cache,
      }),
    ),
  ),
  tool_choice: Type.Optional(anyObject),
  thinking: Type.Optional(
    Type.Union([
      strict({ type: Type.Literal('enabled'), budget_tokens: Type.Integer({ minimum: 1024 }), ...display }),
      strict({ type: Type.Literal('adaptive'), ...display }),
      strict({ type: Type.Literal('disabled') }),
    ]),
  ),
  output_config: Type.Optional(
    strict({
      effort: Type.Optional(
        Type.Union(['low', 'medium', 'high', 'xhigh', 'max'].map((effort) => Type.Literal(effort))),
      ),
      format: Type.Optional(anyObject),
    }),
  ),
  stream: Type.Optional(Type.Boolean()),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  top_p: Type.Optional(Type.Number()),
  top_k: Type.Optional(Type.Integer()),
  stop_sequences: Type.Optional(Type.Array(filled)),
  metadata: Type.Optional(strict({ user_id: Type.Optional(Type.String()) })),
  service_tier: Type.Optional(Type.String()),
  ...cache,
})
type Request = Static<typeof Request>
interface Said {
  role: 'user' | 'assistant'
  path: string
  blocks: Block[]
}

/** Anthropic's Messages API, as strict as its documentation and its error messages are. */
export function anthropicJudge(seals: Seals): WireJudge {
  return {
    path: '/v1/messages',
    answer: (answer, model) => anthropicAnswer(answer, model, seals),
    problems: (request) => problems(request, seals),
    refusal: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message }, request_id: 'req_1' }),
  }
}

function problems({ headers, body }: JudgedRequest, seals: Seals): string[] {
  const head = headers['anthropic-version'] === '2023-06-01' ? [] : ['anthropic-version: header is required']
  const surrogates = surrogateProblems(body)
  if (!Value.Check(Request, body)) return [...head, ...surrogates, ...shapeProblems(Request, body)]
  const said = merged(body)
  return [
    ...head,
    ...surrogates,
    ...said.flatMap(contentProblems),
    ...cacheProblems(body),
    ...orderProblems(said, seals),
    ...pairProblems(said),
    ...thinkingProblems(body, said, seals),
    ...toolProblems(body, said),
  ]
}

/** Consecutive messages of one role are one message to the model. */
function merged(body: Request): Said[] {
  const said: Said[] = []
  for (const [at, { role, content }] of body.messages.entries()) {
    const blocks: Block[] = typeof content === 'string' ? [{ type: 'text', text: content }] : [...content]
    const last = said.at(-1)
    if (last?.role === role) last.blocks.push(...blocks)
    else said.push({ role, path: `messages.${at}`, blocks })
  }
  return said
}

function contentProblems({ role, path, blocks }: Said): string[] {
  if (blocks.length === 0) return [`${path}: all messages must have non-empty content`]
  return blocks.flatMap((block, at): string[] => {
    const here = `${path}.content.${at}`
    const own =
      role === 'user' ? ['text', 'image', 'tool_result'] : ['text', 'thinking', 'redacted_thinking', 'tool_use']
    if (!own.includes(block.type)) return [`${here}: ${block.type} is not allowed in a message of the ${role}`]
    if (block.type === 'text') return textProblems(block.text, here)
    if (block.type === 'image') return imageProblems(block.source.media_type, block.source.data, here)
    if (block.type !== 'tool_result' || block.content === undefined) return []
    if (typeof block.content === 'string') return []
    const found = block.content.flatMap((part) =>
      part.type === 'text'
        ? textProblems(part.text, here)
        : imageProblems(part.source.media_type, part.source.data, here),
    )
    const pictured = block.is_error === true && block.content.some(({ type }) => type !== 'text')
    return pictured ? [...found, `${here}: all content must be type "text" if "is_error" is true`] : found
  })
}

function textProblems(text: string, path: string): string[] {
  if (text === '') return [`${path}: text content blocks must be non-empty`]
  return blank(text) ? [`${path}: text content blocks must contain non-whitespace text`] : []
}

interface Marked {
  cache_control?: Static<typeof CacheControl>
  text?: string
}

function cacheProblems(body: Request): string[] {
  const inside = (block: Block): Marked[] =>
    block.type === 'tool_result' && Array.isArray(block.content) ? [...block.content, block] : [marked(block)]
  const all: Marked[] = [
    ...(body.tools ?? []),
    ...(Array.isArray(body.system) ? body.system : []),
    ...body.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content.flatMap(inside))),
    body,
  ]
  const points = all.filter((one) => one.cache_control !== undefined)
  const ttls = points.map((one) => one.cache_control?.ttl ?? '5m')
  const empty = points.some((one) => one.text !== undefined && blank(one.text))
  const system = Array.isArray(body.system) ? body.system : []
  return [
    ...(points.length > 4 ? [`A maximum of 4 blocks with cache_control may be provided. Found ${points.length}.`] : []),
    ...(empty ? ['cache_control cannot be set for empty text blocks'] : []),
    ...(ttls.includes('5m') && ttls.lastIndexOf('1h') > ttls.indexOf('5m')
      ? ['a ttl="1h" cache_control block must not come after a ttl="5m" cache_control block']
      : []),
    ...system.flatMap(({ text }, at) => textProblems(text, `system.${at}`)),
  ]
}

function marked(block: Block): Marked {
  return block.type === 'thinking' || block.type === 'redacted_thinking' ? {} : block
}

function orderProblems(said: readonly Said[], seals: Seals): string[] {
  const found: string[] = []
  if (said[0]?.role !== 'user') found.push('messages: first message must use the "user" role')
  const last = said.at(-1)
  if (last?.role === 'assistant') {
    // Newer models take no prefill; a paused turn is the exception.
    if (seals.lastStop() !== 'pause_turn') found.push('The conversation must end with a user message.')
    const end = last.blocks.at(-1)
    if (end?.type === 'text' && end.text !== end.text.trimEnd())
      found.push('messages: final assistant content cannot end with trailing whitespace')
  }
  return found
}

function pairProblems(said: readonly Said[]): string[] {
  const found: string[] = []
  const seen = new Set<string>()
  for (const [at, { path, blocks, role }] of said.entries()) {
    const uses = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    for (const id of uses) {
      if (seen.has(id)) found.push(`${path}: \`tool_use\` ids must be unique (${id})`)
      seen.add(id)
    }
    const answered = (said[at + 1]?.blocks ?? []).flatMap((block) =>
      block.type === 'tool_result' ? [block.tool_use_id] : [],
    )
    const missing = uses.filter((id) => !answered.includes(id))
    if (missing.length > 0)
      found.push(`${path}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing}`)
    if (role !== 'user') continue
    const before = (said[at - 1]?.blocks ?? []).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    const results = blocks.flatMap((block, place) =>
      block.type === 'tool_result' ? [{ id: block.tool_use_id, place }] : [],
    )
    for (const [nth, { id, place }] of results.entries()) {
      if (!before.includes(id)) found.push(`${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}`)
      if (results.findIndex((other) => other.id === id) !== nth)
        found.push(
          `${path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
        )
      if (place !== nth) found.push(`${path}: \`tool_result\` blocks must come first in the content`)
    }
  }
  return found
}

function thinkingProblems(body: Request, said: readonly Said[], seals: Seals): string[] {
  const found: string[] = []
  // An answer before it in the same message may have said the same.
  const isTextOf = (answer: number, text: string) => seals.said(text, answer) && !seals.saidBefore(text, answer)
  const isCallOf = (answer: number, block: Block) => block.type === 'tool_use' && seals.said(block.id, answer)
  const { thinking } = body
  if (thinking?.type === 'enabled' && thinking.budget_tokens >= body.max_tokens)
    found.push('`max_tokens` must be greater than `thinking.budget_tokens`')
  if (thinking && thinking.type !== 'disabled' && body.temperature !== undefined && body.temperature !== 1)
    found.push('`temperature` may only be set to 1 when thinking is enabled')
  const loop = said.at(-1)?.blocks.some(({ type }) => type === 'tool_result') ? said.at(-2) : undefined
  if (
    thinking?.type === 'enabled' &&
    loop &&
    loop.blocks[0]?.type !== 'thinking' &&
    loop.blocks[0]?.type !== 'redacted_thinking'
  )
    found.push(`${loop.path}: a final \`assistant\` message must start with a thinking block when thinking is enabled`)
  for (const { path, blocks } of said) {
    const sealed = sealedBlocks(blocks)
    let before = { answer: 0, place: -1 }
    for (const { seal, text, kind, at } of sealed) {
      const here = `${path}.content.${at}`
      const issued = seals.find(seal)
      if (!issued || issued.kind !== kind || issued.text !== text) {
        found.push(`${here}: Invalid \`signature\` in \`${kind}\` block`)
        continue
      }
      if (issued.answer < before.answer || (issued.answer === before.answer && issued.place <= before.place))
        found.push(`${here}: thinking blocks must stay in the order in which they came`)
      if (issued.answer !== before.answer && issued.place > 0)
        found.push(`${here}: \`thinking\` or \`redacted_thinking\` blocks cannot be modified: one before it is missing`)
      const late = blocks
        .slice(0, at)
        .some((block) => (block.type === 'text' ? isTextOf(issued.answer, block.text) : isCallOf(issued.answer, block)))
      if (late)
        found.push(
          `${here}: Expected \`thinking\` or \`redacted_thinking\`, but found the text or a call of its answer before it`,
        )
      before = issued
    }
    const end = blocks.at(-1)
    if (end?.type === 'thinking' || end?.type === 'redacted_thinking')
      found.push(`${path}: The final block in an assistant message cannot be \`thinking\``)
    const last = sealed.at(-1)
    const issued = last && seals.find(last.seal)
    if (issued && issued.place !== seals.ofAnswer(issued.answer).length - 1)
      found.push(`${path}: \`thinking\` or \`redacted_thinking\` blocks cannot be modified: one after it is missing`)
  }
  return found
}

interface SealedBlock {
  seal: string
  text: string
  kind: 'thinking' | 'redacted_thinking'
  at: number
}

function sealedBlocks(blocks: readonly Block[]): SealedBlock[] {
  return blocks.flatMap((block, at): SealedBlock[] => {
    if (block.type === 'thinking') return [{ seal: block.signature, text: block.thinking, kind: block.type, at }]
    return block.type === 'redacted_thinking' ? [{ seal: block.data, text: '', kind: block.type, at }] : []
  })
}

function toolProblems(body: Request, said: readonly Said[]): string[] {
  const tools = body.tools ?? []
  const used = said.some(({ blocks }) => blocks.some(({ type }) => type === 'tool_use' || type === 'tool_result'))
  return [
    ...nameProblems(
      tools.map(({ name }) => name),
      'tools',
    ),
    ...tools.flatMap((tool, at) => parameterProblems(tool.input_schema, `tools.${at}.input_schema`)),
    ...(used && tools.length === 0
      ? ['Requests which include `tool_use` or `tool_result` blocks must define tools']
      : []),
  ]
}
