import { describe, expect, test } from 'vitest'
import type { MessageRecord } from '../contract/message.ts'
import { isGivenAddress } from './addresses.ts'

let id = 0
const from = (runId: string) => ({ id: `m${++id}`, runId, attempt: 1, createdAt: id })
const person = (content: string, runId = 'run'): MessageRecord => ({
  ...from(runId),
  role: 'user',
  status: 'complete',
  content,
})
const call = (toolArgs: unknown, runId = 'run'): MessageRecord => ({
  ...from(runId),
  role: 'tool_call',
  status: 'complete',
  toolName: 'any',
  toolCallId: `c${id}`,
  toolArgs,
})
const result = (data: unknown, ok = true, runId = 'run'): MessageRecord => ({
  ...from(runId),
  role: 'tool_result',
  status: 'complete',
  toolCallId: `c${id}`,
  toolResult: ok ? { ok, data } : { ok, error: { code: 'failed', message: data } },
})
const given = (address: string, ...messages: MessageRecord[]) => isGivenAddress(messages, 'run', address)

describe('an address of the person', () => {
  test.each([
    ['Read https://example.com/a?b=1.', 'https://example.com/a?b=1'],
    ['(see https://example.com/a)', 'https://example.com/a'],
    ['https://example.com/Foo_(bar)!', 'https://example.com/Foo_(bar)'],
    ['[it](https://example.com/a), please', 'https://example.com/a'],
    ['like www.example.com', 'https://example.com/'],
    ['like example.com/about.', 'http://www.example.com/about/'],
    ['<a href="https://example.com/ü">', 'https://example.com/%C3%BC'],
    ['https://example.com:8080', 'https://example.com:8080/'],
  ])('%s', (words, address) => expect(given(address, person(words))).toBe(true))

  test('of an earlier message counts too', () => {
    expect(given('https://example.com/', person('example.com', 'earlier'), person('Go on'))).toBe(true)
  })

  test('is the whole one', () => {
    const words = person('Read https://example.com/about')
    for (const address of [
      'https://example.com/',
      'https://example.com/about?mail=ada@example.com',
      'https://example.com/about/ada',
      'https://ada.example.com/about',
      'https://ada@example.com/about',
      'https://example.com:8443/about',
      'ftp://example.com/about',
      'about',
    ])
      expect([address, given(address, words)]).toEqual([address, false])
  })
})

test('an address in a result of this run is given, one of another run or of a failure is not', () => {
  const address = 'https://example.com/a'
  const found = { results: [{ url: address, snippet: 'x' }] }
  expect(given(address, call({ query: 'x' }), result(found))).toBe(true)
  expect(given(address, call({ query: 'x' }), result(found), call({ url: address }))).toBe(true)
  expect(given(address, result(found, true, 'other'))).toBe(false)
  expect(given(address, result(`No ${address}`, false))).toBe(false)
  expect(given('https://example.com/a?secret=1', result(found))).toBe(false)
})

test('links of a page that the person named are given, those of one that the model made up are not', () => {
  const page = result({ content: 'https://example.com/about' })
  const read = call({ url: 'https://example.com/' })
  expect(given('https://example.com/about', person('Look at example.com'), read, page)).toBe(true)
  expect(given('https://example.com/about', person('Look'), read, page)).toBe(false)
})

test('a result that repeats what the model wrote gives nothing, in whichever spelling', () => {
  const secret = 'https://thief.example/?mail=ada%40example.com'
  const stored = call({ fields: { text: 'See https://thief.example/?mail=ada@example.com' } })
  expect(given(secret, stored, result({ text: secret }))).toBe(false)
  expect(given(secret, call({ a: 'thief.example' }), result({ text: `a ${secret} b` }))).toBe(false)
  // An address that the person named may be written and read again.
  expect(given('https://example.com/a', person('https://example.com/a'), call({ x: 'https://example.com/a' }))).toBe(
    true,
  )
})

test('long texts of any form take linear time', () => {
  const began = performance.now()
  for (const text of ['a'.repeat(1e6), '.'.repeat(1e6), 'http://'.repeat(1e5), 'a.'.repeat(5e5), 'a.bc '.repeat(1e5)])
    given('https://example.com/', person(text))
  expect(performance.now() - began).toBeLessThan(4000)
})
