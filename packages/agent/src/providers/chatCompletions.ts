import { stripEnd } from '@atelier/operation'
import type { Omission } from '../contract/adaptation.ts'
import type { Credential, ModelQueries, ModelRequest, ProviderId, Turn, WireProvider } from '../contract/provider.ts'
import { httpError } from '../wire/errors.ts'
import { heldTo, instructions } from './answer.ts'
import { type ChatRules, chatRules, recoverChat } from './chatAdaptation.ts'
import { chatDecoder, reasoningContent } from './chatDecoder.ts'
import { ollamaModels, parseCompatibleModels } from './chatModels.ts'
import { providers } from './index.ts'
import { outputLimit } from './outputLimit.ts'
import { dataUrl, type ShownPicture, shownOfResult, shownPicture } from './pictures.ts'
import { resultText } from './resultText.ts'

/** Ollama through its OpenAI-compatible chat completions; a base URL is the server's root or its `/v1`. */
export const ollama: WireProvider = chatCompletions('ollama', providers.ollama.label, {
  base: (credential) => `${ollamaRoot(credential)}/v1`,
  models: ollamaModels((credential) => ({ url: ollamaRoot(credential), headers: headers(credential) })),
})

/** Any OpenAI-compatible chat completions server; the base URL includes its `/v1`. */
export const compatible: WireProvider = compatibleServer('compatible', 'The model server', 'http://localhost:8080/v1')

/** A server that speaks chat completions without rules of its own. `label` is its name in errors. */
export function compatibleServer(id: ProviderId, label: string, baseUrl: string): WireProvider {
  const base = (credential: Credential) => trimmed(credential.baseUrl ?? baseUrl)
  return chatCompletions(id, label, {
    base,
    models: {
      request: (credential) => ({ url: `${base(credential)}/models`, headers: headers(credential) }),
      parse: parseCompatibleModels,
    },
  })
}

interface Flavour {
  base(credential: Credential): string
  models: ModelQueries
}

function chatCompletions(id: ProviderId, label: string, flavour: Flavour): WireProvider {
  return {
    id,
    label,
    request: (credential, request) => ({
      url: `${flavour.base(credential)}/chat/completions`,
      headers: headers(credential),
      body: body(request, rulesFor(credential, request)),
    }),
    decoder: () => chatDecoder(label),
    httpError: (failure, credential) => httpError(label, failure, credential),
    recover: (request, error, credential) =>
      recoverChat(request, error, rulesFor(credential ?? { provider: id }, request)),
    models: flavour.models,
  }

  function rulesFor(credential: Credential, request: ModelRequest): ChatRules {
    const host = URL.parse(flavour.base(credential))?.hostname
    return chatRules({ provider: id, host, model: request.model }, request)
  }
}

function ollamaRoot(credential: Credential): string {
  return trimmed(credential.baseUrl ?? 'http://localhost:11434').replace(/\/v1$/, '')
}

function trimmed(url: string): string {
  return stripEnd(url, '/')
}

function headers(credential: Credential): Record<string, string> {
  return credential.apiKey ? { authorization: `Bearer ${credential.apiKey}` } : {}
}

type WireMessage = Record<string, unknown> & { role: string }
type Part = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }

function body(request: ModelRequest, rules: ChatRules): object {
  const system = instructions(request)
  const messages: WireMessage[] = system.trim() === '' ? [] : [{ role: 'system', content: system }]
  for (const turn of request.turns) {
    if (turn.role === 'assistant') messages.push(assistantMessage(turn, rules))
    else messages.push(...userMessages(turn, request, rules))
  }
  const tools = request.tools.map((tool) => ({
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
  }))
  const omit = new Set<Omission>(request.omit)
  const limit = outputLimit(request)
  const effort = request.thinking === 'off' ? 'none' : request.thinking
  const answer = heldTo(request)
  return {
    model: request.model,
    ...(omit.has('maxTokens') ? { max_completion_tokens: limit } : { max_tokens: limit }),
    stream: true,
    stream_options: { include_usage: true },
    ...(effort === undefined || omit.has('thinking') ? {} : { reasoning_effort: effort }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(answer ? { response_format: { type: 'json_schema', json_schema: { ...answer, strict: false } } } : {}),
    messages,
  }
}

/** The answer between a result and the user's text, for servers that require one there (Mistral). */
const between: Turn = { role: 'assistant', blocks: [{ kind: 'text', text: 'I have the results.' }] }

/**
 * Results come first, each a message of its own. A result's pictures have no place there, so they follow in the user's
 * message.
 */
function userMessages(turn: Turn, request: ModelRequest, rules: ChatRules): WireMessage[] {
  const messages: WireMessage[] = []
  const parts: Part[] = []
  const said: Part[] = []
  for (const block of turn.blocks) {
    if (block.kind === 'toolResult') {
      const pictures = shownOfResult(block.images ?? [], request)
      const note = pictures.note === '' ? '' : `\n${pictures.note}`
      const content = [resultText(block) + note, ...(block.appended ?? [])].join('\n\n')
      messages.push({ role: 'tool', tool_call_id: block.toolCallId, content })
      if (pictures.shown.length > 0) parts.push({ type: 'text', text: `[Of the result of ${block.toolCallId}:]` })
      parts.push(...pictures.shown.map(picturePart))
    } else if (block.kind === 'text') said.push({ type: 'text', text: block.text })
    else if (block.kind === 'image') said.push(picturePart(shownPicture(block, request)))
  }
  parts.push(...said)
  if (parts.length === 0 && messages.length > 0) return messages
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  if (messages.length > 0 && request.omit?.includes('userAfterTool')) messages.push(assistantMessage(between, rules))
  return [...messages, { role: 'user', content: texts.length === parts.length ? texts.join('\n\n') : parts }]
}

function picturePart(picture: ShownPicture): Part {
  if ('note' in picture) return { type: 'text', text: picture.note }
  return { type: 'image_url', image_url: { url: dataUrl(picture) } }
}

function assistantMessage(turn: Turn, rules: ChatRules): WireMessage {
  const texts = turn.blocks.filter((block) => block.kind === 'text').filter((block) => block.text.trim() !== '')
  const text = texts.map((block) => block.text).join('\n\n')
  const calls = turn.blocks.filter((block) => block.kind === 'toolCall')
  const signatures = rules.signsCalls ? signaturesOf(calls, rules.foreignSignature) : []
  const toolCalls = calls.map((block, at) => ({
    id: block.toolCallId,
    type: 'function',
    function: { name: block.toolName, arguments: JSON.stringify(block.input ?? {}) },
    ...signed(signatures[at]),
  }))
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(rules.signsCalls ? signed(texts.findLast(({ signature }) => signature !== undefined)?.signature) : {}),
    ...reasoningOf(turn, rules),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
  }
}

/**
 * Servers whose models think between calls want that reasoning back until the question is answered (DeepSeek), and
 * take it afterwards. It stays, since what was once sent is not changed.
 */
function reasoningOf(turn: Turn, { reasoningContent: wanted }: ChatRules): { reasoning_content?: string } {
  if (wanted === 'none') return {}
  const thoughts = turn.blocks.flatMap((block) =>
    block.kind === 'reasoning' && block.format === reasoningContent ? [block.text] : [],
  )
  if (wanted === 'whereThought') return thoughts.length === 0 ? {} : { reasoning_content: thoughts.join('') }
  const filler = wanted === 'filled' ? ' ' : ''
  return { reasoning_content: thoughts.join('') || filler }
}

/** Gemini signs only the first of parallel calls, and refuses them if that one has no signature. */
function signaturesOf(calls: readonly { signature?: string }[], foreign: string | undefined): (string | undefined)[] {
  return calls.map(({ signature }, at) => signature ?? (at === 0 ? foreign : undefined))
}

/** A signature in the field in which Gemini sends it (https://ai.google.dev/gemini-api/docs/thought-signatures). */
function signed(signature: string | undefined): object {
  return signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }
}
