import { describe, expect, it } from 'vitest'
import { createJudge } from './judge.ts'

type Loose = Record<string, unknown>
const output = (call_id: string): Loose => ({ type: 'function_call_output', call_id, output: '<p>' })
const tool = (name: string): Loose => ({
  type: 'function',
  name,
  description: 'Looks.',
  parameters: { type: 'object', properties: { at: { type: 'string' } } },
  strict: false,
})
const said = (text: string): Loose => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })

describe.each(['openai', 'openrouter'] as const)('the judge of the Responses wire, %s', (wire) => {
  const judge = createJudge(wire)
  const sent = judge.answer({ reasoning: 'Hm.', calls: [{ name: 'look' }] }, 'gpt')
  const done = [...sent.matchAll(/^data: (\{"type":"response.output_item.done".*)$/gm)].map((line): { item: Loose } =>
    JSON.parse(line[1] ?? ''),
  )
  const item = (at: number): Loose => structuredClone(done[at]?.item ?? {})

  function parts() {
    const reasoning = item(0)
    const call = item(1)
    const call_id = String(call.call_id)
    const input: Loose[] = [said('Hello'), reasoning, call, output(call_id), said('It is noon.')]
    const tools = [tool('look')]
    const body: Loose = {
      model: 'gpt',
      instructions: 'You build.',
      input,
      tools,
      max_output_tokens: 100,
      store: false,
      stream: true,
      include: ['reasoning.encrypted_content'],
      prompt_cache_key: 'session',
    }
    return { body, input, reasoning, call, call_id, tools }
  }
  type Parts = ReturnType<typeof parts>

  const rules: [string, (legal: Parts) => void, RegExp][] = [
    ['no limit to the answer', ({ body }) => delete body.max_output_tokens, /max_output_tokens/],
    ['a limit that is too small', ({ body }) => Object.assign(body, { max_output_tokens: 15 }), /max_output_tokens/],
    ['an unknown member', ({ body }) => Object.assign(body, { max_tokens: 5 }), /max_tokens/],
    ['an answer that is stored', ({ body }) => Object.assign(body, { store: true }), /stored/],
    [
      'a cache key that is too long',
      ({ body }) => Object.assign(body, { prompt_cache_key: 'x'.repeat(65) }),
      /prompt_cache_key/,
    ],
    ['a call without an output', ({ input }) => input.splice(3, 1), /No tool output found/],
    ['an output after the user spoke', ({ input }) => input.push(...input.splice(3, 1)), /No tool output found/],
    ['an output without a call', ({ input }) => input.push(output('nobody')), /No tool call found/],
    ['two outputs of one call', ({ input, call_id }) => input.splice(3, 0, output(call_id)), /No tool call found/],
    [
      'a call id twice',
      ({ input, call_id }) => input.splice(3, 0, { ...item(1), id: undefined, call_id }),
      /stands twice/,
    ],
    ['an id that is too long', ({ call }) => Object.assign(call, { call_id: 'x'.repeat(65) }), /input/],
    ['an item id of another kind', ({ call }) => Object.assign(call, { id: 'call_1' }), /input/],
    ['reasoning without the item after it', ({ input }) => input.splice(2, 2), /required following item/],
    ['an item without the reasoning before it', ({ input }) => input.splice(1, 1), /required 'reasoning' item/],
    ['reasoning at the end', ({ input }) => input.push(...input.splice(1, 1)), /required following item/],
    ['reasoning twice', ({ input }) => input.splice(1, 0, item(0)), /Duplicate item/],
    ['edited reasoning', ({ reasoning }) => Object.assign(reasoning, { summary: [] }), /could not be verified/],
    [
      'edited encryption',
      ({ reasoning }) => Object.assign(reasoning, { encrypted_content: 'x' }),
      /could not be verified/,
    ],
    ['reasoning that is only named', ({ reasoning }) => delete reasoning.encrypted_content, /not persisted/],
    ['arguments that are not JSON', ({ call }) => Object.assign(call, { arguments: '' }), /not valid JSON/],
    ['an empty text', ({ input }) => input.push(said('')), /empty/],
    ['no parts', ({ input }) => input.push({ type: 'message', role: 'user', content: [] }), /input/],
    ['words of the assistant as input', ({ input }) => input.push({ ...said('x'), role: 'assistant' }), /input/],
    [
      'an assistant at the end',
      ({ input }) => input.push({ role: 'assistant', content: 'Well' }),
      /must not be the assistant/,
    ],
    [
      'an assistant at the start',
      ({ input }) => input.unshift({ role: 'assistant', content: 'Well' }),
      /begin with the user/,
    ],
    ['a lone surrogate', ({ input }) => input.push(said('\udc00 x')), /lone surrogate/],
    [
      'a picture of another type',
      ({ input }) =>
        input.push({
          ...said(''),
          content: [{ type: 'input_image', detail: 'auto', image_url: 'data:image/tiff;base64,QUJD' }],
        }),
      /not supported/,
    ],
    ['a tool twice', ({ tools }) => tools.push(tool('look')), /stands twice/],
    [
      'a tool as chat completions take it',
      ({ tools }) => tools.push({ type: 'function', function: tool('x') }),
      /tools/,
    ],
    [
      'a strict schema with an open object',
      ({ tools }) => tools.push({ ...tool('x'), strict: true }),
      /additionalProperties must be false/,
    ],
  ]

  it('takes what is legal, with and without its reasoning', () => {
    expect(judge.problems({ headers: {}, body: parts().body })).toEqual([])
    const dropped = parts()
    delete dropped.call.id
    dropped.input.splice(1, 1)
    expect(judge.problems({ headers: {}, body: dropped.body })).toEqual([])
  })

  it.each(rules)('refuses: %s', (_name, spoil, reason) => {
    const legal = parts()
    spoil(legal)
    // As it travels: members without a value are not sent.
    const body: unknown = JSON.parse(JSON.stringify(legal.body))
    expect(judge.problems({ headers: {}, body }).join('\n')).toMatch(reason)
  })

  it('knows its own members only', () => {
    const { body } = parts()
    const problems = judge.problems({ headers: {}, body: { ...body, provider: { order: ['x'] } } })
    expect(problems).toHaveLength(wire === 'openai' ? 1 : 0)
  })
})
