import { expect, it } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import type { FoundIcon, IconFinder, IconQuery } from '../../context/services.ts'

const icon: FoundIcon = { name: 'house', set: 'lucide', svg: '<svg></svg>', style: 'outline' }

/** Searches with a finder that knows only houses. @returns what it was asked, and the result */
async function search(queries: unknown) {
  const asked: IconQuery[] = []
  const icons: IconFinder = {
    search: async (each) => {
      asked.push(...each)
      return each.map(({ query }) => (query === 'home' ? [icon] : []))
    },
  }
  const result = await createTestProject().call('searchIcons', { queries }, { services: { icons } })
  return { asked, result }
}

const home = { query: 'home', count: 3, style: 'outline' }

it.each<[what: string, queries: unknown, asked: readonly object[]]>([
  ['records', [{ query: 'home', count: 2, style: 'solid' }], [{ query: 'home', count: 2, style: 'solid' }]],
  ['texts', ['home', ' truck\n van '], [home, { ...home, query: 'truck van' }]],
  ['one text', 'home', [home]],
  ['one record', { query: 'home' }, [home]],
  ['the queries in a field of their own', { queries: [{ query: 'home' }] }, [home]],
  ['JSON', '[{"query": "home"}]', [home]],
  [
    'broken JSON',
    "[{query: 'home', count: 2}, {query: 'truck'",
    [
      { ...home, count: 2 },
      { ...home, query: 'truck' },
    ],
  ],
  ['JSON in a fence', '```json\n[{"query": "home"}]\n```', [home]],
  ['a record as JSON in a list', ['{"query": "home"}'], [home]],
  ['other names of fields', [{ keyword: 'home', n: '4', style: 'filled' }], [{ ...home, count: 4, style: 'solid' }]],
  ['no style that there is', [{ query: 'home', style: 'duotone' }], [home]],
])('icons are searched for by %s', async (_, queries, expected) => {
  const { asked, result } = await search(queries)
  expect(asked).toEqual(expected)
  expect(result.ok).toBe(true)
})

it('what is changed or left out of the queries is named', async () => {
  const { asked, result } = await search([{ query: 'home', count: 50 }, { count: 2 }, ...Array(12).fill('truck')])
  expect(asked).toHaveLength(12)
  expect(asked[0]).toEqual({ ...home, count: 5 })
  expect(result).toMatchObject({
    ok: true,
    warnings: [
      '“home” is searched for 5 (1 to 5 can be).',
      '“{"count":2}” is no query: it is words of 1 to 300 characters.',
      '“truck” was left out: one call takes 12 queries.',
    ],
  })
})

it('a query without an icon says what to ask for, beside those that have one', async () => {
  const { result } = await search(['home', 'qqq'])
  expect(result).toMatchObject({
    ok: true,
    data: {
      success: true,
      totalIcons: 1,
      results: [
        { query: 'home', success: true, icons: [icon] },
        { query: 'qqq', success: true, icons: [], message: expect.stringContaining('plain words') },
      ],
    },
  })
})

it('a text that is not JSON, nor a query, is refused with what to send', async () => {
  for (const text of ['['.repeat(7_000), '{"a":'.repeat(1_000), '['.repeat(20_000)]) {
    const { asked, result } = await search(text)
    expect(asked).toEqual([])
    expect(result).toMatchObject({ ok: false, error: { code: 'no_queries', hint: expect.stringContaining('queries') } })
  }
})
