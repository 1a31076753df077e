import { expect, it } from 'vitest'
import { fileProblem, fittingSize, sizeProblem } from './limits.ts'

it('says the limit that a picture breaks, and nothing of one that breaks none', () => {
  expect(fileProblem({ name: 'a.png', type: 'image/png', size: 6 * 1024 * 1024 })).toBeUndefined()
  expect(fileProblem({ name: 'a.png', type: 'image/png', size: 60 * 1024 * 1024 })).toBe(
    'a.png has 60 MB; a picture may have 50 MB.',
  )
  expect(fileProblem({ name: 'a.svg', type: 'image/svg+xml', size: 10 })).toBe('a.svg is not a PNG, JPEG, WebP or GIF.')
  expect(sizeProblem('a.png', 8000, 5000)).toBeUndefined()
  expect(sizeProblem('a.png', 8001, 10)).toContain('8001 × 10 pixels')
  expect(sizeProblem('a.png', 7000, 7000)).toContain('40 megapixels')
})

it('makes a picture smaller in its own proportions, and never larger', () => {
  expect(fittingSize(6000, 4000)).toEqual({ width: 2576, height: 1717 })
  expect(fittingSize(300, 9000)).toEqual({ width: 86, height: 2576 })
  expect(fittingSize(100_000, 2)).toEqual({ width: 2576, height: 1 })
  expect(fittingSize(640, 480)).toEqual({ width: 640, height: 480 })
})
