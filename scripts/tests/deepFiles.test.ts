import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const filesThat = (endWith: string) =>
  globSync(
    ['packages/*/src', 'packages/*/testing', 'apps/*/src', 'scripts', 'e2e'].map(
      (folder) => `${folder}/**/*${endWith}`,
    ),
    { cwd: root, exclude: (name) => name === 'node_modules' },
  )
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('docs/testing.md lists each deep file with the reason at its beginning', () => {
  const rows = filesThat('.deep.test.ts').map((path) => {
    const reason = /^\/\*\* ([^\n]*?) ?\*\/$/m.exec(read(path))?.[1] ?? 'no reason'
    return `| \`${path.replaceAll('\\', '/')}\` | ${reason} |`
  })
  const [, list = ''] = read('docs/testing.md').split('## The deep files\n')
  const listed = list.split('\n').filter((line) => line.startsWith('| `'))
  expect(listed).toEqual(rows.sort())
})

test('each file with cases for the deep suite only is imported by a deep file', () => {
  const imported = filesThat('.deep.test.ts').flatMap((path) =>
    [...read(path).matchAll(/^import '(\.[^']+)'$/gm)].map(([, name = '']) => normalize(join(dirname(path), name))),
  )
  const withDeepCases = filesThat('.test.ts').filter(
    (path) =>
      !path.endsWith('.deep.test.ts') &&
      path !== 'scripts/testing/runs.test.ts' &&
      /\b(?:bySuite|databasesBySuite|deepTest|numRuns)[<(]/.test(read(path)),
  )
  expect(withDeepCases.length).toBeGreaterThan(40)
  expect(withDeepCases.filter((path) => !imported.includes(normalize(path)))).toEqual([])
})
