import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

test('the deep suite runs every file whose properties it tries with more inputs', () => {
  const files = execFileSync('git', ['ls-files', 'packages', 'apps', 'e2e'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.test.ts'))
  const read = (file: string) => readFileSync(file, 'utf8')
  const deep = files
    .filter((file) => file.endsWith('/properties.deep.test.ts'))
    .flatMap((file) =>
      [...read(file).matchAll(/^import '(.+)'$/gm)].map(([, path = '']) => normalize(join(dirname(file), path))),
    )
  const withRuns = files.filter((file) => read(file).includes('numRuns('))
  expect(withRuns.filter((file) => !deep.includes(file))).toEqual([])
  // Each of them does more there.
  expect(deep.filter((file) => !/(?:numRuns|bySuite)\(/.test(read(file)))).toEqual([])
})
