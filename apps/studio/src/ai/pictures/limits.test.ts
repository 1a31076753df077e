import { expect, it } from 'vitest'
import { fileProblem, sizeProblem } from './limits.ts'

it('says the limit that a picture breaks, and nothing of one that breaks none', () => {
  expect(fileProblem({ name: 'a.png', type: 'image/png', size: 5 * 1024 * 1024 })).toBeUndefined()
  expect(fileProblem({ name: 'a.png', type: 'image/png', size: 6 * 1024 * 1024 })).toBe(
    'a.png has 6.0 MB; a picture may have 5 MB.',
  )
  expect(fileProblem({ name: 'a.svg', type: 'image/svg+xml', size: 10 })).toBe('a.svg is not a PNG, JPEG, WebP or GIF.')
  expect(sizeProblem('a.png', 8000, 5000)).toBeUndefined()
  expect(sizeProblem('a.png', 8001, 10)).toContain('8001 × 10 pixels')
  expect(sizeProblem('a.png', 7000, 7000)).toContain('40 megapixels')
})
