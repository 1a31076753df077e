import { expect, it } from 'vitest'
import type { MessageRecord } from '../contract/message.ts'
import { anthropic } from '../providers/anthropicMessages.ts'
import { toTurns } from '../transcript/toTurns.ts'

const signature = 'EqQBCkYIBxgCKkD+/=='
const thinking = '  Hm — a thought with “marks”,\n and a space at its end. '
const base = { attempt: 1, status: 'complete' as const, createdAt: 0 }

function round(runId: string, id: string): MessageRecord[] {
  return [
    {
      ...base,
      id: `${id}a`,
      runId,
      role: 'assistant',
      provider: 'anthropic',
      model: 'm1',
      blocks: [
        { kind: 'reasoning', text: thinking, signature },
        { kind: 'toolCall', toolCallId: id, toolName: 'look', input: {} },
      ],
    },
    {
      ...base,
      id: `${id}r`,
      runId,
      role: 'tool_result',
      toolName: 'look',
      toolCallId: id,
      toolResult: { ok: true, data: 'a page '.repeat(9000) },
    },
  ]
}

const asked = (runId: string): MessageRecord => ({ ...base, id: `${runId}u`, runId, role: 'user', content: 'Go' })

it('sends a signature and what it signs back byte for byte, however old the turn and however much was cut around it', () => {
  const cut: MessageRecord = {
    ...base,
    id: 'cut',
    runId: 'two',
    role: 'system',
    cutDown: [{ toolCallId: 'c1', to: 'removed' }],
  }
  const messages = [
    asked('one'),
    ...round('one', 'c1'),
    ...round('one', 'c2'),
    asked('two'),
    cut,
    ...round('two', 'c3'),
  ]
  const turns = toTurns(messages, { provider: 'anthropic', model: 'm1' })
  expect(JSON.stringify(turns)).toContain('output removed')
  const { body } = anthropic.request(
    { provider: 'anthropic' },
    {
      model: 'm1',
      system: 's',
      turns,
      tools: [],
      maxOutputTokens: 10,
      results: [],
      image: () => undefined,
      vision: true,
      cacheKey: 'session',
    },
  )
  expect(JSON.stringify(body).split(JSON.stringify({ type: 'thinking', thinking, signature }))).toHaveLength(4)
})
