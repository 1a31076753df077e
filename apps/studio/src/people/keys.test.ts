import { expect, test } from 'vitest'
import { everywhere, keyBody, keyRoles, roleOf } from './keys.ts'

test('a key has at most the role of its user', () => {
  const values = (own: string | undefined) => keyRoles(own).map(({ value }) => value)
  const members = ['editor', 'reviewer', 'viewer']
  expect(values('owner')).toEqual([...members, 'admin', 'owner'])
  expect(values('admin')).toEqual([...members, 'admin'])
  expect([values('member'), values(undefined)]).toEqual([members, members])
})

test('a role that is not offered is not chosen', () => {
  expect(roleOf(keyRoles('owner'), 'owner')).toBe('owner')
  expect(roleOf(keyRoles('admin'), 'owner')).toBe('editor')
})

test('a key is for all projects, or for one', () => {
  const form = { name: ' Deploy ', role: 'viewer' as const, project: everywhere }
  expect(keyBody(form)).toEqual({ ok: true, body: { name: 'Deploy', role: 'viewer' } })
  expect(keyBody({ ...form, project: 'p' })).toEqual({
    ok: true,
    body: { name: 'Deploy', role: 'viewer', projectIds: ['p'] },
  })
})

test('a key without a name is not made', () => {
  expect(keyBody({ name: '  ', role: 'editor', project: everywhere })).toEqual({
    ok: false,
    problem: 'Say what the key is for.',
  })
})
