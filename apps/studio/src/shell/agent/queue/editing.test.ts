import { expect, test } from 'vitest'
import { canSendNow, draftKey, messageText, queueError, textToSave } from './editing.ts'

test('a message says how many pictures go along, and is only those if it has no text', () => {
  expect(messageText({ text: 'Shorter', pictures: 0 })).toBe('Shorter')
  expect(messageText({ text: 'Like this', pictures: 1 })).toBe('Like this (with 1 picture)')
  expect(messageText({ text: '', pictures: 2 })).toBe('2 pictures')
})

test('a message that joins the active run cannot be sent earlier; any other can', () => {
  const message = { runId: 'r', text: 'x', pictures: 0 }
  expect(canSendNow({ ...message, delivery: 'steer' }, true)).toBe(false)
  expect(canSendNow({ ...message, delivery: 'steer' }, false)).toBe(true)
  expect(canSendNow({ ...message, delivery: 'steer', held: 'aborted' }, true)).toBe(true)
  expect(canSendNow({ ...message, delivery: 'followUp' }, true)).toBe(true)
  expect(canSendNow({ ...message, startAt: 1 }, true)).toBe(true)
})

test('a draft is saved without the spaces around it, and only if it changes something', () => {
  expect(textToSave(' Longer ', { text: 'Shorter' })).toBe('Longer')
  expect(textToSave(' Shorter ', { text: 'Shorter' })).toBeUndefined()
  expect(textToSave('  ', { text: 'Shorter' })).toBeUndefined()
  expect(textToSave(undefined, { text: 'Shorter' })).toBeUndefined()
})

test('Enter saves and Escape cancels, but not while text is composed', () => {
  const pressed = { key: 'Enter', shiftKey: false, isComposing: false }
  expect(draftKey(pressed)).toBe('save')
  expect(draftKey({ ...pressed, shiftKey: true })).toBeUndefined()
  expect(draftKey({ ...pressed, isComposing: true })).toBeUndefined()
  expect(draftKey({ ...pressed, key: 'Escape' })).toBe('cancel')
  expect(draftKey({ ...pressed, key: 'Escape', isComposing: true })).toBeUndefined()
  expect(draftKey({ ...pressed, key: 'a' })).toBeUndefined()
})

test('a message that is gone meanwhile is no error', () => {
  const failed = (status: number) => ({ ok: false as const, error: { code: 'x', status, message: 'No.' } })
  expect(queueError({ ok: true, value: {} })).toBeUndefined()
  expect([404, 409].map((status) => queueError(failed(status)))).toEqual([undefined, undefined])
  expect([0, 403, 500].map((status) => queueError(failed(status))?.status)).toEqual([0, 403, 500])
})
