import { describe, expect, it } from 'vitest'
import { projectNdjson } from '../../testing/projectNdjson.ts'
import { messageOf, runOf } from '../../testing/records.ts'
import { chunkInserted, messageUpserted, runUpserted } from '../contract/records.ts'
import type { ApprovalRecord, SessionRecord } from '../contract/sessionRecord.ts'
import { createNdjsonProjection, type NdjsonEvent } from './ndjson.ts'

const ids = { conversationId: 's', runId: 'r' }

function run(change: object = {}): SessionRecord {
  return runUpserted(runOf(change))
}

function message(change: object): SessionRecord {
  return messageUpserted(messageOf({ status: 'complete', ...change }))
}

function chunk(messageId: string, delta: string, kind: 'text' | 'reasoning' = 'text'): SessionRecord {
  const value = { id: `${messageId}:${delta}`, messageId, attempt: 1, seq: 1, kind, delta, createdAt: 1 }
  return chunkInserted(value)
}

const call = (change: object = {}) =>
  message({
    id: 'c1',
    role: 'tool_call',
    status: 'pending',
    toolCallId: 'c1',
    toolName: 'deletePage',
    toolArgs: { pageId: 'p' },
    ...change,
  })

const result = (toolResult: unknown) =>
  message({ id: 'c1:result', role: 'tool_result', toolCallId: 'c1', toolName: 'deletePage', toolResult })

const events = (...records: SessionRecord[]): NdjsonEvent[] => projectNdjson(records, ids).slice(1)

describe('the simple stream of a run', () => {
  it('greets once, with all that a program needs to answer it', () => {
    const all = projectNdjson([run({ status: 'queued' }), run(), run({ status: 'complete' })], ids)
    expect(all[0]).toEqual({ type: 'bridgeReady', bridgeId: 'r', conversationId: 's', runId: 'r' })
    expect(all.filter(({ type }) => type === 'bridgeReady')).toHaveLength(1)
  })

  it('holds nothing that Atelier writes only for the model', () => {
    const ours = (id: string, change: object) => message({ id, role: 'system', ...change })
    expect(
      events(
        run(),
        ours('s1', { content: 'Page: Home', state: ['Page: Home'] }),
        ours('s2', { content: 'Go on.' }),
        ours('s3', { cutDown: [{ toolCallId: 'c1', to: 'removed' }] }),
        ours('s4', { reasoningDropped: {} }),
      ),
    ).toEqual([])
  })

  it('names the successor of a discarded answer, and then returns the new one', () => {
    const told = events(
      run(),
      message({ id: 'a1', role: 'assistant', status: 'streaming' }),
      chunk('a1', 'Half'),
      message({ id: 'a1', role: 'assistant', status: 'error', supersededBy: 'a2' }),
      message({ id: 'a2', role: 'assistant', status: 'streaming', attempt: 2 }),
      chunk('a2', 'Hmm', 'reasoning'),
      chunk('a2', 'Whole'),
    )
    expect(told).toEqual([
      { type: 'text', text: 'Half', messageId: 'a1' },
      { type: 'text', text: '', messageId: 'a2', supersedes: 'a1' },
      { type: 'text', text: 'Whole', messageId: 'a2' },
    ])
  })

  it('reports a call once, however often its record changes, and asks the editor once per request', () => {
    const execution = { bridgeId: 'r', requestId: 'q1', executorId: 'e', picture: false }
    const told = events(
      run(),
      call(),
      call({ requiresApproval: true }),
      call({ status: 'running', execution }),
      call({ status: 'running', execution }),
      call({ status: 'running', execution: { ...execution, requestId: 'q2' } }),
      result({ ok: true, data: {} }),
      call({ status: 'complete', execution }),
    )
    expect(told.map((event) => [event.type, event.type === 'toolRequest' ? event.requestId : ''])).toEqual([
      ['toolCall', ''],
      ['toolRequest', 'q1'],
      ['toolRequest', 'q2'],
      ['toolResult', ''],
    ])
  })

  it('passes on the token of what waits for a word', () => {
    const requiresConfirmation = { token: 't', message: 'Delete the page.', target: 'p' }
    const told = events(run(), call(), result({ ok: false, requiresConfirmation }))
    expect(told.at(-1)).toMatchObject({ type: 'toolResult', ok: false, requiresConfirmation })
  })

  it('reports that the run waits for a decision, and what the decision was', () => {
    const approval = (change: Partial<ApprovalRecord>): SessionRecord => ({
      type: 'approval',
      key: 'c1',
      value: { toolCallId: 'c1', status: 'requested', documentRevision: 'd:1', runId: 'r', ...change },
      headers: { operation: 'upsert' },
    })
    const asked = { message: 'Delete the page.', target: 'p', expiresAt: 9 }
    const told = events(
      run(),
      approval(asked),
      approval({ ...asked, status: 'denied', reason: 'Keep it.' }),
      approval({ ...asked, runId: 'other' }),
    )
    expect(told).toEqual([
      { type: 'approval', toolCallId: 'c1', status: 'requested', ...asked },
      { type: 'approval', toolCallId: 'c1', status: 'denied', ...asked, reason: 'Keep it.' },
    ])
  })

  it('reports each repetition of a failed request once', () => {
    const retry = { code: 'overloaded', at: 5, attempt: 2 }
    const told = events(run(), run({ retry }), run({ retry }), run(), run({ retry: { ...retry, at: 9, attempt: 3 } }))
    expect(told.map((event) => event.type === 'retry' && event.attempt)).toEqual([2, 3])
  })

  it('returns the context of each round, and at the end usage and the outcome', () => {
    const usage = { input: 10, cacheRead: 5, cacheWrite5m: 2, cacheWrite1h: 1, output: 7, reasoning: 3 }
    const findings = [{ code: 'missing-alt', severity: 'warning' as const, message: 'The picture has no text.' }]
    const end = { usage, costUsd: 0.5, affected: ['page'], changeSetId: 'r', stopReason: 'end', findings }
    const told = events(
      run(),
      run({ contextTokens: 18 }),
      run({ contextTokens: 18 }),
      run({ contextTokens: 20 }),
      run({ contextTokens: 20, status: 'complete', ...end }),
      chunk('a1', 'too late'),
    )
    expect(told).toEqual([
      { type: 'context', contextTokens: 18 },
      { type: 'context', contextTokens: 20 },
      {
        type: 'usage',
        promptTokens: 10,
        completionTokens: 7,
        costUsd: 0.5,
        cacheReadTokens: 5,
        cacheCreationTokens: 3,
      },
      {
        type: 'done',
        status: 'complete',
        stopReason: 'end',
        affected: ['page'],
        costUsd: 0.5,
        changeSetId: 'r',
        findings,
      },
    ])
    expect(events(run({ provider: 'openai', status: 'complete', usage }))[0]).toMatchObject({ promptTokens: 18 })
  })

  const content = {
    models: ['post'],
    locales: ['en'],
    snapshotChanged: false,
    branchesChanged: true,
    branch: 'cr/content/post/1-ab12',
    kinds: ['content', 'page'],
  }
  it.each([
    [
      { status: 'aborted' as const, stopReason: 'aborted' },
      { type: 'done', status: 'aborted', stopReason: 'aborted' },
    ],
    [
      { status: 'complete' as const, affected: content },
      { type: 'done', status: 'complete', affected: content },
    ],
    [
      { status: 'complete' as const, joined: 'x' },
      { type: 'done', status: 'complete', joined: 'x' },
    ],
    [
      { status: 'error' as const, error: 'No.' },
      { type: 'error', message: 'No.' },
    ],
  ])('ends with %j as %j', (change, expected) => {
    const projection = createNdjsonProjection(ids)
    expect(projection.push(run(change)).at(-1)).toEqual(expected)
    expect(projection.ended()).toBe(true)
  })
})
