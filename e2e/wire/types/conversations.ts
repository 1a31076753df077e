import type { ModelRequest, Turn } from '@atelier/agent'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg=='

const user = (...blocks: Turn['blocks']): Turn => ({ role: 'user', blocks })
const assistant = (...blocks: Turn['blocks']): Turn => ({ role: 'assistant', blocks })
const text = (words: string) => ({ kind: 'text', text: words }) as const
const picture = (hash: string, mimeType = 'image/png') => ({ kind: 'image', mimeType, hash }) as const
const call = (toolCallId: string, toolName: string, input: unknown = {}) =>
  ({ kind: 'toolCall', toolCallId, toolName, input }) as const
const result = (toolCallId: string, data?: unknown) => ({ kind: 'toolResult', toolCallId, ok: true, data }) as const

/** Conversations of every kind, as turns; each is legal for every wire. */
const conversations: Record<string, Turn[]> = {
  'one question': [user(text('Hello'))],
  'text back and forth': [user(text('Hello')), assistant(text('Hello.')), user(text('Build a page 🙂'))],
  'pictures from the user': [
    user(text('Like this:'), picture('there'), picture('gone'), picture('there', 'image/tiff'), text('Please.')),
  ],
  'parallel calls, one failed': [
    user(text('Go')),
    assistant(text('I look.'), call('a', 'look'), call('b', 'write', { text: '<p>', deep: { list: [1, null, 'x'] } })),
    user(result('a', { html: '<p>', ids: [1, 2] }), {
      kind: 'toolResult',
      toolCallId: 'b',
      ok: false,
      error: 'No node.',
    }),
  ],
  'words of ours behind a question and inside results': [
    user(text('Go'), text('The open page is Home.')),
    assistant(call('a', 'look'), call('b', 'write', { text: 'x' })),
    user(
      { ...result('a', 'seen'), images: [{ mimeType: 'image/png', hash: 'there' }], appended: ['One.'] },
      { kind: 'toolResult', toolCallId: 'b', ok: false, error: 'No.', appended: ['The open page is About.', 'Two.'] },
    ),
  ],
  'results with pictures and warnings': [
    user(text('Go')),
    assistant(call('a', 'look'), call('b', 'look'), call('c', 'write')),
    user(
      { ...result('a', 'seen'), images: [{ mimeType: 'image/png', hash: 'there' }], warnings: ['It is small.'] },
      { ...result('b'), images: [{ mimeType: 'image/png', hash: 'gone' }] },
      {
        kind: 'toolResult',
        toolCallId: 'c',
        ok: false,
        error: 'No.',
        images: [{ mimeType: 'image/png', hash: 'there' }],
      },
      text('And hurry.'),
    ),
  ],
  'thoughts with signatures': [
    user(text('Go')),
    assistant(
      { kind: 'reasoning', text: 'Hm.', signature: 'c2ln' },
      { kind: 'reasoning', text: '', encrypted: 'ZW5j' },
      call('a', 'look'),
    ),
    user(result('a')),
    assistant({ kind: 'reasoning', text: '', signature: 'c2ln' }, text('Done.')),
    user(text('More')),
  ],
  'encrypted items': [
    user(text('Go')),
    assistant(
      { kind: 'reasoning', text: 'Hm.', encrypted: 'ZW5j', itemId: 'rs_1' },
      { kind: 'text', text: 'I look.', phase: 'commentary' },
      { kind: 'reasoning', text: '', encrypted: 'ZW5j', itemId: 'rs_2' },
      call('call_1', 'look'),
    ),
    user(result('call_1')),
    assistant(
      { kind: 'reasoning', text: 'So.', encrypted: 'ZW5j', itemId: 'rs_3' },
      { kind: 'text', text: 'Done.', phase: 'final_answer' },
    ),
    user(text('More')),
  ],
  'an open turn after a pause': [user(text('Go')), assistant(text('I go on '))],
}

const emptyMessage: Turn[] = [
  user(text('Go')),
  assistant(
    { kind: 'reasoning', text: 'Hm.', encrypted: 'ZW5j', itemId: 'rs_1' },
    { kind: 'text', text: '', itemId: 'msg_1', phase: 'commentary' },
    { kind: 'reasoning', text: '', encrypted: 'ZW5j', itemId: 'rs_2' },
    call('call_1', 'look'),
  ),
  user(result('call_1')),
]

/** Conversations that only one wire can leave. */
const own: Partial<Record<keyof typeof models, Record<string, Turn[]>>> = {
  openai: { 'a message without a text': emptyMessage },
  openrouter: {
    'a message without a text': emptyMessage,
    'reasoning of another wire, through a router': [
      user(text('Go')),
      assistant(
        { kind: 'reasoning', text: 'Hm.', signature: 'c2ln', itemId: 'rs_1', format: 'anthropic-claude-v1', raw: true },
        call('a', 'look'),
      ),
      user(result('a')),
    ],
  },
  compatible: {
    'thoughts in the field of a compatible server': [
      user(text('Go')),
      assistant({ kind: 'reasoning', text: 'Hm.', format: 'reasoning_content', raw: true }, call('a', 'look')),
      user(result('a')),
    ],
  },
}

/** The variants of one request, besides its turns. */
const variants: Record<string, Partial<ModelRequest>> = {
  plain: {},
  'no system, no tools': { system: '', tools: [] },
  'no pictures': { vision: false },
  'thinking off': { thinking: 'off' },
  'thinking low': { thinking: 'low' },
  'thinking high': { thinking: 'high' },
  'after a refusal of thinking': { thinking: 'high', omit: ['thinking', 'reasoningSummary', 'maxTokens'] },
  'after a refusal of encrypted reasoning': { thinking: 'medium', omit: ['encryptedReasoning'] },
  'a small window': { contextWindow: 4096, cacheKey: 'session-'.repeat(20) },
}

const models = {
  anthropic: ['claude-opus-4-6', 'claude-sonnet-4-20250514', 'claude-3-haiku-20240307'],
  openai: ['gpt-5.1', 'o3', 'gpt-4.1', 'gpt-5'],
  openrouter: ['anthropic/claude-sonnet-4.5', 'openai/gpt-5.1', 'meta-llama/llama-4'],
  ollama: ['qwen3:8b'],
  compatible: ['local'],
} as const

/** Every conversation in every variant, for every model of a wire. */
export function requests(wire: keyof typeof models): { name: string; request: ModelRequest }[] {
  return models[wire].flatMap((model) =>
    Object.entries({ ...conversations, ...own[wire] }).flatMap(([conversation, turns]) =>
      Object.entries(variants).map(([variant, more]) => ({
        name: `${model}, ${conversation}, ${variant}`,
        request: {
          model,
          system: 'You build websites.',
          turns: structuredClone(turns),
          tools,
          maxOutputTokens: 16_000,
          results: [],
          image: (hash: string) => (hash === 'there' ? png : undefined),
          vision: true,
          cacheKey: 'session',
          ...more,
        },
      })),
    ),
  )
}

const tools: ModelRequest['tools'] = [
  { name: 'look', description: 'Looks.', inputSchema: { type: 'object', properties: {} } },
  {
    name: 'write',
    description: 'Writes.',
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' }, deep: { type: 'object', properties: { list: { type: 'array' } } } },
      required: ['text'],
    },
  },
]
