import { expect, test } from 'vitest'
import { problemOf } from '../remote/remoteProblem.ts'
import { problemAt, withoutPaths } from './damage.ts'

test.each([
  ["Unable to create '/srv/data/content/p1.git/refs/x.lock': File exists.", "Unable to create '…': File exists."],
  ['fatal: /usr/lib/git-core/git-remote-https died', 'fatal: … died'],
  ['error: C:\\data\\content\\p1.git is locked', 'error: … is locked'],
  ['fatal: https://example.com/a/b.git has no such branch', 'fatal: https://example.com/a/b.git has no such branch'],
  ['.contentrain/models/post.json:3: is no id', '.contentrain/models/post.json:3: is no id'],
])('an error names no path of this server: %s', (said, shown) => {
  expect(withoutPaths(said)).toBe(shown)
})

test('neither a failed write nor a failed fetch names one', () => {
  expect(problemAt(new Error("EACCES: permission denied, open '/places/ada/data/x'"), '/srv/data')).not.toContain(
    '/places',
  )
  const failed = { ok: false, code: 'failed', said: "fatal: unusual trouble in '/srv/data/content/p1.git'" } as const
  expect(problemOf(failed).problem).toBe("git failed: fatal: unusual trouble in '…'.")
})
