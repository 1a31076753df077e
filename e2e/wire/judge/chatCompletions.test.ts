import { describe, expect, it } from 'vitest'
import { createJudge } from './judge.ts'

type Loose = Record<string, unknown>
const call = (id: string): Loose => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })
const result = (id: string): Loose => ({ role: 'tool', tool_call_id: id, content: '<p>' })
const tool = (name: string): Loose => ({
  type: 'function',
  function: { name, description: 'Looks.', parameters: { type: 'object', properties: {} } },
})
const picture = (url: string): Loose => ({ type: 'image_url', image_url: { url } })

function parts() {
  const user: Loose[] = [{ type: 'text', text: 'Hello' }, picture('data:image/png;base64,iVBORw0K')]
  const calls: Loose[] = [call('call_1'), call('call_2')]
  const assistant: Loose = { role: 'assistant', content: null, tool_calls: calls }
  const messages: Loose[] = [
    { role: 'system', content: 'You build.' },
    { role: 'user', content: user },
    assistant,
    result('call_1'),
    result('call_2'),
    { role: 'user', content: 'It is noon.' },
  ]
  const tools = [tool('look')]
  const body: Loose = {
    model: 'm',
    max_tokens: 100,
    stream: true,
    stream_options: { include_usage: true },
    tools,
    messages,
  }
  return { body, messages, user, calls, assistant, tools }
}
type Parts = ReturnType<typeof parts>

const rules: [string, (legal: Parts) => void, RegExp][] = [
  ['no limit to the answer', ({ body }) => delete body.max_tokens, /max_tokens/],
  ['an unknown member', ({ body }) => Object.assign(body, { system: 'x' }), /system/],
  ['an unknown member of a message', ({ assistant }) => Object.assign(assistant, { reasoning: 'Hm' }), /messages/],
  ['stream options without a stream', ({ body }) => Object.assign(body, { stream: false }), /stream_options/],
  ['no tools in the list of tools', ({ body }) => Object.assign(body, { tools: [] }), /tools/],
  ['a call without a result', ({ messages }) => messages.splice(4, 1), /must be followed by the results of call_2/],
  ['a result without a call', ({ messages }) => messages.splice(3, 0, result('nobody')), /must follow the call nobody/],
  [
    'two results of one call',
    ({ messages }) => messages.splice(3, 0, result('call_1')),
    /must follow the call call_1, once/,
  ],
  ['a result after the user spoke', ({ messages }) => messages.push(...messages.splice(4, 1)), /call_2/],
  ['an open call at the end', ({ messages }) => messages.splice(3), /have no result/],
  ['a call id twice', ({ calls }) => calls.push(call('call_1')), /stands twice/],
  ['an empty list of calls', ({ assistant }) => Object.assign(assistant, { tool_calls: [] }), /messages/],
  [
    'an assistant that says nothing',
    ({ messages }) => messages.splice(2, 3, { role: 'assistant', content: null }),
    /needs content or tool_calls/,
  ],
  [
    'two assistants in a row',
    ({ messages }) => messages.splice(2, 0, { role: 'assistant', content: 'Well.' }),
    /alternate/,
  ],
  [
    'an assistant before the user',
    ({ messages }) => messages.splice(1, 0, { role: 'assistant', content: 'Well.' }),
    /begin with the user/,
  ],
  [
    'an assistant at the end',
    ({ messages }) => messages.push({ role: 'assistant', content: 'Well' }),
    /must not be the assistant/,
  ],
  ['a late system message', ({ messages }) => messages.push({ role: 'system', content: 'x' }), /must stand first/],
  ['an empty text', ({ messages }) => messages.push({ role: 'user', content: '' }), /empty/],
  ['an empty part', ({ user }) => user.push({ type: 'text', text: ' ' }), /empty/],
  ['no parts', ({ messages }) => messages.push({ role: 'user', content: [] }), /messages/],
  ['a lone surrogate', ({ user }) => user.push({ type: 'text', text: '\udc00' }), /lone surrogate/],
  [
    'arguments that are not JSON',
    ({ calls }) => Object.assign(calls[0] ?? {}, { function: { name: 'look', arguments: '{' } }),
    /not valid JSON/,
  ],
  [
    'arguments that are not objects',
    ({ calls }) => Object.assign(calls[0] ?? {}, { function: { name: 'look', arguments: '[]' } }),
    /not a JSON object/,
  ],
  ['a picture of another type', ({ user }) => user.push(picture('data:image/tiff;base64,QUJD')), /not supported/],
  ['a picture that is not data', ({ user }) => user.push(picture('blob:1')), /neither|only base64/],
  ['a tool twice', ({ tools }) => tools.push(tool('look')), /stands twice/],
  [
    'a schema that is not an object',
    ({ tools }) => tools.push({ type: 'function', function: { name: 'x', parameters: {} } }),
    /must be "object"/,
  ],
]

describe.each(['compatible', 'ollama'] as const)('the judge of chat completions, %s', (wire) => {
  const judge = createJudge(wire)

  it('takes what is legal', () => {
    expect(judge.problems({ headers: {}, body: parts().body })).toEqual([])
  })

  it.each(rules)('refuses: %s', (_name, spoil, reason) => {
    const legal = parts()
    spoil(legal)
    expect(judge.problems({ headers: {}, body: legal.body }).join('\n')).toMatch(reason)
  })

  it('takes its own reasoning back, and no other', () => {
    const own = createJudge(wire)
    own.answer({ reasoning: 'Hm.', calls: [{ name: 'look' }] }, 'm')
    const problemsWith = (reasoning_content: string) => {
      const legal = parts()
      Object.assign(legal.assistant, { reasoning_content })
      return own.problems({ headers: {}, body: legal.body })
    }
    expect(problemsWith('Hm.')).toHaveLength(wire === 'compatible' ? 0 : 1)
    expect(problemsWith('Hm!')).toHaveLength(1)
  })

  it('fetches pictures only if the server would', () => {
    const legal = parts()
    legal.user.push(picture('https://example.com/a.png'))
    expect(judge.problems({ headers: {}, body: legal.body })).toHaveLength(wire === 'ollama' ? 1 : 0)
  })
})
