import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Declarations } from './editing.ts'
import { createRuleDraft, type RuleText } from './ruleDraft.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const written: [rule: string, changes: Declarations][] = []
  const problems: (string | undefined)[] = []
  const rule = (key: string, text: string, refusal?: string): RuleText => ({
    key,
    text,
    async write(changes) {
      if (refusal === undefined) written.push([key, changes])
      return refusal
    },
  })
  const draft = createRuleDraft(
    (problem) => problems.push(problem),
    (_, value) => value !== 'nonsense',
  )
  return { draft, rule, written, problems, pause: () => vi.advanceTimersByTimeAsync(2_000) }
}

test('selecting one element after the other writes nothing', async () => {
  const { draft, rule, written, pause } = setUp()
  for (let round = 0; round < 20; round += 1) {
    for (const key of ['body', '.wrap', '.card']) {
      expect(draft.show(rule(key, `${key} { top: ${round}px }`))).toContain(key)
      if (round % 3 === 0) await pause()
    }
  }
  await draft.leave()
  await pause()
  expect(written).toEqual([])
})

test('what was typed is written into the rule in which it was typed, whatever is selected by then', async () => {
  const { draft, rule, written, pause } = setUp()
  draft.show(rule('.card', '.card { color: red }'))
  draft.type('.card { color: blue }')
  expect(draft.show(rule('body', 'body { margin: 0; color: black }'))).toBe('body { margin: 0; color: black }')
  await pause()
  expect(written).toEqual([['.card', { color: 'blue' }]])
  await draft.leave()
  expect(written).toHaveLength(1)
})

test('a declaration that another person wrote meanwhile stays', async () => {
  const { draft, rule, written, pause } = setUp()
  draft.show(rule('.card', '.card { color: red; top: 0 }'))
  draft.type('.card { color: blue; top: 0 }')
  expect(draft.show(rule('.card', '.card { color: red; top: 9px; left: 0 }'))).toBeUndefined()
  await pause()
  draft.type('.card { color: blue; top: 0; right: 0 }')
  await pause()
  expect(written).toEqual([
    ['.card', { color: 'blue' }],
    ['.card', { right: '0' }],
  ])
})

test('what cannot be written stays in sight with the reason, and is written once it is right', async () => {
  const { draft, rule, written, problems, pause } = setUp()
  draft.show(rule('.card', '.card { color: red }'))
  draft.type('.card { color: nonsense }')
  await draft.leave()
  expect(draft.show(rule('.card', '.card { color: red }'))).toBeUndefined()
  expect(problems.at(-1)).toContain('nonsense')
  draft.type('.card { color: green }')
  await pause()
  expect(problems.at(-1)).toBeUndefined()
  expect(written).toEqual([['.card', { color: 'green' }]])
  await draft.leave()
  expect(draft.show(rule('.card', '.card { color: green; }'))).toBe('.card { color: green; }')

  draft.show(rule('.locked', '.locked { color: red }', 'Another person works here.'))
  draft.type('.locked { color: blue }')
  await draft.leave()
  expect(problems.at(-1)).toBe('Another person works here.')
})
