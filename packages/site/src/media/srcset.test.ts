import { expect, test } from 'vitest'
import { srcsetCandidates } from './srcset.ts'

test.each([
  ['a.png', ['a.png']],
  ['a.png 1x, b.png 2x', ['a.png', 'b.png']],
  ['a.png 1x,b.png 2x', ['a.png', 'b.png']],
  ['  a.png , b.png 400w  ,, c.png', ['a.png', 'b.png', 'c.png']],
  ['data:image/png;base64,AA== 1x, b.png', ['data:image/png;base64,AA==', 'b.png']],
  ['a,b.png 1x', ['a,b.png']],
  ['a.png calc(1, 2), b.png', ['a.png', 'b.png']],
  ['', []],
  [' ,, ', []],
])('the candidates of “%s”', (value, urls) => {
  const found = srcsetCandidates(value)
  expect(found.map(({ url }) => url)).toEqual(urls)
  expect(found.every(({ url, start }) => value.startsWith(url, start))).toBe(true)
})
