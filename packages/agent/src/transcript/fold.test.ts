import { Value } from 'typebox/value'
import { expect, it } from 'vitest'
import { messageOf } from '../../testing/records.ts'
import { type ChunkRecord, MessageRecord } from '../contract/message.ts'
import { chunkInserted, messageUpserted } from '../contract/records.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import { createFolder, parseRecords } from './fold.ts'

const message = (value: object): SessionRecord =>
  messageUpserted(messageOf({ role: 'assistant', status: 'streaming', ...value }))
const chunk = (
  messageId: string,
  seq: number,
  kind: ChunkRecord['kind'],
  delta: string,
  toolCallId?: string,
): SessionRecord =>
  chunkInserted({
    id: `${messageId}:${seq}`,
    messageId,
    attempt: 1,
    seq,
    kind,
    delta,
    createdAt: 1,
    ...(toolCallId ? { toolCallId, toolName: 'write' } : {}),
  })

it('joins the chunks of a message that streams, and drops them when it is complete', () => {
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

it('returns the same object for a message that did not change', () => {
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

it('puts earlier records before all others, and leaves what it knows as it is', () => {
  const folder = createFolder([
    message({ id: 'late', status: 'complete', content: 'new' }),
    message({ id: 'b' }),
    chunk('b', 0, 'text', 'y'),
  ])
  folder.messages()
  folder.prepend([
    message({ id: 'a', status: 'complete' }),
    message({ id: 'late', status: 'complete', content: 'old' }),
  ])
  expect(folder.messages().map(({ id, content }) => [id, content])).toEqual([
    ['a', undefined],
    ['late', 'new'],
    ['b', 'y'],
  ])
  folder.push(chunk('b', 1, 'text', 'z'))
  expect(
    folder
      .messages()
      .map(({ id, content }) => [id, content])
      .at(-1),
  ).toEqual(['b', 'yz'])
})

it('lists the same after chunks as from the start, also of several messages and of one that is superseded', () => {
  const records = [
    message({ id: 'a' }),
    message({ id: 'gone', supersededBy: 'b' }),
    message({ id: 'b' }),
    chunk('b', 0, 'text', '1'),
    chunk('gone', 0, 'text', '2'),
    chunk('a', 0, 'text', '3'),
    message({ id: 'c' }),
    chunk('c', 0, 'text', '4'),
    chunk('a', 1, 'text', '5'),
    message({ id: 'a', supersededBy: 'c' }),
    chunk('b', 1, 'text', '6'),
  ]
  const folder = createFolder()
  for (const [at, record] of records.entries()) {
    folder.push(record)
    expect(folder.messages()).toEqual(createFolder(records.slice(0, at + 1)).messages())
  }
})

it('leaves entries of an unknown type out', () => {
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  const known = message({ id: 'a' })
  expect(parseRecords([bytes({ type: 'novelty', key: 'x', value: {}, headers: {} }), bytes(3), bytes(known)])).toEqual([
    known,
  ])
})

it('returns results in the order of their calls, whatever order they came in', () => {
  const done = { status: 'complete', parentMessageId: 'a' }
  const records = [
    message({ id: 'a', status: 'complete' }),
    ...['c1', 'c2', 'c3'].map((id) => message({ ...done, id, role: 'tool_call', toolName: 'look', toolCallId: id })),
    message({ id: 'c3:result', ...done, role: 'tool_result', toolCallId: 'c3' }),
    message({ id: 'steer', role: 'user', status: 'pending' }),
    message({ id: 'c1:result', ...done, role: 'tool_result', toolCallId: 'c1' }),
  ]
  const folder = createFolder(records)
  const ids = () => folder.messages().map(({ id }) => id)
  expect(ids()).toEqual(['a', 'c1', 'c2', 'c3', 'c1:result', 'steer', 'c3:result'])
  folder.push(message({ id: 'c2:result', ...done, role: 'tool_result', toolCallId: 'c2' }))
  expect(ids()).toEqual(['a', 'c1', 'c2', 'c3', 'c1:result', 'steer', 'c2:result', 'c3:result'])
})

it('reads what was stored: a record is one of the roles with its statuses, and a field of another role is absent', () => {
  const records = [
    { role: 'user', status: 'pending', delivery: 'steer' },
    {
      role: 'tool_call',
      status: 'running',
      toolName: 'look',
      toolCallId: 'c',
      execution: { bridgeId: 'r', requestId: 'q', executorId: 'e', picture: false },
    },
    { role: 'tool_result', status: 'denied', toolCallId: 'c', toolResult: {} },
    { role: 'system', status: 'complete', compacts: 'u' },
  ]
  const base = { id: 'm', runId: 'r', attempt: 1, createdAt: 1 }
  for (const record of records) expect(Value.Check(MessageRecord, { ...base, ...record })).toBe(true)
  const unwritten = [
    { role: 'user', status: 'streaming' },
    { role: 'assistant', status: 'pending' },
    { role: 'tool_call', status: 'running', toolName: 'look', toolCallId: 'c' },
    { role: 'tool_call', status: 'complete', toolName: 'look' },
    { role: 'error', status: 'complete' },
  ]
  for (const record of unwritten) expect(Value.Check(MessageRecord, { ...base, ...record })).toBe(false)
})
