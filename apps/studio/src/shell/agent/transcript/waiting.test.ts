import {
  createFolder,
  MessageRecord,
  messageUpserted,
  RunRecord,
  runUpserted,
  type SessionRecord,
} from '@atelier/agent'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { createTranscriptView } from './view.ts'
import { localTime, tomorrowMorning, waitingMessages, whenSaid } from './waiting.ts'

const at = new Date(2027, 0, 31, 9, 0).getTime()

function asked(id: string, run: { status?: string; [field: string]: unknown }, message: object = {}): SessionRecord[] {
  const said = Value.Parse(MessageRecord, {
    id: `u-${id}`,
    runId: id,
    attempt: 1,
    role: 'user',
    status: run.status === 'scheduled' ? 'pending' : 'complete',
    content: `Say ${id}`,
    createdAt: at,
    ...message,
  })
  const value = Value.Parse(RunRecord, {
    id,
    status: 'running',
    scope: 'site',
    userMessageId: said.id,
    assistantMessageId: `a-${id}`,
    provider: '',
    model: '',
    ...run,
  })
  return [messageUpserted(said), runUpserted(value)]
}

const records: SessionRecord[] = [
  ...asked('now', {}),
  ...asked('later', { status: 'scheduled', startAt: at + 60_000 }),
  ...asked('next', { status: 'scheduled', delivery: 'followUp' }),
  ...asked('held', { status: 'scheduled', delivery: 'followUp', held: true, heldBecause: 'error' }),
  ...asked('join', { status: 'scheduled', delivery: 'steer' }),
  ...asked(
    'joined',
    { status: 'complete', delivery: 'steer', joined: 'now' },
    { id: 'd', runId: 'now', content: 'And this' },
  ),
  ...asked('gone', { status: 'aborted', stopReason: 'removed' }, { status: 'aborted', supersededBy: 'u-gone' }),
]

test('what waits is distinguished from what was said, in the order in which it will be', () => {
  const folder = createFolder(records)
  const waiting = waitingMessages(folder.messages(), folder.runs())
  expect(waiting.map(({ text }) => text)).toEqual(['Say join', 'Say next', 'Say held', 'Say later'])
  expect(waiting.map((message) => whenSaid(message, at))).toEqual([
    'With the next round',
    'After this run',
    'On hold: the run before it failed',
    expect.stringMatching(/^At \d/),
  ])
  expect(whenSaid({ runId: 'x', text: '', pictures: 0, startAt: at + 86_400_000 }, at)).toMatch(/^On .* at \d/)
})

test('a run shows the message that joined it where it was heard, and what only waited is not a turn', () => {
  const folder = createFolder(records)
  const turns = createTranscriptView().turns(folder.messages(), folder.runs())
  expect(turns.map(({ runId, prompt }) => [runId, prompt])).toEqual([['now', 'Say now']])
  expect(turns[0]?.items).toEqual([{ kind: 'said', key: 'd', text: 'And this', pictures: [] }])
})

test('a time is offered and read back in the browser’s own zone', () => {
  const morning = tomorrowMorning(at)
  expect(localTime(morning)).toBe('2027-02-01T09:00')
  expect(new Date(localTime(morning)).getTime()).toBe(morning)
})
