import { expect, test } from 'vitest'
import { slowest } from './slowest.ts'

const nameOf = (path: string) => path.slice('/project/'.length)
const file = (name: string, seconds: number) => ({
  path: `/project/${name}`,
  project: 'unit',
  seconds,
  ended: true,
  errors: [],
  tests: [],
})

test('the ten slowest files are named with their seconds, the slowest first', () => {
  const results = Array.from({ length: 12 }, (_, at) => file(`e2e/${at}.test.ts`, at))
  const lines = slowest([...results, file('packages/site/a.test.ts', 43.26)], nameOf)
    .trimEnd()
    .split('\n')
  expect(lines[0]).toBe('The slowest files:')
  expect(lines[1]).toBe('  43.3 s  packages/site/a.test.ts')
  expect(lines[2]).toBe('  11.0 s  e2e/11.test.ts')
  expect(lines.at(-1)).toBe('   3.0 s  e2e/3.test.ts')
  expect(lines).toHaveLength(11)
})

test('a single file is not compared with itself', () => {
  expect(slowest([file('a.test.ts', 1)], nameOf)).toBe('')
})
