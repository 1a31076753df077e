import type { Credential, ModelRequest, WireProvider } from '../src/contract/provider.ts'
import { answering, listen } from './conformance.ts'

/** An answer of HTTP's own, and the error that it has to be. */
export interface HttpCase {
  status: number
  body: string
  headers?: Record<string, string>
  error: string
  retryable: boolean
}

/** Failures before the stream begins, alike on every wire. */
export const httpCases: readonly HttpCase[] = [
  { status: 401, body: '{"error":{"message":"no"}}', error: 'authentication', retryable: false },
  { status: 402, body: '{"error":{"code":402,"message":"no credits"}}', error: 'billing', retryable: false },
  { status: 403, body: '{"error":{"message":"no"}}', error: 'permission', retryable: false },
  { status: 404, body: '{"error":{"message":"no such model"}}', error: 'not_found', retryable: false },
  { status: 413, body: '', error: 'context_overflow', retryable: false },
  { status: 400, body: '', error: 'context_overflow', retryable: false },
  { status: 429, body: '{"error":{"message":"prompt is too long"}}', error: 'rate_limit', retryable: true },
  { status: 500, body: '<html>oops</html>', error: 'server', retryable: true },
  { status: 529, body: '{"error":{"type":"overloaded_error","message":"busy"}}', error: 'overloaded', retryable: true },
  {
    status: 500,
    body: '{}',
    headers: { 'x-should-retry': 'false' },
    error: 'server',
    retryable: false,
  },
]

export async function httpProblems(
  wire: WireProvider,
  request: ModelRequest,
  credential: Credential,
): Promise<string[]> {
  const problems: string[] = []
  for (const { status, body, headers, error, retryable } of httpCases) {
    const init = { status, headers: { 'content-type': 'application/json', ...headers } }
    const packets = [new TextEncoder().encode(body)]
    const { provider } = answering(wire, credential, packets, init)
    const heard = await listen(provider, request)
    problems.push(...heard.broken.map((rule) => `${status}: ${rule}`))
    if (heard.error !== error) problems.push(`${status}: ${heard.error} instead of ${error}`)
    const failure = { status, headers: new Headers(headers), body, now: 0 }
    const may = wire.httpError(failure, credential).retryable
    if (may !== retryable) problems.push(`${status} may be tried again: ${may} instead of ${retryable}`)
  }
  return problems
}

const picture = 'UElDVFVSRQ=='

/** Turns with everything that a conversation can hold, for what a request has to show on any wire. */
export function fullRequest(model = 'model-of-the-kit'): ModelRequest {
  return {
    model,
    system: 'THE PREFIX',
    tools: [
      { name: 'look', description: 'Looks.', inputSchema: { type: 'object', properties: {} } },
      { name: 'write', description: 'Writes.', inputSchema: { type: 'object', properties: {} } },
    ],
    results: [],
    maxOutputTokens: 4000,
    image: (hash) => (hash === 'gone' ? undefined : picture),
    vision: true,
    cacheKey: 'a-session',
    turns: [
      {
        role: 'user',
        blocks: [
          { kind: 'text', text: 'FIRST WORDS' },
          { kind: 'image', mimeType: 'image/png', hash: 'shown' },
          { kind: 'image', mimeType: 'image/svg+xml', hash: 'shown' },
          { kind: 'image', mimeType: 'image/png', hash: 'gone' },
        ],
      },
      {
        role: 'assistant',
        blocks: [
          { kind: 'text', text: 'LOOKING' },
          { kind: 'toolCall', toolCallId: 'call_1', toolName: 'look', input: {} },
          { kind: 'toolCall', toolCallId: 'call_2', toolName: 'write', input: { text: 'x' } },
        ],
      },
      {
        role: 'user',
        blocks: [
          {
            kind: 'toolResult',
            toolCallId: 'call_1',
            ok: true,
            data: 'FIRST RESULT',
            images: [{ mimeType: 'image/png', hash: 'shown' }],
          },
          { kind: 'toolResult', toolCallId: 'call_2', ok: false, error: 'SECOND RESULT', appended: ['THE STATE'] },
          { kind: 'text', text: 'LAST WORDS' },
        ],
      },
    ],
  }
}

/** The rules of every wire's request that it breaks, one sentence each. */
export function requestProblems(wire: WireProvider, credential: Credential, model?: string): string[] {
  const problems: string[] = []
  const rule = (holds: boolean, sentence: string) => {
    if (!holds) problems.push(sentence)
  }
  const request = fullRequest(model)
  const before = JSON.stringify(request.turns)
  const sent = wire.request(credential, request)
  const body = JSON.stringify(sent.body)
  rule(JSON.stringify(request.turns) === before, 'The turns are changed by mapping them.')
  rule(JSON.stringify(wire.request(credential, request)) === JSON.stringify(sent), 'The same request is mapped anew.')
  const order = ['FIRST WORDS', 'LOOKING', 'FIRST RESULT', 'SECOND RESULT', 'THE STATE', 'LAST WORDS']
  const places = order.map((words) => body.indexOf(words))
  rule(!places.includes(-1), `Words are missing: ${order.filter((_, at) => places[at] === -1).join(', ')}.`)
  rule(
    places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0)),
    'The words are out of order.',
  )
  rule(body.includes('THE PREFIX'), 'The static prefix is missing.')
  rule(body.split('THE STATE').length === 2, 'What was added to a result does not stand exactly once.')
  rule(
    shortestAround(sent.body, 'THE STATE').includes('SECOND RESULT'),
    'What was added to a result stands outside it.',
  )
  rule(/"stream":true/.test(body), 'It does not ask for a stream.')
  const key = credential.apiKey ?? 'no key'
  rule(!body.includes(key) && !sent.url.includes(key), 'The key stands outside the headers.')
  rule(body.split(picture).length - 1 === 2, 'The two pictures that can be shown are not both shown.')
  rule(
    textsOf(sent.body).every((text) => !text.includes(picture)),
    'A picture stands in a text.',
  )
  rule(/svg/.test(body) && /no longer stored/.test(body), 'What became of the other pictures is not said.')
  const blind = JSON.stringify(wire.request(credential, { ...request, vision: false }).body)
  rule(!blind.includes(picture), 'A model that takes no pictures is sent one.')
  rule(/takes none/.test(blind), 'The omitted pictures are not mentioned to a model that takes none.')
  for (const thinking of ['off', 'low', 'medium', 'high'] as const) {
    const levels = wire.request(credential, { ...request, thinking })
    rule(JSON.stringify(levels.body).includes('LAST WORDS'), `With thinking ${thinking}, words are missing.`)
  }
  return problems
}

/** The innermost object that holds both a text and the marks of a result: what the wire takes for one result. */
function shortestAround(value: unknown, words: string): string {
  const json = JSON.stringify(value) ?? ''
  if (typeof value !== 'object' || value === null || !json.includes(words)) return ''
  if ('tool_use_id' in value || 'call_id' in value || 'tool_call_id' in value) return json
  return Object.values(value).reduce((found, member) => found || shortestAround(member, words), '')
}

/** The strings under any `text` or `content`: what a model reads as text. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' && (name === 'text' || name === 'content' || name === 'output')
      ? [member]
      : textsOf(member),
  )
}

/** A server's messages about a key, and a stream that is stopped in its middle. */
export async function secretProblems(
  wire: WireProvider,
  request: ModelRequest,
  credential: Credential,
): Promise<string[]> {
  const key = credential.apiKey ?? ''
  const body = JSON.stringify({ error: { message: `bad key ${key}` } })
  const answered = answering(wire, credential, [new TextEncoder().encode(body)], { status: 401 })
  const heard = await listen(answered.provider, request)
  return key !== '' && heard.message?.includes(key) ? ['An error quotes the key.'] : []
}
