import { describe, expect, it } from 'vitest'
import type { MessageRecord } from '../contract/message.ts'
import { estimateTokens, turnsWeight } from './estimate.ts'
import { toTurns } from './toTurns.ts'

const request = (text: string) => ({
  system: '',
  suffix: '',
  tools: [],
  turns: [{ role: 'user' as const, blocks: [{ kind: 'text' as const, text }] }],
})
const tokensPerUnit = (text: string) => estimateTokens(request(text.repeat(100))) / (text.length * 100)

describe('an estimate', () => {
  it('counts a third of a token for a character of English, and about one for a dense script', () => {
    expect(tokensPerUnit('Please make the heading blue. ')).toBeCloseTo(1 / 3, 1)
    expect(tokensPerUnit('Сделай заголовок синим')).toBeGreaterThan(0.6)
    for (const dense of ['把标题改成蓝色', '見出しを青くして', '제목을파란색으로', 'हिन्दी', '🙂']) {
      expect(tokensPerUnit(dense)).toBeCloseTo(1, 1)
    }
  })

  it('counts results, arguments, reasoning and warnings as it counts what is said', () => {
    const text = '把标题改成蓝色'.repeat(10)
    const weigh = (block: MessageRecord['blocks'] extends (infer Block)[] | undefined ? Block : never) =>
      turnsWeight([{ role: 'user', blocks: [block] }])
    const said = weigh({ kind: 'text', text })
    expect(weigh({ kind: 'toolResult', toolCallId: 'c', ok: true, data: text })).toBeGreaterThanOrEqual(said)
    expect(weigh({ kind: 'toolResult', toolCallId: 'c', ok: false, error: text })).toBeGreaterThanOrEqual(said)
    expect(weigh({ kind: 'toolResult', toolCallId: 'c', ok: true, warnings: [text] })).toBeGreaterThanOrEqual(said)
    expect(weigh({ kind: 'toolCall', toolCallId: 'c', toolName: 't', input: { text } })).toBeGreaterThan(said)
    expect(weigh({ kind: 'reasoning', text })).toBe(said)
  })
})

describe('a history that did not change', () => {
  const base = { runId: 'r', attempt: 1, status: 'complete' as const, createdAt: 0 }
  const messages: MessageRecord[] = [
    { ...base, id: 'u', role: 'user', content: 'half \ud83d' },
    {
      ...base,
      id: 'a',
      role: 'assistant',
      provider: 'openai',
      blocks: [
        { kind: 'text', text: 'I look.', phase: 'commentary' },
        { kind: 'toolCall', toolCallId: 'é', toolName: 'look at', input: { at: 'x' }, providerId: 'p' },
      ],
    },
    { ...base, id: 'r', role: 'tool_result', toolCallId: 'é', toolName: 'look at', toolResult: { ok: true, data: {} } },
  ]

  it('is the same objects in each request, so that its length is paid for once', () => {
    const blocks = (provider: 'anthropic' | 'openai') =>
      toTurns(messages, { provider, model: 'm' }).flatMap((turn) => turn.blocks)
    const first = blocks('anthropic')
    expect(first).toHaveLength(4)
    for (const [at, block] of blocks('anthropic').entries()) expect(block).toBe(first[at])
  })

  it('is made again for another reader', () => {
    const idOf = (provider: 'anthropic' | 'openai', model: string | undefined) =>
      toTurns(
        messages.map((message) => (message.role === 'assistant' ? Object.assign(message, { model }) : message)),
        { provider, model: 'm' },
      ).flatMap(({ blocks }) => blocks.flatMap((block) => ('toolCallId' in block ? [block.toolCallId] : [])))
    expect(idOf('openai', 'm')).toEqual(['p', 'p'])
    expect(idOf('anthropic', 'm')).toEqual(['_', '_'])
    expect(idOf('openai', 'm')).toEqual(['p', 'p'])
  })
})
