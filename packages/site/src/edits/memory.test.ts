import { expect, test } from 'vitest'
import { pagesOfModels, tryFromMemory } from '../../testing/memoryTrials.ts'

// `npm run bench -- edits` tries these with every page of all ten sites.
test('what a model wrote is found by its own words, and no strange edit changes anything else', async () => {
  const missed: unknown[] = []
  const pages = pagesOfModels(['german-names', 'prose-and-fences', 'tailwind']).filter((_, at) => at % 3 === 0)
  const { exact, clear, strange } = await tryFromMemory(pages, 1, (name, { kind, search, replace }, outcome) =>
    missed.push([outcome, name, kind, search, replace]),
  )
  expect(missed).toEqual([])
  expect(exact.tries).toBeGreaterThan(8)
  expect(clear.tries).toBeGreaterThan(25)
  expect(strange.refused).toBeGreaterThan(30)
})
