import { expect, test } from 'vitest'
import { upsertCss } from '../sheet/upsert.ts'
import { countingIds, memoryDraft } from '../testing/memoryDraft.ts'

const numbered = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join('')

/**
 * CPU time of a call on a stylesheet that has the rule already, in milliseconds: the least of three, as the collector
 * of garbage may run in any one of them.
 */
function cost(before: string, css: string): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const draft = memoryDraft()
      const newId = countingIds()
      upsertCss(draft, before, newId)
      const begun = process.cpuUsage()
      upsertCss(draft, css, newId)
      return process.cpuUsage(begun).user / 1000
    }),
  )
}

test.each<[string, (count: number) => string, (count: number) => string]>([
  ['one property many times', () => 'a{left:0}', (count) => `a{${'top:0;'.repeat(count)}}`],
  ['many new properties', () => 'a{top:0}', (count) => `a{${numbered(count, (at) => `--x${at}:1;`)}}`],
  [
    'many properties that the rule has',
    (count) => `a{${numbered(count, (at) => `--x${at}:1;`)}}`,
    (count) => `a{${numbered(count, (at) => `--x${at}:2;`)}}`,
  ],
  ['imports', () => 'a{top:0}', (count) => numbered(count, (at) => `@import "x${at}";`)],
])('%s take time in proportion to their number', (_name, before, css) => {
  cost(before(500), css(500))
  const few = cost(before(5_000), css(5_000))
  // Six times as many; 36 times the work where each looks at all others.
  expect(cost(before(30_000), css(30_000))).toBeLessThan(Math.max(12 * few, 500))
})

test('what counts in front of all rules is taken a thousand times, and the rest named', () => {
  const draft = memoryDraft()
  const newId = countingIds()
  upsertCss(draft, 'a{top:0}', newId)
  const { created, skipped } = upsertCss(
    draft,
    numbered(1_002, (at) => `@import "x${at}";`),
    newId,
  )
  expect(created).toHaveLength(1_000)
  expect(skipped.map(({ selector }) => selector)).toEqual(['@import "x1000";', '@import "x1001";'])
  expect(skipped[0]?.reason).toBe('a stylesheet takes at most 1000 @import and @namespace')
})
