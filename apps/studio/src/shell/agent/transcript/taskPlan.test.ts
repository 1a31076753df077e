// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { TaskPlanCard } from './TaskPlanCard.tsx'
import { doneSteps, readTaskPlan, stepNumbers } from './taskPlan.ts'
import type { ToolItem, Turn } from './view.ts'

const call = (key: string, name: string, more: Partial<ToolItem> = {}): ToolItem => ({
  kind: 'tool',
  key,
  toolCallId: key,
  name,
  status: 'done',
  warnings: [],
  pictures: [],
  startedAt: 0,
  ...more,
})
const turn = (runId: string, items: ToolItem[]): Turn => ({ runId, prompt: '', pictures: [], run: undefined, items })
const step = (number: number, operation: string, ids: string[], asks = false) => ({
  step: number,
  operation,
  what: `Do ${number}`,
  ids,
  asks,
})
const plan = call('plan', 'planAnalyzeTask', {
  result: {
    ok: true,
    data: {
      steps: [
        step(1, 'cms.updatePage', ['about']),
        step(2, 'cms.updatePage', ['contact']),
        step(3, 'site.undoRun', ['r1']),
        step(4, 'cms.deletePage', ['old'], true),
      ],
      named: [{ phrase: 'x', kind: 'page', ids: ['about'], names: ['About us'], reason: '' }],
      open: [
        {
          step: 4,
          what: 'Which page?',
          candidates: [
            { kind: 'page', id: 'a', name: 'A' },
            { kind: 'page', id: 'b', name: 'B' },
          ],
        },
      ],
    },
  },
})

test('a step is done when a call with its ids has ended, in the same run or a later one', () => {
  const about = call('1', 'updatePage', { input: { id: 'about' } })
  const contact = call('2', 'updatePage', {
    input: { id: 'kontakt' },
    result: { ok: true, data: { page: { id: 'contact' } } },
  })
  const other = call('3', 'updatePage', { input: { id: 'home' } })
  const failed = call('4', 'deletePage', { input: { id: 'old' }, status: 'failed' })
  expect(doneSteps([turn('r1', [plan])]).get('plan')).toBe('')
  expect(stepNumbers('').size).toBe(0)
  expect([...stepNumbers('1,2')]).toEqual([1, 2])
  expect(doneSteps([turn('r1', [about, plan, other, failed])]).get('plan')).toBe('')
  expect(doneSteps([turn('r1', [plan, other, about]), turn('r2', [contact])]).get('plan')).toBe('1,2')
  expect(doneSteps([turn('r1', [plan, call('5', 'site.undoRun', { input: { changeSetId: 'r1' } })])]).get('plan')).toBe(
    '3',
  )
})

test('a call does one step, and a call of another kind or a broken result is no plan', () => {
  const twice = call('plan', 'planAnalyzeTask', {
    result: {
      ok: true,
      data: { steps: [step(1, 'cms.createPost', []), step(2, 'cms.createPost', [])], named: [], open: [] },
    },
  })
  expect(doneSteps([turn('r1', [twice, call('1', 'createPost')])]).get('plan')).toBe('1')
  expect(readTaskPlan(call('x', 'listPages', { result: plan.result }))).toBeUndefined()
  expect(readTaskPlan(call('x', 'planAnalyzeTask', { result: { ok: true, data: { steps: 3 } } }))).toBeUndefined()
  expect(readTaskPlan(call('x', 'planAnalyzeTask', { status: 'running' }))).toBeUndefined()
})

test('the card says what is done, what asks and what is open', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.createElement('div')
  const root = createRoot(host)
  const shown = readTaskPlan(plan) ?? expect.fail()
  await act(async () => root.render(createElement(TaskPlanCard, { plan: shown, done: new Set([1]) })))
  expect(host.textContent).toContain('1 of 4 done')
  expect(host.textContent).toContain('Do 1 About us')
  expect(host.textContent).toContain('Which page? A · B')
  expect(host.querySelectorAll('[data-done]')).toHaveLength(1)
  expect(host.querySelectorAll('li')[3]?.textContent).toContain('asks you first')
  await act(async () => root.unmount())
})
