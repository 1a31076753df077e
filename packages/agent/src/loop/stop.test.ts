import { expect, it } from 'vitest'
import type { CallMessage } from '../contract/message.ts'
import { anyOf, type RunState, repeatedCall, roundLimit } from './stop.ts'

const base = { runId: 'r', attempt: 1, status: 'complete' as const, createdAt: 0 }
const call = (id: string, toolArgs: unknown): CallMessage => ({
  ...base,
  id,
  role: 'tool_call',
  toolName: 'look',
  toolCallId: id,
  toolArgs,
})

function state(changed: Partial<RunState>): RunState {
  const run = {
    id: 'r',
    status: 'running' as const,
    scope: 'toy',
    userMessageId: 'u',
    assistantMessageId: 'a',
    provider: 'anthropic',
    model: 'm',
  }
  return { run, rounds: 0, calls: [], answer: undefined, cuts: 0, now: 0, ...changed }
}

it('ends a run at its round', () => {
  expect(roundLimit(3)(state({ rounds: 2 }))).toBeUndefined()
  expect(roundLimit(3)(state({ rounds: 3 }))).toMatchObject({ reason: 'round_limit' })
})

it('ends a run that repeats a call in a row, and none that does so now and then', () => {
  const same = [call('1', { at: 'x' }), call('2', { at: 'x' }), call('3', { at: 'x' })]
  expect(repeatedCall(3)(state({ calls: same }))).toBeUndefined()
  expect(repeatedCall(3)(state({ calls: [...same, call('4', { at: 'x' })] }))).toMatchObject({
    reason: 'repeated_call',
  })
  expect(repeatedCall(3)(state({ calls: [...same, call('4', {}), call('5', { at: 'x' })] }))).toBeUndefined()
})

it('takes the first condition of several, and accepts custom ones', () => {
  const condition = anyOf(({ now }) => (now > 10 ? { reason: 'late' } : undefined), roundLimit(1))
  expect(condition(state({ now: 11, rounds: 1 }))).toEqual({ reason: 'late' })
  expect(condition(state({ now: 1, rounds: 1 }))).toMatchObject({ reason: 'round_limit' })
  expect(condition(state({}))).toBeUndefined()
})
