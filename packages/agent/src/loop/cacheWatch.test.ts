import { expect, it } from 'vitest'
import type { Turn } from '../contract/provider.ts'
import { type AnsweredRequest, type CacheBreak, createCacheWatch } from './cacheWatch.ts'

const user = (text: string): Turn => ({ role: 'user', blocks: [{ kind: 'text', text }] })
const assistant = (text: string): Turn => ({ role: 'assistant', blocks: [{ kind: 'text', text }] })
const request = { model: 'm', system: 'You are a test.', tools: [], turns: [user('one')] }
const first: AnsweredRequest = {
  stream: 's',
  provider: 'anthropic',
  request,
  usage: { input: 10, cacheWrite5m: 2000 },
  at: 0,
}
const grown = { ...request, turns: [user('one'), assistant('two'), user('three')] }

function heard(...answered: AnsweredRequest[]): CacheBreak[] {
  const breaks: CacheBreak[] = []
  const watch = createCacheWatch((broken) => breaks.push(broken))
  for (const each of answered) watch.answered(each)
  return breaks
}

const later = (changed: Partial<AnsweredRequest>): AnsweredRequest => ({
  ...first,
  request: grown,
  usage: { input: 2500 },
  at: 60_000,
  ...changed,
})

it('says which part of a cached prefix changed first when nothing was read of it', () => {
  const tool = { name: 'look', description: 'look', inputSchema: {} }
  const parts = (changed: Partial<AnsweredRequest['request']>) =>
    heard(first, later({ request: { ...grown, ...changed } })).map(({ part }) => part)
  expect(parts({ system: 'You are another.', tools: [tool] })).toEqual(['tools'])
  expect(parts({ system: 'You are another.' })).toEqual(['system'])
  expect(parts({ turns: [user('other'), assistant('two'), user('three')] })).toEqual(['turn 1'])
  expect(parts({})).toEqual(['nothing: expired or evicted'])
  const second = later({ usage: { input: 5, cacheRead: 2000, cacheWrite5m: 300 } })
  const rewritten = { ...grown, turns: [user('one'), assistant('rewritten'), user('three')] }
  expect(heard(first, second, later({ request: rewritten })).map(({ part }) => part)).toEqual(['turn 2'])
})

it('reports nothing if the cache was read, if there was none, or if it may have expired', () => {
  expect(heard(first)).toEqual([])
  expect(heard(first, later({ usage: { input: 5, cacheRead: 2000 } }))).toEqual([])
  expect(heard({ ...first, usage: { input: 10 } }, later({}))).toEqual([])
  expect(heard(first, later({ at: 5 * 60_000 + 1 }))).toEqual([])
  expect(heard(first, later({ provider: 'openai' }))).toEqual([])
  expect(heard(first, later({ request: { ...grown, model: 'other' } }))).toEqual([])
  expect(heard(first, later({ stream: 'another' }))).toEqual([])
  expect(heard(first, later({ usage: {} }))).toEqual([])
})
