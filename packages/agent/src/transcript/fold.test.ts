import { expect, it } from 'vitest'
import type { ChunkRecord, MessageRecord, SessionRecord } from '../contract/message.ts'
import { createFolder, parseRecords } from './fold.ts'

const message = (value: Partial<MessageRecord> & { id: string }): SessionRecord => ({
  type: 'message',
  key: value.id,
  value: { runId: 'r', attempt: 1, role: 'assistant', status: 'streaming', createdAt: 1, ...value },
  headers: { operation: 'upsert' },
})
const chunk = (
  messageId: string,
  seq: number,
  kind: ChunkRecord['kind'],
  delta: string,
  toolCallId?: string,
): SessionRecord => ({
  type: 'chunk',
  key: `${messageId}:${seq}`,
  value: {
    id: `${messageId}:${seq}`,
    messageId,
    attempt: 1,
    seq,
    kind,
    delta,
    createdAt: 1,
    ...(toolCallId ? { toolCallId, toolName: 'write' } : {}),
  },
  headers: { operation: 'insert' },
})

it('joins the chunks of a message that streams, and lets go of them when it is complete', () => {
  const folder = createFolder([
    message({ id: 'a' }),
    chunk('a', 0, 'reasoning', 'Hm'),
    chunk('a', 1, 'text', 'He'),
    chunk('a', 2, 'text', 'llo'),
  ])
  expect(folder.messages()[0]).toMatchObject({
    content: 'Hello',
    blocks: [
      { kind: 'reasoning', text: 'Hm' },
      { kind: 'text', text: 'Hello' },
    ],
  })
  folder.push(chunk('a', 3, 'arguments', '{"te', 'c1'))
  folder.push(chunk('a', 4, 'arguments', 'xt', 'c1'))
  expect(folder.messages()[0]?.writing).toEqual([{ toolCallId: 'c1', toolName: 'write', arguments: '{"text' }])
  folder.push(message({ id: 'a', status: 'complete', content: 'Hello' }))
  expect(folder.messages()[0]).not.toHaveProperty('writing')
  expect(folder.messages()[0]?.content).toBe('Hello')
})

it('takes a record that comes twice once, and leaves superseded messages out', () => {
  const folder = createFolder([message({ id: 'a' }), chunk('a', 0, 'text', 'x'), chunk('a', 0, 'text', 'x')])
  expect(folder.messages()[0]?.content).toBe('x')
  folder.push(message({ id: 'a', supersededBy: 'b' }))
  folder.push(message({ id: 'b' }))
  expect(folder.messages().map(({ id }) => id)).toEqual(['b'])
  expect(folder.message('a')?.supersededBy).toBe('b')
})

it('gives the same object for a message that did not change', () => {
  const folder = createFolder([
    message({ id: 'a', status: 'complete', content: 'x' }),
    message({ id: 'b' }),
    chunk('b', 0, 'text', 'y'),
  ])
  const [first, second] = folder.messages()
  expect(folder.messages()).toBe(folder.messages())
  folder.push(chunk('b', 1, 'text', 'z'))
  expect(folder.messages()[0]).toBe(first)
  expect(folder.messages()[1]).not.toBe(second)
})

it('leaves entries of an unknown type out', () => {
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  const known = message({ id: 'a' })
  expect(parseRecords([bytes({ type: 'novelty', key: 'x', value: {}, headers: {} }), bytes(3), bytes(known)])).toEqual([
    known,
  ])
})

it('gives results in the order of their calls, whatever order they came in', () => {
  const records = [
    message({ id: 'a', status: 'complete' }),
    ...['c1', 'c2', 'c3'].map((id) => message({ id, role: 'tool_call', toolCallId: id, parentMessageId: 'a' })),
    message({ id: 'c3:result', role: 'tool_result', toolCallId: 'c3', parentMessageId: 'a' }),
    message({ id: 'steer', role: 'user', status: 'pending' }),
    message({ id: 'c1:result', role: 'tool_result', toolCallId: 'c1', parentMessageId: 'a' }),
  ]
  const folder = createFolder(records)
  const ids = () => folder.messages().map(({ id }) => id)
  expect(ids()).toEqual(['a', 'c1', 'c2', 'c3', 'c1:result', 'steer', 'c3:result'])
  folder.push(message({ id: 'c2:result', role: 'tool_result', toolCallId: 'c2', parentMessageId: 'a' }))
  expect(ids()).toEqual(['a', 'c1', 'c2', 'c3', 'c1:result', 'steer', 'c2:result', 'c3:result'])
})
