import { expect, test } from 'vitest'
import type { SaveStatus } from '../documents/status.ts'
import { createStore } from '../documents/store.ts'
import { isSafe, savedWithin } from './UnsavedGuard.tsx'

test('pending edits are waited for, and no question is asked when they arrive', async () => {
  const status = createStore<SaveStatus>({ state: 'saving', unsaved: 2 })
  const saved = savedWithin(status, 5_000)
  status.set({ state: 'saving', unsaved: 1 })
  status.set({ state: 'saved', unsaved: 0 })
  expect(await saved).toBe(true)
})

test('edits that do not arrive in time raise a question', async () => {
  expect(await savedWithin(createStore<SaveStatus>({ state: 'saving', unsaved: 1 }), 10)).toBe(false)
})

test('edits that cannot arrive raise a question at once', async () => {
  for (const state of ['offline', 'refused', 'unanswered'] as const) {
    expect(await savedWithin(createStore<SaveStatus>({ state, unsaved: 1 }), 60_000)).toBe(false)
  }
  expect(await savedWithin(createStore<SaveStatus>({ state: 'offline', unsaved: 0 }), 60_000)).toBe(true)
})

test('what the browser keeps is not lost by leaving, what was refused is', () => {
  expect(isSafe({ state: 'offline', unsaved: 0 })).toBe(true)
  expect(isSafe({ state: 'offline', unsaved: 1, kept: true })).toBe(true)
  expect(isSafe({ state: 'offline', unsaved: 1, kept: false })).toBe(false)
  for (const state of ['refused', 'held'] as const) expect(isSafe({ state, unsaved: 1, kept: true })).toBe(false)
})
