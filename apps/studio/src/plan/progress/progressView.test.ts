import type { GenerationProgress, GenerationState, PartStatus } from '@atelier/generate/plan'
import { expect, test } from 'vitest'
import { pageVerbs } from './pageVerbs.ts'
import { costText, stateText, stepsOf, verbsOf } from './progressView.ts'

const pages = [{ key: 'home' }, { key: 'about' }]

function at(
  state: GenerationState,
  step: 'generate' | 'components' | 'pages' | 'tidy' = 'pages',
  parts: Record<string, PartStatus> = {},
  undone?: true,
): GenerationProgress {
  return {
    progress: { state, step, ...(undone ? { undone } : {}) },
    parts: new Map(Object.entries(parts)),
    sources: [],
  }
}
const run = (state: PartStatus['state']): PartStatus => ({ state, runId: 'r', sessionId: 's' })
const verbs = (progress: GenerationProgress) => {
  const { go, ...rest } = verbsOf(progress, { pages: [] })
  return [go, ...Object.entries(rest).flatMap(([name, may]) => (may ? [name] : []))]
}
const planned = (progress: GenerationProgress) => verbsOf(progress, JSON.parse(JSON.stringify({ pages }))).go

test('the steps say how far it is, and how many pages stand', () => {
  const running = stepsOf(at('running', 'pages', { home: run('stands'), about: run('writing') }), pages)
  expect(running.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'now', 'waiting'])
  expect(running[3]?.count).toBe('1 of 2')
  const taken = stepsOf(at('complete', 'tidy', { home: run('stands'), about: run('undone') }), pages)
  expect(taken[3]?.count).toBe('1 of 2')
  const failed = stepsOf(at('error', 'pages', { home: run('stands'), about: run('failed') }), pages)
  expect(failed[3]?.state).toBe('failed')
  expect(stepsOf(at('complete', 'tidy'), pages).every(({ state }) => state === 'done')).toBe(true)
  expect(stepsOf(at('stopped', 'components'), pages).map(({ state }) => state)).toEqual([
    'done',
    'stopped',
    'waiting',
    'waiting',
    'waiting',
  ])
  const why = stepsOf(at('running', 'pages', { components: { ...run('stands'), why: 'Plain ones were made.' } }), pages)
  expect(why[1]?.why).toBe('Plain ones were made.')
})

test('a site is made only if all its pages are done', () => {
  const said = (parts: Record<string, PartStatus>) => stateText(at('complete', 'tidy', parts), pages)
  expect(said({ home: run('stands'), about: run('adopted') })).toBe('The site is made')
  expect(said({ home: run('stands'), about: run('discarded') })).toBe('The site is made')
  expect(said({ home: run('stands'), about: run('undone') })).toBe('1 of 2 pages are done')
  const broken = { ...run('stands'), problems: ['There is no page and no file at /nowhere/.'] }
  expect(said({ home: run('stands'), about: broken })).toBe('Written, with one problem')
})

test('what one can do follows from the state', () => {
  const made = { home: run('stands') }
  expect(verbs(at('planning', 'generate', { generate: run('writing') }))).toEqual([undefined, 'stop'])
  expect(verbs(at('awaiting-approval', 'generate'))).toEqual(['Make the site'])
  expect(verbs(at('running', 'pages', made))).toEqual([undefined, 'stop', 'undo'])
  expect(verbs(at('complete', 'tidy', made))).toEqual([undefined, 'undo', 'site'])
  expect(verbs(at('complete', 'tidy', made, true))).toEqual([undefined, 'redo'])
  expect(verbs(at('stopped', 'generate'))).toEqual(['Plan again'])
  expect(planned(at('stopped', 'pages', made))).toBe('Resume')
  expect(planned(at('stopped', 'components'))).toBe('Make the site')
})

test('a page is adopted, discarded or written again as it stands', () => {
  const may = (status: PartStatus, flags = { readsOnly: false, undone: false }) =>
    Object.entries(pageVerbs(status, flags)).flatMap(([name, can]) => (can ? [name] : []))
  expect(may({ state: 'waiting' })).toEqual([])
  expect(may(run('writing'))).toEqual(['discard'])
  expect(may(run('stands'))).toEqual(['adopt', 'discard', 'retry'])
  expect(may(run('adopted'))).toEqual(['discard'])
  expect(may({ ...run('stands'), problems: ['x'] })).toEqual(['adopt', 'discard', 'retry', 'mend'])
  expect(may({ ...run('adopted'), problems: ['x'] })).toEqual(['discard', 'mend'])
  expect(may(run('failed'))).toEqual(['retry'])
  expect(may(run('discarded'))).toEqual(['retry'])
  expect(may(run('undone'))).toEqual(['retry'])
  expect(may(run('stands'), { readsOnly: true, undone: false })).toEqual([])
  expect(may(run('stands'), { readsOnly: false, undone: true })).toEqual([])
})

test('costs are said in dollars, and a rehearsal says that it has none', () => {
  const { progress } = at('running')
  expect(costText({ rehearsed: true, spentUsd: 0 }, progress)).toBe('Rehearsal, not AI: it costs nothing')
  expect(costText({ rehearsed: false, spentUsd: 0.5 }, progress)).toBe('$0.50 spent')
  expect(costText({ rehearsed: false, spentUsd: 0.5, budgetUsd: 5, expectedUsd: 1 }, progress)).toBe(
    '$0.50 spent of $5.00, about $1.00 to come',
  )
})
