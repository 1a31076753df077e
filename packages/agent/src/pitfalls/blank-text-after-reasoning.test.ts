import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentBlock, MessageRecord } from '../contract/message.ts'
import type { ModelRequest, ProviderId, WireProvider } from '../contract/provider.ts'
import { anthropic } from '../providers/anthropicMessages.ts'
import { compatible } from '../providers/chatCompletions.ts'
import { openai, openrouter } from '../providers/responses.ts'
import { toTurns } from '../transcript/toTurns.ts'

const base = { runId: 'r', attempt: 1, createdAt: 0 }
const said = (text: string): ContentBlock => ({ kind: 'text', text })
const call = (toolCallId: string): ContentBlock => ({ kind: 'toolCall', toolCallId, toolName: 'look', input: {} })
const sealed = (mark: string): ContentBlock => ({ kind: 'reasoning', text: '', encrypted: mark, itemId: `rs_${mark}` })

function history(provider: ProviderId, blocks: ContentBlock[]): MessageRecord[] {
  return [
    { ...base, id: 'u', role: 'user', status: 'complete', content: 'Go' },
    { ...base, id: 'a', role: 'assistant', status: 'complete', blocks, provider, model: 'm' },
  ]
}

function sent(wire: WireProvider, blocks: ContentBlock[]): string {
  const request: ModelRequest = {
    model: 'm',
    system: 's',
    turns: toTurns(history(wire.id, blocks), { provider: wire.id, model: 'm' }),
    tools: [],
    maxOutputTokens: 10,
    results: [],
    image: () => undefined,
    vision: true,
    cacheKey: 'session',
  }
  return JSON.stringify(wire.request({ provider: wire.id }, request).body)
}

describe.each([anthropic, openai, openrouter])('on the wire of $id, sealed reasoning', (wire) => {
  it('goes with the blank text that it led to, and never precedes the text after it', () => {
    for (const blank of ['', ' ', '\n\n', '\u00a0']) {
      const body = sent(wire, [sealed('Zmlyc3Q='), said(blank), sealed('c2Vjb25k'), call('c')])
      expect(body).not.toContain('Zmlyc3Q=')
      expect(body).toContain('c2Vjb25k')
      expect(sent(wire, [sealed('Zmlyc3Q='), said(blank), call('c')])).not.toContain('Zmlyc3Q=')
      expect(sent(wire, [sealed('Zmlyc3Q='), said(blank), said('Done.')])).not.toContain('Zmlyc3Q=')
    }
  })

  it('stays before the blank text that came as an item of its own, which is where it was', () => {
    const place: ContentBlock = { kind: 'text', text: '', itemId: 'msg_1' }
    const body = sent(wire, [sealed('Zmlyc3Q='), place, sealed('c2Vjb25k'), call('c')])
    if (wire === anthropic) return expect(body).not.toContain('msg_1')
    const input: { type: string; id?: string }[] = JSON.parse(body).input
    expect(input.slice(1, 5).map(({ type, id }) => [type, id])).toEqual([
      ['reasoning', 'rs_Zmlyc3Q='],
      ['message', 'msg_1'],
      ['reasoning', 'rs_c2Vjb25k'],
      ['function_call', undefined],
    ])
    // Without reasoning before it, it has no place to keep.
    expect(sent(wire, [place, call('c')])).not.toContain('msg_1')
  })

  it('goes with a call that was made before', () => {
    const body = sent(wire, [call('c'), sealed('Zmlyc3Q='), call('c'), said('Done.')])
    expect(body).not.toContain('Zmlyc3Q=')
  })

  it('stays before its text and its calls', () => {
    const body = sent(wire, [sealed('Zmlyc3Q='), said('I look.'), said(' '), sealed('c2Vjb25k'), call('c')])
    expect(body).toContain('Zmlyc3Q=')
    expect(body).toContain('c2Vjb25k')
  })
})

it('never precedes another item than in the record, whatever the answer', () => {
  const block = fc.oneof(
    fc.constantFrom('', ' ', '\n', 'I look.', 'Done.').map(said),
    fc.constantFrom('a', 'b').map(call),
    fc.constant<ContentBlock>({ kind: 'reasoning', text: '', encrypted: '' }),
  )
  fc.assert(
    fc.property(fc.array(block, { maxLength: 8 }), (drawn) => {
      const blocks = drawn.map((each, at) => (each.kind === 'reasoning' ? sealed(`${at}`) : each))
      const turn = toTurns(history('openai', blocks), { provider: 'openai', model: 'm' })[1]
      for (const [at, each] of turn?.role === 'assistant' ? turn.blocks.entries() : []) {
        if (each.kind !== 'reasoning') continue
        const led = blocks.slice(blocks.indexOf(each)).find(({ kind }) => kind !== 'reasoning')
        const next = turn?.blocks.slice(at).find(({ kind }) => kind !== 'reasoning')
        expect(next).toEqual(led)
      }
    }),
    { numRuns: 500 },
  )
})

it('keeps reasoning that a chat server wants back for its whole answer', () => {
  const thought: ContentBlock = { kind: 'reasoning', text: 'I must look.', format: 'reasoning_content' }
  expect(sent(compatible, [thought, said('\n'), call('c')])).toContain('"reasoning_content":"I must look."')
})
