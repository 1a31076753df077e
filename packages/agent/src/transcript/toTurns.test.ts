import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { messageOf } from '../../testing/records.ts'
import type { ContentBlock, MessageRecord } from '../contract/message.ts'
import type { ModelRequest, ProviderId } from '../contract/provider.ts'
import { messageInserted } from '../contract/records.ts'
import { anthropic } from '../providers/anthropicMessages.ts'
import { compatible } from '../providers/chatCompletions.ts'
import { checkTurns } from './check.ts'
import { createFolder } from './fold.ts'
import { toTurns } from './toTurns.ts'

const text = fc.oneof(
  fc.constantFrom('', ' ', 'Hello', 'half \ud83d', '\n'),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const name = fc.constantFrom('look', 'write', 'odd name!', '')
const json = fc.jsonValue({ maxDepth: 2 })
const status = fc.constantFrom<MessageRecord['status'][]>('complete', 'complete', 'streaming', 'aborted', 'error')

const block: fc.Arbitrary<ContentBlock> = fc.oneof(
  text.map((value): ContentBlock => ({ kind: 'text', text: value })),
  fc
    .record({
      text,
      signature: fc.option(fc.constantFrom('c2ln'), { nil: undefined }),
      encrypted: fc.option(fc.constant('ZW5j'), { nil: undefined }),
    })
    .map((value): ContentBlock => ({ kind: 'reasoning', ...value })),
  fc
    .record({
      toolCallId: fc.constantFrom('a', 'b', 'c', 'd', 'é é'),
      toolName: name,
      input: json,
      providerId: fc.option(fc.constantFrom('same', 'bad id', 'x'.repeat(90)), { nil: undefined }),
    })
    .map((value): ContentBlock => ({ kind: 'toolCall', ...value })),
)

const base = { runId: 'r', attempt: 1, createdAt: 0 }
const message: fc.Arbitrary<Omit<MessageRecord, 'id'>> = fc.oneof(
  fc
    .record({ content: text })
    .map(({ content }) => ({ ...base, role: 'user' as const, status: 'complete' as const, content })),
  fc
    .record({
      blocks: fc.array(block, { maxLength: 5 }),
      status,
      provider: fc.constantFrom('anthropic', 'compatible'),
      superseded: fc.nat(9),
    })
    .map(({ superseded, ...value }) => ({
      ...base,
      role: 'assistant' as const,
      ...value,
      model: 'm',
      ...(superseded === 0 ? { supersededBy: 'x' } : {}),
    })),
  fc
    .record({
      toolCallId: fc.constantFrom('a', 'b', 'c', 'd', 'é é', 'nobody'),
      toolName: name,
      toolResult: fc.oneof(json, fc.record({ ok: fc.constant(true), data: json, warnings: fc.array(text) })),
    })
    .map((value) => ({ ...base, role: 'tool_result' as const, status: 'complete' as const, ...value })),
  fc
    .record({ content: text })
    .map(({ content }) => ({ ...base, role: 'error' as const, status: 'complete' as const, content })),
  fc.constant({ ...base, role: 'system' as const, status: 'complete' as const, content: 'Go on.' }),
)

const history = fc
  .array(message, { maxLength: 14 })
  .map((list) => list.map((value, at) => messageInserted(messageOf({ ...value, id: `m${at}` }))))

const options = (provider: ProviderId) => ({ provider, model: 'm' })

describe('a history', () => {
  it('becomes legal turns for every provider, at whatever record it was cut', () => {
    fc.assert(
      fc.property(
        history,
        fc.constantFrom<ProviderId[]>('anthropic', 'compatible', 'rehearsal'),
        (records, provider) => {
          for (let length = 0; length <= records.length; length++) {
            const turns = toTurns(createFolder(records.slice(0, length)).messages(), options(provider))
            if (turns.length > 0) expect(checkTurns(turns)).toEqual([])
          }
        },
      ),
      { numRuns: numRuns(250, 2_000) },
    )
  })

  it('becomes requests whose calls and results pair up on both wires, with no lone surrogate', () => {
    fc.assert(
      fc.property(history, (records) => {
        const messages = createFolder(records).messages()
        const request: Omit<ModelRequest, 'turns'> = {
          model: 'm',
          system: 's',
          tools: [],
          results: [],
          maxOutputTokens: 10,
          image: () => undefined,
          vision: true,
          cacheKey: 'session',
        }
        for (const wire of [anthropic, compatible]) {
          const turns = toTurns(messages, options(wire.id))
          if (turns.length === 0) continue
          const body = JSON.stringify(wire.request({ provider: wire.id }, { ...request, turns }).body)
          expect(body).not.toMatch(/\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])/i)
          const calls = body.match(wire.id === 'anthropic' ? /"type":"tool_use"/g : /"type":"function"/g)?.length ?? 0
          const results = body.match(wire.id === 'anthropic' ? /"type":"tool_result"/g : /"role":"tool"/g)?.length ?? 0
          expect(results).toBe(calls)
        }
      }),
      { numRuns: numRuns(60, 400) },
    )
  })

  it('adds a result to an unanswered call that says it was interrupted', () => {
    const turns = toTurns(
      [
        { ...base, id: '1', role: 'user', status: 'complete', content: 'Go' },
        {
          ...base,
          id: '2',
          role: 'assistant',
          status: 'complete',
          blocks: [{ kind: 'toolCall', toolCallId: 'a', toolName: 'write', input: {} }],
        },
        { ...base, id: '3', role: 'user', status: 'complete', content: 'And now?' },
      ],
      options('anthropic'),
    )
    expect(turns[2]).toMatchObject({
      role: 'user',
      blocks: [
        { kind: 'toolResult', ok: false, error: expect.stringContaining('interrupted') },
        { kind: 'text', text: 'And now?' },
      ],
    })
  })

  const asked: MessageRecord = { ...base, id: 'u', role: 'user', status: 'complete', content: 'Go' }
  const ours = (content: string): MessageRecord => ({
    ...base,
    id: content,
    role: 'system',
    status: 'complete',
    content,
  })
  const looked: MessageRecord[] = ['a', 'b'].flatMap((id) => [
    {
      ...base,
      id: `${id}1`,
      role: 'assistant',
      status: 'complete',
      provider: 'anthropic',
      model: 'm',
      blocks: [
        { kind: 'reasoning', text: `Thought ${id}.`, signature: 'c2ln' },
        { kind: 'toolCall', toolCallId: id, toolName: 'look', input: {} },
      ],
    },
    {
      ...base,
      id: `${id}2`,
      role: 'tool_result',
      status: 'complete',
      toolCallId: id,
      toolResult: { ok: true, data: id },
    },
  ])
  const state = messageOf({ ...ours('The page is Home.'), state: ['The page is Home.'] })

  it('shows words of ours behind a person’s, and behind results inside the last of them', () => {
    const turns = toTurns(
      [asked, state, ...looked, ours('One.'), ours('Two.'), { ...asked, id: 'u2' }, ours('Three.')],
      {
        provider: 'anthropic',
        model: 'm',
      },
    )
    expect(turns[0]?.blocks).toMatchObject([{ text: 'Go' }, { text: 'The page is Home.' }])
    expect(turns.at(-1)?.blocks).toMatchObject([
      { kind: 'toolResult', data: 'b', appended: ['One.', 'Two.'] },
      { kind: 'text', text: 'Go' },
      { kind: 'text', text: 'Three.' },
    ])
  })

  it('leaves out the reasoning that a record drops, from one answer on up to the record, and cuts results down so', () => {
    const thoughts = (...more: MessageRecord[]) =>
      JSON.stringify(toTurns([asked, ...looked, ...more], options('anthropic'))).match(/Thought .\./g) ?? []
    const drop = (reasoningDropped: { from?: string }): MessageRecord => ({
      ...base,
      id: 'drop',
      role: 'system',
      status: 'complete',
      reasoningDropped,
    })
    expect(thoughts()).toEqual(['Thought a.', 'Thought b.'])
    expect(thoughts(drop({ from: 'b1' }))).toEqual(['Thought a.'])
    expect(thoughts(drop({}))).toEqual([])
    const [, ...later] = looked.map((message) => ({ ...message, id: `later${message.id}` }))
    expect(later).toHaveLength(3)
    const cut = messageOf({
      id: 'cut',
      role: 'system',
      status: 'complete',
      cutDown: [{ toolCallId: 'a', to: 'removed' }],
    })
    expect(JSON.stringify(toTurns([asked, ...looked, cut], options('anthropic')))).toContain(
      'Earlier look output removed',
    )
  })
})

describe('the signatures of an answer', () => {
  const signed = (over: Partial<MessageRecord> = {}): MessageRecord =>
    messageOf({
      ...base,
      id: 'a1',
      role: 'assistant',
      status: 'complete',
      provider: 'compatible',
      model: 'gemini-3-pro',
      blocks: [
        { kind: 'text', text: 'I look.', signature: 'dGV4dA+/==' },
        {
          kind: 'toolCall',
          toolCallId: 'a',
          toolName: 'look',
          input: {},
          providerId: 'call_1',
          signature: 'Y2FsbA+/==',
        },
      ],
      ...over,
    })
  const asked = messageOf({ ...base, id: 'u', role: 'user', status: 'complete', content: 'Go' })
  const sent = (
    model: string,
    answer: MessageRecord,
    provider: ProviderId = 'compatible',
    more: MessageRecord[] = [],
  ) => JSON.stringify(toTurns([asked, answer, ...more], { provider, model })[1])

  it('go back as they came, to every model of the family', () => {
    for (const model of ['gemini-3-pro', 'google/gemini-3-flash']) {
      expect(sent(model, signed())).toContain('dGV4dA+/==')
      expect(sent(model, signed())).toContain('Y2FsbA+/==')
    }
  })

  it('stay out for another family or provider, of an answer that did not end, and once they were refused', () => {
    const dropped = messageOf({ ...base, id: 'd', role: 'system', status: 'complete', reasoningDropped: {} })
    for (const turn of [
      sent('deepseek-v4', signed()),
      sent('gemini-3-pro', signed(), 'openrouter'),
      sent('gemini-3-pro', signed({ status: 'aborted' })),
      sent('gemini-3-pro', signed(), 'compatible', [dropped]),
    ]) {
      expect(turn).toContain('I look.')
      expect(turn).not.toContain('signature')
    }
    // Only the seal is dropped: the call keeps its id.
    expect(sent('gemini-3-pro', signed(), 'compatible', [dropped])).toContain('call_1')
  })
})

describe('the checker', () => {
  it('names what is not legal', () => {
    const call: ContentBlock = { kind: 'toolCall', toolCallId: 'a', toolName: 'look', input: {} }
    expect(checkTurns([{ role: 'assistant', blocks: [call] }])).toEqual([
      'The first turn is not the user’s.',
      'The last turn is not the user’s.',
      'The call a has 0 results.',
    ])
    const user = { role: 'user' as const, blocks: [{ kind: 'text' as const, text: 'x' }] }
    expect(checkTurns([user, user])).toEqual(['Turn 1 repeats the role user.'])
    expect(checkTurns([{ role: 'user', blocks: [{ kind: 'text', text: ' ' }] }])).toEqual(['Turn 0 has an empty text.'])
    expect(checkTurns([{ role: 'user', blocks: [{ kind: 'text', text: '\ud800' }] }])).toEqual([
      'Turn 0 holds a lone surrogate.',
    ])
    const badId = { ...call, toolCallId: 'é é' }
    const result: ContentBlock = { kind: 'toolResult', toolCallId: 'é é', ok: true }
    expect(checkTurns([user, { role: 'assistant', blocks: [badId] }, { role: 'user', blocks: [result] }])).toEqual([
      'The call id é é is not legal.',
    ])
    const huge: ContentBlock = { kind: 'text', text: 'x'.repeat(30_000_001) }
    expect(checkTurns([{ role: 'user', blocks: [huge] }])).toEqual([expect.stringContaining('more than any provider')])
  })
})
