import { expect, test } from 'vitest'
import { withPath } from './withPath.ts'

test('another path stands wherever the first one stood, and nothing else changes', () => {
  const from = 'media/a b-0123456789.png'
  const to = 'media/c-9876543210.png'
  expect(withPath(from, from, to)).toBe(to)
  expect(withPath(`/${from}`, from, to)).toBe(`/${to}`)
  expect(withPath('![x](/media/a%20b-0123456789.png) and media/other.png', from, to)).toBe(
    `![x](/${to}) and media/other.png`,
  )
  expect(withPath({ list: [from, 4, null], other: true }, from, to)).toEqual({ list: [to, 4, null], other: true })
})
