import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

test('docs/testing.md lists each deep file with the reason at its beginning', () => {
  const files = globSync(
    [
      'packages/*/src/**/*.deep.test.ts',
      'apps/*/src/**/*.deep.test.ts',
      'scripts/**/*.deep.test.ts',
      'e2e/**/*.deep.test.ts',
    ],
    {
      cwd: root,
      exclude: (name) => name === 'node_modules',
    },
  )
  const rows = files.map((path) => {
    const reason = /^\/\*\* ([^\n]*?) ?\*\/$/m.exec(readFileSync(join(root, path), 'utf8'))?.[1] ?? 'no reason'
    return `| \`${path.replaceAll('\\', '/')}\` | ${reason} |`
  })
  const [, list = ''] = readFileSync(join(root, 'docs', 'testing.md'), 'utf8').split('## The deep files\n')
  const listed = list.split('\n').filter((line) => line.startsWith('| `'))
  expect(listed).toEqual(rows.sort())
})
