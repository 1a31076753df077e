import { expect, test } from 'vitest'
import { localPath, paths } from './paths.ts'

test('the address to open after signing in is one of this studio, and of no other site', () => {
  const next = new URL(paths.signIn('/settings/ai?tab=usage'), 'http://studio').searchParams.get('next')
  expect(localPath(next ?? undefined)).toBe('/settings/ai?tab=usage')
  for (const value of ['//elsewhere.example', '/\\\\elsewhere.example', 'https://elsewhere.example', '', undefined]) {
    expect(localPath(value)).toBeUndefined()
  }
})

test('signing in leads to the projects if no address was wanted', () => {
  expect(paths.signIn('/')).toBe('/sign-in')
  expect(paths.signIn()).toBe('/sign-in')
})
