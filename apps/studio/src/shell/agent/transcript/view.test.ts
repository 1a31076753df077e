import {
  createFolder,
  MessageRecord,
  messageUpserted,
  RunRecord,
  runUpserted,
  type SessionRecord,
} from '@atelier/agent'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { isActive } from './transcript.ts'
import { createTranscriptView, type TranscriptItem } from './view.ts'

const at = 1_700_000_000_000

function message(value: object): SessionRecord {
  return messageUpserted(Value.Parse(MessageRecord, { runId: 'r1', attempt: 1, createdAt: at, ...value }))
}

function chunk(messageId: string, seq: number, kind: 'text' | 'reasoning' | 'arguments', delta: string): SessionRecord {
  const call = kind === 'arguments' ? { toolCallId: 'c1', toolName: 'insertHtml' } : {}
  const id = `${messageId}:${seq}`
  return {
    type: 'chunk',
    key: id,
    value: { id, messageId, attempt: 1, seq, kind, delta, createdAt: at, ...call },
    headers: { operation: 'insert' },
  }
}

function run(value: object = {}): SessionRecord {
  const ids = {
    id: 'r1',
    scope: 'site',
    userMessageId: 'u1',
    assistantMessageId: 'a1',
    provider: 'anthropic',
    model: 'm',
  }
  return runUpserted(Value.Parse(RunRecord, { ...ids, status: 'running', ...value }))
}

const asked = message({ id: 'u1', role: 'user', status: 'complete', content: 'Make it blue' })
const streaming = message({ id: 'a1', role: 'assistant', status: 'streaming' })

function turnsOf(records: SessionRecord[]) {
  const folder = createFolder(records)
  return createTranscriptView().turns(folder.messages(), folder.runs(), folder.approvals())
}

function itemsOf(records: SessionRecord[]): readonly TranscriptItem[] {
  return turnsOf(records)[0]?.items ?? []
}

describe('a chat as it is read', () => {
  it('shows prose, thought and a call’s arguments while they are written', () => {
    const items = itemsOf([
      asked,
      run(),
      streaming,
      chunk('a1', 0, 'reasoning', 'Blue, '),
      chunk('a1', 1, 'reasoning', 'then.'),
      chunk('a1', 2, 'text', 'I will '),
      chunk('a1', 3, 'text', 'do it.'),
      chunk('a1', 4, 'arguments', '{"html":"<h1>'),
    ])
    expect(items).toMatchObject([
      { kind: 'reasoning', text: 'Blue, then.', streaming: false },
      { kind: 'prose', text: 'I will do it.', streaming: false },
      { kind: 'tool', name: 'insertHtml', status: 'writing', writing: '{"html":"<h1>' },
    ])
  })

  it('makes one line of a call, its message and its result, and times it', () => {
    const items = itemsOf([
      asked,
      run(),
      message({
        id: 'a1',
        role: 'assistant',
        status: 'complete',
        blocks: [{ kind: 'toolCall', toolCallId: 'c1', toolName: 'insertHtml', input: { html: '<p>' } }],
      }),
      message({
        id: 't1',
        role: 'tool_call',
        status: 'complete',
        toolCallId: 'c1',
        toolName: 'insertHtml',
        toolArgs: { html: '<p>' },
        createdAt: at + 100,
      }),
      message({
        id: 't2',
        role: 'tool_result',
        status: 'complete',
        toolCallId: 'c1',
        toolResult: { ok: true, data: { nodeIds: ['n1'] }, warnings: ['dropped <script>'] },
        createdAt: at + 500,
      }),
    ])
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      kind: 'tool',
      status: 'done',
      input: { html: '<p>' },
      warnings: ['dropped <script>'],
      startedAt: at + 100,
      endedAt: at + 500,
    })
  })

  it('says why a call failed, with the hint', () => {
    const items = itemsOf([
      asked,
      run(),
      message({ id: 't1', role: 'tool_call', status: 'pending', toolCallId: 'c1', toolName: 'deleteNode' }),
      message({
        id: 't2',
        role: 'tool_result',
        status: 'error',
        toolCallId: 'c1',
        toolResult: {
          ok: false,
          error: { code: 'no_node', message: 'There is no such node.', hint: 'Read the page.' },
        },
      }),
    ])
    expect(items).toMatchObject([{ status: 'failed', error: 'There is no such node. Read the page.' }])
  })

  it('shows a call without an answer as stopped once the run is over', () => {
    const records = [
      asked,
      message({ id: 't1', role: 'tool_call', status: 'pending', toolCallId: 'c1', toolName: 'insertHtml' }),
    ]
    expect(itemsOf([...records, run()])).toMatchObject([{ status: 'running' }])
    expect(itemsOf([...records, run({ status: 'aborted' })])).toMatchObject([{ status: 'stopped' }])
  })

  it('leaves a superseded attempt out', () => {
    const items = itemsOf([
      asked,
      run(),
      message({ id: 'a1', role: 'assistant', status: 'aborted', content: 'Half a', supersededBy: 'a2' }),
      message({ id: 'a2', role: 'assistant', status: 'complete', attempt: 2, content: 'Whole.' }),
    ])
    expect(items).toMatchObject([{ kind: 'prose', text: 'Whole.' }])
  })

  it('keeps turns in the order in which they were asked, each with its prompt and its error', () => {
    const turns = turnsOf([
      asked,
      run({ status: 'error' }),
      message({ id: 'e1', role: 'error', status: 'complete', content: 'The key was refused.' }),
      message({ id: 'u2', role: 'user', status: 'complete', runId: 'r2', content: 'Again' }),
      run({ id: 'r2', userMessageId: 'u2', status: 'queued' }),
    ])
    expect(turns.map((turn) => [turn.runId, turn.prompt, isActive(turn.run)])).toEqual([
      ['r1', 'Make it blue', false],
      ['r2', 'Again', true],
    ])
    expect(turns[0]?.items).toMatchObject([{ kind: 'error', text: 'The key was refused.' }])
  })

  it('shows a summary of earlier turns as a line of its own, without what surrounds it', () => {
    const content = 'The earlier part was left out.\n<summary>\nThey want a shop.\n</summary>'
    const folder = createFolder([
      run({ status: 'complete' }),
      message({ id: 's1', role: 'system', status: 'complete', compacts: 'm0', content }),
      message({ id: 's2', role: 'system', status: 'complete', content: 'Go on.' }),
      message({ id: 's3', role: 'system', status: 'complete', content: 'Page: Home', state: ['Page: Home'] }),
      message({ id: 's4', role: 'system', status: 'complete', cutDown: [{ toolCallId: 'c', to: 'digest' }] }),
      message({ id: 's5', role: 'system', status: 'complete', reasoningDropped: {} }),
    ])
    const [turn] = createTranscriptView().turns(folder.messages(), folder.runs())
    expect(turn?.items).toMatchObject([
      { kind: 'reasoning', text: 'They want a shop.', label: 'Summarised earlier turns', streaming: false },
    ])
  })

  it('says that the chat continues without pictures that the provider refused', () => {
    const picturesDropped = { hashes: ['a', 'b'], provider: 'anthropic', model: 'm' }
    const folder = createFolder([message({ id: 's1', role: 'system', status: 'complete', picturesDropped })])
    const [turn] = createTranscriptView().turns(folder.messages(), folder.runs())
    expect(turn?.items).toMatchObject([{ kind: 'error', text: expect.stringContaining('2 pictures'), mild: true }])
  })

  it('names the summary of another chat, with which this one begins', () => {
    const content = 'It was left out.\n<summary>\nThey want a shop.\n</summary>'
    const folder = createFolder([message({ id: 's1', role: 'system', status: 'complete', compacts: 'm0', content })])
    const [turn] = createTranscriptView().turns(folder.messages(), folder.runs())
    expect(turn?.items).toMatchObject([{ text: 'They want a shop.', label: 'Summary of the chat before' }])
  })

  it('returns an unchanged turn as the same object, and a changed one as another', () => {
    const folder = createFolder([asked, run({ status: 'complete' })])
    const view = createTranscriptView()
    const read = () => view.turns(folder.messages(), folder.runs())
    const first = read()[0]
    folder.push(message({ id: 'u2', role: 'user', status: 'complete', runId: 'r2', content: 'Again' }))
    expect(read()[0]).toBe(first)
    folder.push(message({ id: 'e1', role: 'error', status: 'complete', content: 'Late.' }))
    expect(read()[0]).not.toBe(first)
  })

  it('returns the same turns and items for all that did not change while an answer is written', () => {
    const call = { runId: 'r2', status: 'complete', toolCallId: 'c1' }
    const folder = createFolder([
      asked,
      run({ status: 'complete' }),
      message({ id: 'u2', role: 'user', status: 'complete', runId: 'r2', content: 'Again' }),
      run({ id: 'r2', userMessageId: 'u2' }),
      message({ ...call, id: 'c1', role: 'tool_call', toolName: 'look' }),
      message({ ...call, id: 'c1-result', role: 'tool_result', toolResult: { ok: true, warnings: ['small'] } }),
      message({ id: 'a2', role: 'assistant', status: 'streaming', runId: 'r2' }),
      chunk('a2', 0, 'text', 'One '),
    ])
    const view = createTranscriptView()
    const read = () => view.turns(folder.messages(), folder.runs(), folder.approvals())
    const before = read()
    folder.push(chunk('a2', 1, 'text', 'two'))
    const after = read()
    expect(after[0]).toBe(before[0])
    expect(after[1]?.items[0]).toBe(before[1]?.items[0])
    expect(after[1]?.items[1]).toMatchObject({ kind: 'prose', text: 'One two' })
    expect(read()).toBe(after)
    expect(after).toEqual(createTranscriptView().turns(folder.messages(), folder.runs(), folder.approvals()))
  })
})
