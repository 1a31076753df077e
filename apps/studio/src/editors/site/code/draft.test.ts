import { expect, test } from 'vitest'
import { afterRemoteChange, afterSave, isChanged, openDraft, takeSaved } from './draft.ts'

const typed = { base: 'a', text: 'ab', conflict: false }
const untouched = { base: 'a', text: 'a', conflict: false }

test('a file opens with its text, or with what was typed before and not saved', () => {
  expect(openDraft('a', undefined)).toEqual(untouched)
  expect(openDraft('new', { base: 'a', text: 'ab' })).toEqual(typed)
  expect(openDraft('a', { base: 'a', text: '' })).toEqual({ base: 'a', text: '', conflict: false })
})

test('a draft is changed until its text is saved', () => {
  expect([isChanged(untouched), isChanged(typed)]).toEqual([false, true])
  expect(isChanged(afterSave(typed, 'ab'))).toBe(false)
})

test('what was typed while saving stays unsaved', () => {
  expect(afterSave({ ...typed, text: 'abc' }, 'ab')).toEqual({ base: 'ab', text: 'abc', conflict: false })
})

test('saving over another user’s text ends the conflict', () => {
  expect(afterSave({ ...typed, conflict: true }, 'ab').conflict).toBe(false)
})

test('another user’s text shows at once if nothing was typed', () => {
  expect(afterRemoteChange(untouched, 'theirs')).toEqual(takeSaved('theirs'))
})

test('another user’s text is a conflict with what was typed, and leaves it as it is', () => {
  expect(afterRemoteChange(typed, 'theirs')).toEqual({ ...typed, conflict: true })
})

test('both having typed the same is no conflict', () => {
  expect(afterRemoteChange(typed, 'ab')).toEqual({ base: 'ab', text: 'ab', conflict: false })
})

test('the echo of the saved text changes nothing', () => {
  expect(afterRemoteChange(typed, 'a')).toBe(typed)
  expect(afterRemoteChange({ ...typed, conflict: true }, 'a').conflict).toBe(true)
})

test('taking the saved text drops what was typed and ends the conflict', () => {
  expect(takeSaved('theirs')).toEqual({ base: 'theirs', text: 'theirs', conflict: false })
})
