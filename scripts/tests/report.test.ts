import { expect, test } from 'vitest'
import {
  countTests,
  describeFailures,
  type FileReport,
  hasFailed,
  isDeath,
  mayRepeat,
  type TestOutcome,
  withRepeated,
} from './report.ts'

const file = (name: string, states: readonly TestOutcome['state'][], more: Partial<FileReport> = {}): FileReport => ({
  path: `/project/${name}`,
  project: 'unit',
  seconds: 1,
  ended: true,
  errors: [],
  tests: states.map((state, at) => ({
    name: `test ${at}`,
    state,
    reasons: state === 'failed' ? ['Error: Waited 30000 ms\n  at line 2'] : [],
  })),
  ...more,
})
const nameOf = (path: string) => path.slice('/project/'.length)

test('a file that runs again counts as it ended the second time', () => {
  const files = [file('a.test.ts', ['passed', 'skipped']), file('b.test.ts', ['passed', 'failed', 'failed'])]
  expect(countTests(files)).toEqual({ passed: 2, failed: 2, skipped: 1 })
  expect(files.map(hasFailed)).toEqual([false, true])
  const again = withRepeated(files, [file('b.test.ts', ['passed', 'passed', 'failed'])])
  expect(countTests(again)).toEqual({ passed: 3, failed: 1, skipped: 1 })
  expect(again.map(hasFailed)).toEqual([false, true])
})

test('a file that could not be loaded is one failure', () => {
  const broken = file('c.test.ts', [], { errors: ['Cannot find a module\n  at line 1'] })
  expect(countTests([broken])).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(describeFailures([broken], nameOf)).toBe('  c.test.ts: Cannot find a module\n')
})

test('a file whose preparation failed is one failure, although its tests are only skipped', () => {
  const unprepared = file('d.test.ts', ['skipped', 'skipped'], { errors: ['No browser'] })
  expect(hasFailed(unprepared)).toBe(true)
  expect(countTests([unprepared])).toEqual({ passed: 0, failed: 1, skipped: 2 })
})

test('a file whose process died is one failure, and says so', () => {
  const dead = file('e.test.ts', ['pending', 'pending'], { ended: false })
  expect(countTests([dead])).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(describeFailures([dead], nameOf)).toBe('  e.test.ts: its process ended before its tests did\n')
  expect(isDeath('[vitest-pool]: Worker forks emitted error. Worker exited unexpectedly with signal SIGKILL')).toBe(
    true,
  )
  expect(isDeath('Error: a promise was rejected')).toBe(false)
})

test('only browser tests and files whose process died may run again', () => {
  expect(mayRepeat(file('a.test.ts', ['failed'], { project: 'e2e' }))).toBe(true)
  expect(mayRepeat(file('a.test.ts', ['failed'], { project: 'process' }))).toBe(false)
  expect(mayRepeat(file('a.test.ts', ['failed']))).toBe(false)
  expect(mayRepeat(file('a.test.ts', ['pending'], { ended: false }))).toBe(true)
})

test('what failed the first time is named with its reason', () => {
  expect(describeFailures([file('a.test.ts', ['passed']), file('b.test.ts', ['passed', 'failed'])], nameOf)).toBe(
    '  b.test.ts > test 1: Error: Waited 30000 ms\n',
  )
})
