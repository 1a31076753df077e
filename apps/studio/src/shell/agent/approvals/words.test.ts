import { expect, test } from 'vitest'
import { clock, outcome } from './words.ts'

const asked = { toolCallId: 'c', documentRevision: 'd:1', decidedBy: 'ada' }

test('a decision is shown with who made it and how far it reaches', () => {
  expect(outcome({ ...asked, status: 'requested' }, 'ada')).toBeUndefined()
  expect(outcome({ ...asked, status: 'approved' }, 'ada')).toBe('Approved by you')
  expect(outcome({ ...asked, status: 'approved' }, 'bob')).toBe('Approved by somebody else')
  expect(outcome({ ...asked, status: 'approved', policy: 'operation' }, 'ada')).toBe(
    'Approved by you, always in this project',
  )
  expect(outcome({ ...asked, status: 'approved', policy: 'session' }, 'ada')).toBe(
    'Approved by you, with everything in this chat',
  )
  expect(outcome({ ...asked, status: 'denied', reason: 'We link to it' }, 'ada')).toBe('Denied by you: “We link to it”')
  expect(outcome({ ...asked, status: 'denied' }, 'ada')).toBe('Denied by you')
  expect(outcome({ ...asked, status: 'expired' }, 'ada')).toBe('Nobody decided in time')
})

test('a time is shown by its clock, and by its date on another day', () => {
  const at = Date.UTC(2026, 10, 22, 14, 3)
  expect(clock(at, at + 3_600_000, 'en-GB', 'UTC')).toBe('14:03')
  expect(clock(at, at + 86_400_000, 'en-GB', 'UTC')).toBe('22 Nov, 14:03')
})
