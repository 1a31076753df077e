import { expect, test } from 'vitest'
import { deletionFailure } from './client.ts'

const failed = (status: number, hint?: string) => ({
  ok: false as const,
  error: { code: 'x', status, message: 'No.', ...(hint ? { hint } : {}) },
})

test('what is gone already counts as deleted', () => {
  expect(deletionFailure({ ok: true, value: {} })).toBeUndefined()
  expect(deletionFailure(failed(404))).toBeUndefined()
})

test('any other refusal of a deletion is said, with its hint', () => {
  expect(deletionFailure(failed(403, 'Ask an owner.'))).toBe('No. Ask an owner.')
  expect(deletionFailure(failed(0))).toBe('No.')
})
