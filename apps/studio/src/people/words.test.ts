import { expect, test } from 'vitest'
import {
  accessLine,
  changeProjectRole,
  changeRole,
  initials,
  keysInWords,
  policyInWords,
  rolesToGive,
  untilWhen,
  withRole,
} from './words.ts'

const names = new Map([
  ['a', 'Bakery'],
  ['b', 'Atlas'],
])

test('what a user may do is one line', () => {
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

test('a role is changed only to one that may be given, and the projects stay', () => {
  const choice = { role: 'member' as const, projects: [{ projectId: 'a', role: 'viewer' as const }] }
  expect(changeRole(choice, rolesToGive('admin'), 'admin')).toEqual({ ...choice, role: 'admin' })
  expect(changeRole(choice, rolesToGive('admin'), 'owner')).toBe(choice)
  expect(changeProjectRole(choice, 'b', 'editor').projects).toHaveLength(2)
  expect(changeProjectRole(choice, 'a', 'none')).toEqual({ role: 'member', projects: [] })
})

test('the keys that go with a member end a sentence', () => {
  expect([0, 1, 2].map(keysInWords)).toEqual(['', ', and their API key', ', and their 2 API keys'])
})

test('a permission of the agent says what it allows and where', () => {
  expect(policyInWords({ reach: 'operation', summary: 'Publish the site', projectName: 'Bakery' })).toEqual({
    what: 'Publish the site',
    where: 'in Bakery',
  })
  expect(policyInWords({ reach: 'operation', operation: 'site.publish', projectName: 'Bakery' }).what).toBe(
    'site.publish',
  )
  expect(policyInWords({ reach: 'session', sessionTitle: 'Menu' })).toEqual({
    what: 'Everything',
    where: 'in the chat “Menu”',
  })
  expect(policyInWords({ reach: 'session' }).where).toBe('in the chat “New chat”')
})
