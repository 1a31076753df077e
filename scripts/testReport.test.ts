import { expect, test } from 'vitest'
import { countTests, describeFirstFailures, type FileReport, failedFiles, withRepeated } from './testReport.ts'

const file = (
  name: string,
  statuses: readonly string[],
  status = statuses.includes('failed') ? 'failed' : 'passed',
) => ({
  name,
  startTime: 0,
  endTime: 1,
  status,
  message: status === 'failed' ? 'Cannot find a module\n  at line 1' : '',
  assertionResults: statuses.map((each, at) => ({
    status: each,
    fullName: `test ${at}`,
    failureMessages: each === 'failed' ? ['Error: Waited 30000 ms\n  at line 2'] : [],
  })),
})
const nameOf = (path: string) => path.slice('/project/'.length)

test('a file that runs again counts as it ended the second time', () => {
  const files: FileReport[] = [
    file('/project/a.test.ts', ['passed', 'skipped']),
    file('/project/b.test.ts', ['passed', 'failed', 'failed']),
  ]
  expect(countTests(files)).toEqual({ passed: 2, failed: 2, skipped: 1 })
  expect(failedFiles(files)).toEqual(['/project/b.test.ts'])
  const again = withRepeated(files, [file('/project/b.test.ts', ['passed', 'passed', 'failed'])])
  expect(countTests(again)).toEqual({ passed: 3, failed: 1, skipped: 1 })
  expect(failedFiles(again)).toEqual(['/project/b.test.ts'])
})

test('a file that could not be loaded is one failure', () => {
  const broken = file('/project/c.test.ts', [], 'failed')
  expect(countTests([broken])).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(describeFirstFailures([broken], nameOf)).toBe('  c.test.ts: Cannot find a module\n')
})

test('a file whose preparation failed is one failure, although its tests are only skipped', () => {
  const unprepared = { ...file('/project/d.test.ts', ['skipped', 'skipped'], 'passed'), message: 'No browser' }
  expect(failedFiles([unprepared])).toEqual(['/project/d.test.ts'])
  expect(countTests([unprepared])).toEqual({ passed: 0, failed: 1, skipped: 2 })
})

test('what failed the first time is named with its reason', () => {
  expect(describeFirstFailures([file('/project/b.test.ts', ['passed', 'failed'])], nameOf)).toBe(
    '  b.test.ts > test 1: Error: Waited 30000 ms\n',
  )
})
