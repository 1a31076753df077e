import { expect, it } from 'vitest'
import { messageOf, runOf } from '../../testing/records.ts'
import { approvalUpserted, chunkInserted, messageUpserted, runUpserted } from '../contract/records.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import { createFolder } from './fold.ts'
import type { SessionRead } from './session.ts'
import { latestPage, pageBefore, type SessionPage } from './sessionPage.ts'

function read(records: readonly SessionRecord[]): SessionRead {
  const folder = createFolder(records)
  return {
    messages: folder.messages(),
    runs: folder.runs(),
    approvals: folder.approvals(),
    chunks: folder.chunks(),
    offset: '7',
  }
}

const message = (fields: object) => messageUpserted(messageOf(fields))
const run = (fields: object) => runUpserted(runOf(fields))
const chunk = (messageId: string, seq: number, delta: string, call: object = {}): SessionRecord =>
  chunkInserted({
    id: `${messageId}:${seq}`,
    messageId,
    attempt: 1,
    seq,
    kind: 'toolCallId' in call ? 'arguments' : 'text',
    delta,
    createdAt: 1,
    ...call,
  })

/** A run of four messages that costs a dollar. */
function runRecords(id: string): SessionRecord[] {
  const own = { runId: id, status: 'complete' }
  return [
    message({ ...own, id: `${id}-u`, role: 'user', content: 'Do it' }),
    run({ id, userMessageId: `${id}-u`, status: 'complete', costUsd: 1 }),
    message({ ...own, id: `${id}-a`, role: 'assistant', content: 'I do it.' }),
    message({
      ...own,
      id: `${id}-c`,
      role: 'tool_call',
      toolName: 'look',
      toolCallId: `${id}-c`,
      parentMessageId: `${id}-a`,
    }),
    approvalUpserted({ toolCallId: `${id}-c`, status: 'approved', documentRevision: '1' }),
    message({
      ...own,
      id: `${id}-r`,
      role: 'tool_result',
      toolCallId: `${id}-c`,
      parentMessageId: `${id}-a`,
      toolResult: { ok: true },
    }),
  ]
}

const runIds = Array.from({ length: 12 }, (_, at) => `r${at}`)
const records = runIds.flatMap(runRecords)
const recordsOf = ({ messages, runs, approvals }: SessionPage) => [
  ...messages.map(messageUpserted),
  ...runs.map(runUpserted),
  ...approvals.map(approvalUpserted),
]

it('pages read from the end, each put before the last one, are the session, whatever their size', () => {
  const whole = read(records)
  for (const most of [
    { bytes: 1, runs: 30 },
    { bytes: 900, runs: 30 },
    { bytes: 1e6, runs: 1 },
    { bytes: 1e6, runs: 5 },
  ]) {
    const latest = latestPage(whole, most)
    const folder = createFolder(recordsOf(latest))
    let pages = 1
    for (let page: SessionPage | undefined = latest; page?.earlier; pages += 1) {
      const shown = folder.runs().length
      expect(page.earlier.costUsd ?? 0).toBe(runIds.length - shown)
      page = pageBefore(whole, page.earlier.before, most)
      folder.prepend(page ? recordsOf(page) : [])
    }
    expect(pages).toBeGreaterThan(2)
    expect(folder.messages()).toEqual(whole.messages)
    expect(folder.runs()).toEqual(whole.runs)
    expect(folder.approvals()).toEqual(whole.approvals)
  }
})

it('a page is never cut between an answer and its calls, and is the whole of a short session', () => {
  const whole = read(records)
  const [first] = latestPage(whole, { bytes: 1, runs: 30 }).messages
  expect(first).toMatchObject({ id: 'r11-a', role: 'assistant' })
  expect(latestPage(whole).earlier).toBeUndefined()
  expect(latestPage(whole).messages).toEqual(whole.messages)
  expect(latestPage(read([]))).toEqual({ messages: [], runs: [], approvals: [], chunks: [] })
  expect(pageBefore(whole, 'none')).toBeUndefined()
})

it('the last page has what is not over yet, wherever it stands', () => {
  const waits = [
    message({ id: 'w', runId: 'later', role: 'user', status: 'pending', content: 'Tomorrow' }),
    run({ id: 'later', userMessageId: 'w', status: 'scheduled', startAt: 99 }),
  ]
  const latest = latestPage(read([...waits, ...records]), { bytes: 1, runs: 30 })
  expect(latest.messages.map(({ id }) => id)).toEqual(['w', 'r11-a', 'r11-c', 'r11-r'])
  expect(latest.runs.map(({ id }) => id)).toEqual(['later', 'r11'])
})

it('what streams is said by as few chunks as it has parts, and continues where they end', () => {
  const streaming = message({ id: 's', runId: 'r11', role: 'assistant', status: 'streaming' })
  const call = { toolCallId: 'c', toolName: 'write' }
  const written = [
    chunk('s', 0, 'On'),
    chunk('s', 1, 'e '),
    chunk('s', 2, '{"a', call),
    chunk('s', 3, '":', call),
    chunk('s', 4, 'two'),
  ]
  const latest = latestPage(read([...records, streaming, ...written]))
  expect(latest.messages.at(-1)).not.toHaveProperty('content')
  expect(latest.chunks.map(({ seq, delta }) => [seq, delta])).toEqual([
    [2, 'One '],
    [3, '{"a":'],
    [4, 'two'],
  ])
  const rest = [chunk('s', 4, 'two'), chunk('s', 5, ' three'), chunk('s', 6, '1', call)]
  const continued = createFolder([...recordsOf(latest), ...latest.chunks.map(chunkInserted), ...rest])
  const whole = createFolder([...records, streaming, ...written, ...rest])
  expect(continued.message('s')).toEqual(whole.message('s'))
  expect(whole.message('s')).toMatchObject({ content: 'One \n\ntwo three', writing: [{ arguments: '{"a":1' }] })
})
