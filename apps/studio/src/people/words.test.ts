import { expect, test } from 'vitest'
import { accessLine, initials, rolesToGive, untilWhen, withRole } from './words.ts'

const names = new Map([
  ['a', 'Bakery'],
  ['b', 'Atlas'],
])

test('what somebody may do is one line', () => {
  expect(accessLine({ role: 'admin', projects: [] }, names)).toBe('Every project')
  expect(accessLine({ role: 'member', projects: [] }, names)).toBe('No project yet')
  const both = [
    { projectId: 'a', role: 'editor' as const },
    { projectId: 'b', role: 'viewer' as const },
  ]
  expect(accessLine({ role: 'member', projects: both }, names)).toBe('Editor in Bakery · Viewer in Atlas')
  expect(accessLine({ role: 'member', projects: both }, names, 1)).toBe('Editor in Bakery · 1 more')
})

test('a project’s role is set, changed and taken away', () => {
  const one = withRole([], 'a', 'viewer')
  expect(one).toEqual([{ projectId: 'a', role: 'viewer' }])
  expect(withRole(one, 'a', 'editor')).toEqual([{ projectId: 'a', role: 'editor' }])
  expect(withRole(one, 'a', undefined)).toEqual([])
})

test('only an owner makes owners', () => {
  expect(rolesToGive('owner').map(({ value }) => value)).toContain('owner')
  expect(rolesToGive('admin').map(({ value }) => value)).toEqual(['member', 'admin'])
})

test('times to come and initials read as a person writes them', () => {
  const now = Date.UTC(2026, 0, 1)
  expect(untilWhen(now + 6.9 * 86_400_000, now)).toBe('expires in 7 days')
  expect(untilWhen(now + 3_600_000, now)).toBe('expires today')
  expect(untilWhen(now, now)).toBe('expired')
  expect([initials('Grace Brewster Hopper'), initials(' ada '), initials('')]).toEqual(['GH', 'A', ''])
})
