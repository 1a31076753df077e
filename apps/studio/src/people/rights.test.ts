import type { Me, WorkspaceRole } from '@atelier/api'
import { expect, test } from 'vitest'
import { canChange, canChangeInvitation, isAlone } from './rights.ts'

const me = (role: WorkspaceRole): Me => ({
  user: { id: 'me', name: 'Ada', email: 'ada@example.com' },
  workspace: { id: 'w', name: 'Kiln', role },
  features: { rehearsal: false },
})

test('users cannot change or remove themselves', () => {
  expect(canChange({ id: 'me', role: 'owner' }, me('owner'))).toBe(false)
  expect(canChange({ id: 'me', role: 'member' }, me('admin'))).toBe(false)
})

test('only an owner changes an owner', () => {
  expect(canChange({ id: 'sam', role: 'owner' }, me('admin'))).toBe(false)
  expect(canChange({ id: 'sam', role: 'owner' }, me('owner'))).toBe(true)
  expect(canChange({ id: 'sam', role: 'admin' }, me('admin'))).toBe(true)
})

test('nothing can be changed before it is known who is signed in', () => {
  expect(canChange({ id: 'sam', role: 'member' }, undefined)).toBe(false)
})

test('only an owner touches the invitation of an owner', () => {
  expect(canChangeInvitation({ role: 'owner' }, 'admin')).toBe(false)
  expect(canChangeInvitation({ role: 'owner' }, undefined)).toBe(false)
  expect(canChangeInvitation({ role: 'owner' }, 'owner')).toBe(true)
  expect(canChangeInvitation({ role: 'admin' }, 'admin')).toBe(true)
})

test('a user who has invited another is not the only one any more', () => {
  expect(isAlone({ people: [1], invitations: [] })).toBe(true)
  expect(isAlone({ people: [1], invitations: [1] })).toBe(false)
  expect(isAlone({ people: [1, 2], invitations: [] })).toBe(false)
})
