import { expect, test } from 'vitest'
import { shownOn } from './ChangeLines.tsx'

const pages = (...titles: string[]) =>
  titles.map((title) => ({ documentId: title, kind: 'page' as const, title, nodeId: 'n' }))

test('a part that has changed names the pages that show it, the first three by their titles', () => {
  expect(shownOn(pages('Home'))).toBe('Part, shown on Home')
  expect(shownOn(pages('Home', 'Shop', 'About', 'Help'))).toBe('Part, shown on Home, Shop, About, 1 more page')
  expect(shownOn(pages('A', 'B', 'C', 'D', 'E'))).toBe('Part, shown on A, B, C, 2 more pages')
})
