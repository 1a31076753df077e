import { describe, expect, it } from 'vitest'
import { createJudge } from './judge.ts'

const headers = { 'anthropic-version': '2023-06-01' }
const judge = createJudge('anthropic')
const sent = judge.answer(
  { reasoning: 'Hm.', redacted: true, text: 'Let me see.', calls: [{ name: 'look' }] },
  'claude',
)
const first = (pattern: RegExp) => pattern.exec(sent)?.[1] ?? 'missing'
const signature = first(/"signature_delta","signature":"([^"]+)"/)
const data = first(/"redacted_thinking","data":"([^"]+)"/)
const id = first(/"id":"(toolu_[^"]+)"/)
const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0K' } }

type Loose = Record<string, unknown>
const thinking = (): Loose => ({ type: 'thinking', thinking: 'Hm.', signature })
const redacted = (): Loose => ({ type: 'redacted_thinking', data })
const text = (words: string): Loose => ({ type: 'text', text: words })
const call = (callId: string): Loose => ({ type: 'tool_use', id: callId, name: 'look', input: {} })
const result = (callId: string): Loose => ({ type: 'tool_result', tool_use_id: callId, content: [text('<p>')] })
const tool = (name: string): Loose => ({
  name,
  description: 'Looks.',
  input_schema: { type: 'object', properties: {} },
})

/** A legal request, in parts that a test can spoil. */
function parts() {
  const user: Loose[] = [text('Hello'), picture]
  const assistant: Loose[] = [thinking(), redacted(), text('Let me see.'), call(id)]
  const results: Loose[] = [result(id), text('It is noon.')]
  const messages: { role: string; content: unknown }[] = [
    { role: 'user', content: user },
    { role: 'assistant', content: assistant },
    { role: 'user', content: results },
  ]
  const tools = [tool('look')]
  const body: Loose = { model: 'claude', max_tokens: 2000, system: [text('You build.')], tools, messages }
  return { body, messages, user, assistant, results, tools }
}
type Parts = ReturnType<typeof parts>

const cached = { cache_control: { type: 'ephemeral' } }
const rules: [string, (legal: Parts) => void, RegExp][] = [
  ['max_tokens is missing', ({ body }) => delete body.max_tokens, /max_tokens/],
  ['an unknown member', ({ body }) => Object.assign(body, { max_output_tokens: 5 }), /max_output_tokens/],
  ['an unknown member of a block', ({ user }) => Object.assign(user[0] ?? {}, { id: 'x' }), /content/],
  [
    'the first message is the assistant’s',
    ({ messages }) => messages.shift(),
    /first message must use the "user" role/,
  ],
  [
    'the last message is the assistant’s',
    ({ messages }) => messages.push({ role: 'assistant', content: 'Well' }),
    /end with a user/,
  ],
  [
    'empty content',
    ({ messages }) => messages.push({ role: 'assistant', content: [] }, { role: 'user', content: 'x' }),
    /non-empty content/,
  ],
  ['an empty text', ({ user }) => user.push(text('')), /must be non-empty/],
  ['a blank text', ({ user }) => user.push(text(' \n')), /non-whitespace/],
  [
    'an empty text in a result',
    ({ results }) => Object.assign(results[0] ?? {}, { content: [text('')] }),
    /must be non-empty/,
  ],
  ['an empty system text', ({ body }) => Object.assign(body, { system: [text('')] }), /system\.0/],
  ['a lone surrogate', ({ user }) => user.push(text('half \ud83d')), /lone surrogate/],
  [
    'a lone surrogate in a name',
    ({ assistant }) => Object.assign(assistant[3] ?? {}, { input: { '\ud83d': 1 } }),
    /lone surrogate/,
  ],
  [
    'five breakpoints',
    ({ body, user, results, tools }) => {
      for (const one of [tools[0], user[0], user[1], results[0], results[1]]) Object.assign(one ?? {}, cached)
      return body
    },
    /maximum of 4/i,
  ],
  [
    'a breakpoint on an empty text',
    ({ user }) => user.push({ ...text(''), ...cached }),
    /cache_control cannot be set for empty/,
  ],
  ['a breakpoint on thinking', ({ assistant }) => Object.assign(assistant[0] ?? {}, cached), /messages/],
  [
    'a long breakpoint after a short one',
    ({ user, results }) => {
      Object.assign(user[0] ?? {}, cached)
      Object.assign(results[0] ?? {}, { cache_control: { type: 'ephemeral', ttl: '1h' } })
    },
    /ttl="1h"/,
  ],
  ['a call without a result', ({ results }) => results.shift(), /without `tool_result` blocks immediately after/],
  [
    'a result later than the next message',
    ({ messages }) => messages.splice(2, 0, { role: 'user', content: 'Wait' }, { role: 'assistant', content: 'Yes' }),
    /immediately after/,
  ],
  ['a result without a call', ({ results }) => results.unshift(result('toolu_nobody')), /unexpected `tool_use_id`/],
  ['two results of one call', ({ results }) => results.unshift(result(id)), /single result/],
  ['a result after a text', ({ results }) => results.reverse(), /must come first/],
  ['a call id twice', ({ assistant }) => assistant.push(call(id)), /ids must be unique/],
  [
    'an id of another alphabet',
    ({ assistant, results }) => {
      Object.assign(assistant[3] ?? {}, { id: 'call.1' })
      Object.assign(results[0] ?? {}, { tool_use_id: 'call.1' })
    },
    /messages/,
  ],
  [
    'arguments that are not objects',
    ({ assistant }) => Object.assign(assistant[3] ?? {}, { input: 'x' }),
    /input|messages/,
  ],
  ['a call of the user', ({ user }) => user.push(call('toolu_9')), /not allowed in a message of the user/],
  [
    'a picture of the assistant',
    ({ assistant }) => assistant.push(picture),
    /not allowed in a message of the assistant/,
  ],
  [
    'a picture of another type',
    ({ user }) => user.push({ ...picture, source: { ...picture.source, media_type: 'image/svg+xml' } }),
    /not supported/,
  ],
  [
    'a picture that lies about its type',
    ({ user }) => user.push({ ...picture, source: { ...picture.source, media_type: 'image/webp' } }),
    /is image\/png, not image\/webp/,
  ],
  [
    'a picture that is not base64',
    ({ user }) => user.push({ ...picture, source: { ...picture.source, data: 'data:x' } }),
    /base64/,
  ],
  [
    'a picture in a failed result',
    ({ results }) => Object.assign(results[0] ?? {}, { is_error: true, content: [text('x'), picture] }),
    /all content must be type "text"/,
  ],
  [
    'an edited thought',
    ({ assistant }) => Object.assign(assistant[0] ?? {}, { thinking: 'Hm!' }),
    /Invalid `signature`/,
  ],
  [
    'an edited signature',
    ({ assistant }) => Object.assign(assistant[0] ?? {}, { signature: `${signature}=` }),
    /Invalid `signature`/,
  ],
  [
    'edited redacted thinking',
    ({ assistant }) => Object.assign(assistant[1] ?? {}, { data: 'x' }),
    /Invalid `signature`/,
  ],
  [
    'a thought that was left out, but not its neighbour',
    ({ assistant }) => assistant.shift(),
    /one before it is missing/,
  ],
  ['the second half of a thought left out', ({ assistant }) => assistant.splice(1, 1), /one after it is missing/],
  ['thoughts in another order', ({ assistant }) => assistant.unshift(...assistant.splice(1, 1)), /order/],
  ['a text before the thought', ({ assistant }) => assistant.unshift(...assistant.splice(2, 1)), /Expected `thinking`/],
  ['a call before the thought', ({ assistant }) => assistant.unshift(...assistant.splice(3, 1)), /Expected `thinking`/],
  ['a thought at the end', ({ assistant }) => assistant.splice(2, 2), /final block .* cannot be `thinking`/],
  [
    'thinking asked for and cut out of the tool loop',
    ({ body, assistant }) => {
      assistant.splice(0, 2)
      body.thinking = { type: 'enabled', budget_tokens: 1024 }
    },
    /must start with a thinking block/,
  ],
  [
    'a thinking budget beyond max_tokens',
    ({ body }) => Object.assign(body, { thinking: { type: 'enabled', budget_tokens: 2000 } }),
    /greater than/,
  ],
  [
    'a thinking budget that is too small',
    ({ body }) => Object.assign(body, { thinking: { type: 'enabled', budget_tokens: 1000 } }),
    /thinking/,
  ],
  [
    'a temperature while thinking',
    ({ body }) => Object.assign(body, { thinking: { type: 'adaptive' }, temperature: 0.2 }),
    /temperature/,
  ],
  ['no tools while calls are replayed', ({ body }) => delete body.tools, /must define tools/],
  ['a tool twice', ({ tools }) => tools.push(tool('look')), /stands twice/],
  ['a tool with a bad name', ({ tools }) => tools.push(tool('site.look')), /tools/],
  [
    'a schema that is not an object',
    ({ tools }) => tools.push({ ...tool('x'), input_schema: { type: 'string' } }),
    /must be "object"/,
  ],
  [
    'a choice at the top of a schema',
    ({ tools }) => tools.push({ ...tool('x'), input_schema: { type: 'object', anyOf: [] } }),
    /anyOf is not supported/,
  ],
  [
    'a property name beyond the alphabet',
    ({ tools }) => tools.push({ ...tool('x'), input_schema: { type: 'object', properties: { 'a b': {} } } }),
    /"a b"/,
  ],
]

describe('the judge of Anthropic’s wire', () => {
  it('takes what is legal, with and without its thoughts', () => {
    expect(judge.problems({ headers, body: parts().body })).toEqual([])
    const dropped = parts()
    dropped.assistant.splice(0, 2)
    expect(judge.problems({ headers, body: dropped.body })).toEqual([])
  })

  it.each(rules)('refuses: %s', (_name, spoil, reason) => {
    const legal = parts()
    spoil(legal)
    expect(judge.problems({ headers, body: legal.body }).join('\n')).toMatch(reason)
  })

  it('refuses a request without its version', () => {
    expect(judge.problems({ headers: {}, body: parts().body }).join()).toContain('anthropic-version')
  })

  it('lets the assistant speak last only after it paused', () => {
    const paused = createJudge('anthropic')
    const messages = [
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: 'Well' },
    ]
    const body = { model: 'claude', max_tokens: 100, messages }
    expect(paused.problems({ headers, body })).not.toEqual([])
    paused.answer({ text: 'Well', stop: 'pause' }, 'claude')
    expect(paused.problems({ headers, body })).toEqual([])
  })
})
