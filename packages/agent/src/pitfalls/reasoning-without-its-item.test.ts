import { isRecord } from '@atelier/operation'
import { expect, it } from 'vitest'
import type { ContentBlock, MessageRecord } from '../contract/message.ts'
import type { ModelRequest } from '../contract/provider.ts'
import { anthropic } from '../providers/anthropicMessages.ts'
import { openai } from '../providers/responses.ts'
import { toTurns } from '../transcript/toTurns.ts'

const base = { runId: 'r', attempt: 1, createdAt: 0 }
const reasoning = (id: string): ContentBlock => ({ kind: 'reasoning', text: '', encrypted: 'ZW5j', itemId: id })

function answered(id: string, blocks: ContentBlock[], provider: string): MessageRecord {
  return { ...base, id, role: 'assistant', status: 'complete', blocks, provider, model: 'm' }
}

function request(provider: 'openai' | 'anthropic'): ModelRequest {
  const said = (text: string): ContentBlock => ({ kind: 'text', text })
  const messages: MessageRecord[] = [
    { ...base, id: 'u', role: 'user', status: 'complete', content: 'Go' },
    answered('1', [reasoning('rs_1'), { kind: 'toolCall', toolCallId: 'c', toolName: 'look', input: {} }], provider),
    answered('2', [said('Paused'), reasoning('rs_2')], provider),
    answered('3', [reasoning('rs_3'), said(' ')], provider),
    answered('4', [reasoning('rs_4'), said('Here.')], provider),
  ]
  return {
    model: 'm',
    system: 's',
    turns: toTurns(messages, { provider, model: 'm' }),
    tools: [],
    maxOutputTokens: 10,
    results: [],
    image: () => undefined,
    vision: true,
    cacheKey: 'session',
  }
}

it('sends reasoning only directly before the item that it led to', () => {
  const { body } = openai.request({ provider: 'openai' }, request('openai'))
  const input = isRecord(body) && Array.isArray(body.input) ? body.input.filter(isRecord) : []
  const kinds = input.map(({ type, role }) => (typeof type === 'string' && type !== 'message' ? type : String(role)))
  expect(kinds.filter((kind) => kind === 'reasoning')).toHaveLength(2)
  for (const [at, kind] of kinds.entries()) {
    if (kind === 'reasoning') expect(['function_call', 'assistant']).toContain(kinds[at + 1])
  }
})

it('ends no assistant turn with thinking', () => {
  const { body } = anthropic.request({ provider: 'anthropic' }, request('anthropic'))
  const messages = isRecord(body) && Array.isArray(body.messages) ? body.messages.filter(isRecord) : []
  const last = messages
    .filter(({ role }) => role === 'assistant')
    .map(({ content }) => (Array.isArray(content) ? content.at(-1) : undefined))
  expect(last.length).toBeGreaterThan(1)
  for (const block of last) expect(block).not.toMatchObject({ type: 'redacted_thinking' })
})
