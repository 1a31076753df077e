import { expect, test } from 'vitest'
import { briefWith, type GenerationRow, moveOf, type PartRun, partState, stepRunOf } from '../index.ts'

const row: GenerationRow = {
  id: 'g1',
  workspace_id: 'w1',
  project_id: 'p1',
  document_id: 'd1',
  group_id: 'g1',
  session_id: 's1',
  kind: 'site',
  brief: 'A bakery',
  state: 'running',
  step: 'pages',
  why: null,
  budget_micro_usd: null,
  context: '{}',
  created_by: 'ada',
  created_at: 0,
  started_at: 10,
  version: 1,
}
const run = (more: Partial<PartRun> = {}): PartRun => ({
  run_id: 'r1',
  generation_id: 'g1',
  session_id: 's2',
  step: 'pages',
  page: 'home',
  attempt: 1,
  outcome: 'stands',
  why: null,
  decision: null,
  created_at: 20,
  status: 'complete',
  error: null,
  isUndone: false,
  ...more,
})
const stateIn = (more: Partial<PartRun>) => partState(run(more), [run(more)])

test('a page waits, is written, stands or failed, until a person decides about it or takes its changes back', () => {
  expect(stateIn({ outcome: 'pending', status: undefined })).toBe('waiting')
  expect(stateIn({ outcome: 'pending', status: 'running' })).toBe('writing')
  expect(stateIn({})).toBe('stands')
  expect(stateIn({ outcome: 'failed' })).toBe('failed')
  expect(stateIn({ decision: 'adopted' })).toBe('adopted')
  expect(stateIn({ isUndone: true })).toBe('undone')
  expect(stateIn({ decision: 'discarded', isUndone: true })).toBe('discarded')
  // Somebody brought its changes back.
  expect(stateIn({ decision: 'discarded', isUndone: false })).toBe('stands')
})

test('a page is undone only when the changes of all its runs are', () => {
  const runs = [run({ isUndone: true }), run({ run_id: 'r2', isUndone: false })]
  expect(runs.map((each) => partState(each, runs))).toEqual(['stands', 'stands'])
})

test('the schedule counts runs since the last start, and writes a page again that a person asked for', () => {
  const seen = (more: Partial<PartRun>) => stepRunOf(row, run(more), [run(more)])
  expect(seen({})).toMatchObject({ outcome: 'stands', current: true, discarded: false })
  expect(seen({ created_at: 5 })).toMatchObject({ current: false })
  expect(seen({ decision: 'again' })).toMatchObject({ outcome: 'failed', current: false })
  expect(seen({ isUndone: true })).toMatchObject({ discarded: true })
})

test('a generation that stops or fails gives the reason of its last run that did', () => {
  const runs = [run({ outcome: 'failed', why: 'No plan.' }), run({ outcome: 'stopped', why: 'The budget is spent.' })]
  expect(moveOf({ state: 'stopped' }, runs)).toEqual({ state: 'stopped', why: 'The budget is spent.' })
  expect(moveOf({ state: 'error' }, runs)).toEqual({ state: 'error', why: 'No plan.' })
  expect(moveOf({ step: 'tidy' }, runs)).toEqual({ step: 'tidy', why: null })
})

test('a brief names each address once', () => {
  expect(briefWith(' Like https://a.test ', ['https://a.test', 'https://b.test'])).toBe(
    'Like https://a.test\nhttps://b.test',
  )
})
