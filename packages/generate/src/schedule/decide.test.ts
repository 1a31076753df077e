import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Decision, decide, type Outcome, PAGES_AT_ONCE, type Schedule, type StepRun } from '../index.ts'

const run = (more: Partial<StepRun>): StepRun => ({
  step: 'pages',
  page: '',
  attempt: 1,
  outcome: 'stands',
  current: true,
  discarded: false,
  ...more,
})
const at = (more: Partial<Schedule>): Schedule => ({
  state: 'running',
  step: 'pages',
  pages: ['a', 'b', 'c', 'd'],
  runs: [],
  ...more,
})
const begun = ({ begin }: Decision) => begin.map(({ page, attempt }) => `${page}${attempt}`)

test('a plan is made, and then waits for a person', () => {
  const planning = at({ state: 'planning', step: 'generate', pages: [] })
  expect(decide(planning)).toMatchObject({ begin: [{ step: 'generate', page: '', attempt: 1 }] })
  const made = { ...planning, runs: [run({ step: 'generate' })] }
  expect(decide(made)).toEqual({ begin: [], move: { state: 'awaiting-approval' } })
  expect(decide({ ...made, state: 'awaiting-approval' })).toEqual({ begin: [] })
  expect(decide({ ...made, state: 'running' })).toEqual({ begin: [], move: { step: 'components' } })
})

test('pages are written three at a time, and one that fails is tried again behind the others', () => {
  expect(begun(decide(at({})))).toEqual(['a1', 'b1', 'c1'])
  const runs = [
    run({ page: 'a', outcome: 'failed' }),
    run({ page: 'b', outcome: 'pending' }),
    run({ page: 'c', outcome: 'pending' }),
  ]
  expect(begun(decide(at({ runs })))).toEqual(['d1'])
  const later = [run({ page: 'a', outcome: 'failed' }), ...['b', 'c', 'd'].map((page) => run({ page }))]
  expect(begun(decide(at({ runs: later })))).toEqual(['a2'])
  const again = [...later, run({ page: 'a', attempt: 2, outcome: 'failed' })]
  expect(decide(at({ runs: again }))).toMatchObject({ begin: [], move: { state: 'error', why: /^One page could not/ } })
  const restarted = again.map((each) => ({ ...each, current: false }))
  expect(begun(decide(at({ runs: restarted })))).toEqual(['a3'])
})

test('a page that was discarded is not written again, and one that was stopped stops the generation', () => {
  const three = ['a', 'b', 'c'].map((page) => run({ page }))
  expect(decide(at({ runs: [...three, run({ page: 'd', discarded: true })] })).move).toEqual({ step: 'tidy' })
  const stopped = [...three, run({ page: 'd', outcome: 'stopped' })]
  expect(decide(at({ runs: stopped })).move).toEqual({ state: 'stopped' })
  expect(begun(decide(at({ runs: stopped.map((each) => ({ ...each, current: false })) })))).toEqual(['d2'])
})

test('whatever its runs come to, it begins nothing twice and comes to an end', () => {
  const outcomes = fc.infiniteStream(fc.constantFrom<Outcome>('stands', 'failed', 'stopped'))
  fc.assert(
    fc.property(outcomes, fc.integer({ min: 0, max: 6 }), (coming, count) => {
      let schedule = at({ step: 'components', pages: Array.from({ length: count }, (_, i) => `p${i}`) })
      const seen = new Set<string>()
      for (let turn = 0; turn < 200 && schedule.state === 'running'; turn += 1) {
        const { begin, move } = decide(schedule)
        for (const part of begin) {
          const name = `${part.step} ${part.page} ${part.attempt}`
          expect(seen.has(name)).toBe(false)
          seen.add(name)
        }
        const runs = [...schedule.runs, ...begin.map((part) => run({ ...part, outcome: 'pending' }))]
        expect(runs.filter(({ outcome }) => outcome === 'pending').length).toBeLessThanOrEqual(PAGES_AT_ONCE)
        const ends = runs.findIndex(({ outcome }) => outcome === 'pending')
        const ended = runs.map((each, i) =>
          i === ends ? run({ ...each, outcome: coming.next().value ?? 'stands' }) : each,
        )
        schedule = {
          ...schedule,
          runs: ended,
          ...(move?.step ? { step: move.step } : {}),
          state: move?.state ?? 'running',
        }
      }
      expect(schedule.state).not.toBe('running')
    }),
  )
})

test('pages that another generation writes too wait, others do not; shared parts wait for it', () => {
  const held = { pages: new Set(['a', 'b']), shared: false }
  expect(begun(decide(at({ held })))).toEqual(['c1', 'd1'])
  const written = [run({ page: 'c' }), run({ page: 'd' })]
  expect(decide(at({ held, runs: written }))).toEqual({ begin: [] })
  expect(begun(decide(at({ runs: written })))).toEqual(['a1', 'b1'])
  const shared = { pages: new Set<string>(), shared: true }
  for (const step of ['components', 'assets', 'tidy'] as const)
    expect(decide(at({ step, held: shared }))).toEqual({ begin: [] })
  const planning = at({ state: 'planning', step: 'generate', pages: [], held: shared })
  expect(begun(decide(planning))).toEqual(['1'])
})
