import { expect, test } from 'vitest'
import { panels } from './panels.tsx'

test('the navigator has each panel that a link or a command opens, once', () => {
  const ids = panels.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['layers', 'design', 'code']))
  expect(new Set(ids).size).toBe(ids.length)
})
