import { expect, test } from 'vitest'
import { messageOf } from '../../testing/records.ts'
import type { MessageRecord } from '../contract/message.ts'
import { carriedSummary } from './carriedSummary.ts'
import { summaryText } from './compact.ts'

let made = 0
function message(more: object): MessageRecord {
  made += 1
  return messageOf({ id: `m${made}`, role: 'user', status: 'complete', createdAt: made, ...more })
}

function summary(said: string, limit: number): MessageRecord {
  return message({ role: 'system', compacts: `m${made}`, content: summaryText(said, '', limit) })
}

function carried(...messages: MessageRecord[]): MessageRecord | undefined {
  const record = carriedSummary(messages, 'A page was made.', { id: 'new', createdAt: 0 })
  return record?.type === 'message' ? record.value : undefined
}

test('carries the messages over if the summary of the full chat had no room for words', () => {
  const told = carried(
    message({ content: 'The mill was built by Anna.' }),
    message({ role: 'assistant', content: 'It dates from 1643.' }),
    summary('They talked about the mill.', 100),
    message({ content: 'When was it built?' }),
  )
  expect(told?.content).not.toContain('Earlier summary')
  for (const words of ['by Anna', 'from 1643', 'When was it built?', 'A page was made.']) {
    expect(told?.content).toContain(words)
  }
})

test('holds the newest summary with words first, and what was said in its end', () => {
  const told = carried(
    message({ content: 'The first wish. '.repeat(20) }),
    summary('They wished for a mill.', 12_000),
    message({ role: 'assistant', content: 'The newest answer.' }),
    summary('Nothing.', 100),
  )
  const [first, ...rest] = told?.content?.split('<summary>\n')[1]?.split('</summary>')[0]?.trim().split('\n') ?? []
  expect(first).toBe('They wished for a mill.')
  expect(rest.at(-1)).toContain('The newest answer.')
})

test('continues from only a summary, as in a chat that was continued and never used', () => {
  const first = carried(message({ content: 'The mill was built by Anna.' }))
  expect(first).toBeDefined()
  const second = first && carried(first)
  expect(second?.content).toContain('by Anna')
  expect(second?.compacts).toBe(first?.compacts)
})

test('of nothing there is none', () => {
  expect(carried()).toBeUndefined()
})
