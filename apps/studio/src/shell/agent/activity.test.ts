import { describe, expect, it } from 'vitest'
import { activityOf, panelView } from './activity.ts'
import type { ToolItem, Turn } from './transcript/view.ts'

const call = (name: string, nodeId: string): ToolItem => ({
  kind: 'tool',
  key: nodeId,
  toolCallId: nodeId,
  name,
  status: 'done',
  input: { nodeId },
  result: { ok: true, data: { nodeId, pageId: `page of ${nodeId}` } },
  warnings: [],
  pictures: [],
  startedAt: 0,
})
const turn = (items: Turn['items']): Turn => ({ runId: 'r', prompt: 'Go', pictures: [], run: undefined, items })
const source = {
  turns: [
    turn([call('updateText', 'first')]),
    turn([call('updateText', 'second'), { kind: 'prose', key: 'p', text: 'Done', streaming: false }]),
  ],
  running: true,
  waiting: false,
  choice: { label: 'Model', contextWindow: 1000 },
  used: 250,
  isRead: () => false,
}

describe('what the agent is about', () => {
  it('is the latest call of a run at work, whatever was said after it', () => {
    expect(activityOf(source)).toEqual({
      running: true,
      waiting: false,
      model: 'Model',
      context: 0.25,
      nodeId: 'second',
      documentId: 'page of second',
    })
  })

  it('is not a call of an earlier run, and none when no run is at work', () => {
    const begun = activityOf({ ...source, turns: [...source.turns, turn([])] })
    expect([begun.nodeId, begun.documentId]).toEqual([undefined, undefined])
    const idle = activityOf({ ...source, running: false })
    expect([idle.nodeId, idle.documentId]).toEqual([undefined, undefined])
  })

  it('leaves the canvas where the person is when the call only read', () => {
    expect(activityOf({ ...source, isRead: (name) => name === 'updateText' }).documentId).toBeUndefined()
  })

  it('fills the window no further than full, and not when the window or the use is unknown', () => {
    expect(activityOf({ ...source, used: 4000 }).context).toBe(1)
    expect(activityOf({ ...source, used: undefined }).context).toBeUndefined()
    expect(activityOf({ ...source, choice: { label: 'Model', contextWindow: undefined } }).context).toBeUndefined()
  })
})

describe('what the panel shows', () => {
  const chat = { sessionId: 's', settled: true, status: 'live', turns: 2, pending: false }
  const none = { ...chat, sessionId: undefined, status: 'loading', turns: 0 }

  it('waits until it is known which chat is current, and until that chat is read', () => {
    expect(panelView({ ...none, settled: false })).toBe('loading')
    expect(panelView(none)).toBe('empty')
    expect(panelView({ ...chat, status: 'loading', turns: 0 })).toBe('loading')
  })

  it('shows a conversation, and suggestions in place of one without turns', () => {
    expect(panelView(chat)).toBe('transcript')
    expect(panelView({ ...chat, turns: 0 })).toBe('empty')
    expect(panelView({ ...chat, status: 'reconnecting', turns: 0 })).toBe('transcript')
  })

  it('shows a message on its way at once, and a chat that cannot be read as that', () => {
    expect(panelView({ ...none, settled: false, pending: true })).toBe('transcript')
    expect(panelView({ ...chat, status: 'loading', turns: 0, pending: true })).toBe('transcript')
    expect(panelView({ ...chat, status: 'failed', turns: 0 })).toBe('failed')
    expect(panelView({ ...chat, status: 'failed', turns: 0, pending: true })).toBe('failed')
  })
})
