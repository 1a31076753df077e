import { expect, test } from 'vitest'
import { messageOf } from '../../testing/records.ts'
import type { MessageRecord } from '../contract/message.ts'
import { cutsOf } from './compact.ts'

let made = 0
function message(role: MessageRecord['role'], runId: string, more: object = {}): MessageRecord {
  made += 1
  return messageOf({ id: `m${made}`, runId, role, status: 'complete', content: 'x', createdAt: made, ...more })
}

test.each([
  ['words that wait to be said', { status: 'pending', delivery: 'steer' } as const],
  ['what an earlier run was asked', {}],
])('every place to cut at reaches further than the summary before it, behind %s', (_, waiting) => {
  made = 0
  const messages = [
    message('user', 'r1'),
    message('assistant', 'r1'),
    message('user', 'r2', waiting),
    message('user', 'r3'),
    message('assistant', 'r3'),
    message('user', 'r4'),
    message('assistant', 'r4'),
    message('user', 'now'),
  ]
  messages.push(message('system', 'r4', { compacts: 'm2' }))
  const reached: string[] = []
  for (let step = 0; step < 20; step += 1) {
    const [next] = cutsOf(messages, 'now')
    if (!next) break
    reached.push(next.upTo)
    messages.push(message('system', 'now', { compacts: next.upTo }))
  }
  expect(new Set(reached).size).toBe(reached.length)
  expect(reached).not.toContain('m2')
  expect(reached.length).toBeGreaterThan(1)
})
