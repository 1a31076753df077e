import { expect, test } from 'vitest'
import { growthOf, LINEAR } from '../../../../scripts/testing/growth.ts'
import { countingIds, memoryDraft } from '../../testing/memoryDraft.ts'
import { upsertCss } from '../sheet/upsert.ts'

const numbered = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join('')

test.each<[string, (count: number) => string, (count: number) => string]>([
  ['one property many times', () => 'a{left:0}', (count) => `a{${'top:0;'.repeat(count)}}`],
  ['many new properties', () => 'a{top:0}', (count) => `a{${numbered(count, (at) => `--x${at}:1;`)}}`],
  [
    'many properties that the rule has',
    (count) => `a{${numbered(count, (at) => `--x${at}:1;`)}}`,
    (count) => `a{${numbered(count, (at) => `--x${at}:2;`)}}`,
  ],
  ['imports', () => 'a{top:0}', (count) => numbered(count, (at) => `@import "x${at}";`)],
])('%s take time in proportion to their number', async (_name, before, css) => {
  // The stylesheet has the rule already.
  const prepare = (count: number) => {
    const draft = memoryDraft()
    const newId = countingIds()
    upsertCss(draft, before(count), newId)
    const added = css(count)
    return () => upsertCss(draft, added, newId)
  }
  expect(await growthOf(prepare, 20_000, { once: true })).toBeLessThan(LINEAR)
})

test('accepts a thousand statements that count in front of all rules, and names the rest', () => {
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
