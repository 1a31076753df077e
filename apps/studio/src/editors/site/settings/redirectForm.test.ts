import { expect, test } from 'vitest'
import { redirectEntries } from './redirectForm.ts'

test('an edit of the address takes the old redirect away in the same step', () => {
  const next = { from: ' /new', to: '/about ', status: '302' }
  expect(redirectEntries(next, '/old')).toEqual({
    redirects: [
      { from: '/old', to: null },
      { from: '/new', to: '/about', status: 302 },
    ],
  })
  expect(redirectEntries({ ...next, from: 'old' }, '/old').redirects).toHaveLength(1)
  expect(redirectEntries(next, undefined).redirects).toHaveLength(1)
})
