import { expect, test } from 'vitest'
import { type DocumentSync, saveLabel, saveStatus } from './status.ts'

const fine: DocumentSync = { connected: true, loaded: true, unsaved: 0, readOnly: false }

test('one document that is not loaded yet keeps the whole editor at connecting', () => {
  expect(saveStatus([fine, { ...fine, connected: false, loaded: false }]).state).toBe('connecting')
  expect(saveStatus([]).state).toBe('connecting')
})

test('offline counts the edits of every document', () => {
  const status = saveStatus([
    { ...fine, connected: false, unsaved: 2 },
    { ...fine, connected: false, unsaved: 1 },
  ])
  expect(status).toEqual({ state: 'offline', unsaved: 3 })
  expect(saveLabel(status)).toBe('Offline, 3 edits kept here')
})

test('a browser without a network is offline, whatever the socket says', () => {
  expect(saveStatus([{ ...fine, unsaved: 1 }], false)).toEqual({ state: 'offline', unsaved: 1 })
})

test('edits that get no answer are not called saving for ever', () => {
  const status = saveStatus([{ ...fine, unsaved: 2, unanswered: true }])
  expect(saveLabel(status)).toBe('No answer yet, 2 edits kept here')
})

test('a refusal outranks being offline and carries the reason', () => {
  const status = saveStatus([
    { ...fine, connected: false },
    { ...fine, unsaved: 1, refused: 'The value is too large' },
  ])
  expect(status).toEqual({ state: 'refused', unsaved: 1, reason: 'The value is too large' })
  expect(saveLabel(status)).toBe('1 edit not accepted')
})

test('a document that the server cannot read is named with its reason, before anything else', () => {
  const status = saveStatus([
    { ...fine, unsaved: 1, refused: 'The value is too large' },
    { ...fine, connected: false, unreadable: 'A newer version has changed it.' },
  ])
  expect(status).toEqual({ state: 'unreadable', unsaved: 1, reason: 'A newer version has changed it.' })
  expect(saveLabel(status)).toBe('Cannot be opened')
})

test('saving turns to saved with the last acknowledgement', () => {
  expect(saveStatus([{ ...fine, unsaved: 1 }]).state).toBe('saving')
  expect(saveStatus([fine]).state).toBe('saved')
})

test('a deleted document has no say', () => {
  expect(saveStatus([fine, { ...fine, connected: false, removed: true }]).state).toBe('saved')
})

test('where every document is deleted there is nothing to wait for', () => {
  const status = saveStatus([{ ...fine, connected: false, removed: true, unsaved: 1 }])
  expect(status).toEqual({ state: 'removed', unsaved: 0 })
  expect(saveLabel(status)).toBe('Deleted')
})

test('edits that the browser cannot keep are shown as being only in this tab', () => {
  expect(saveLabel({ state: 'offline', unsaved: 2, kept: false })).toBe('Offline, 2 edits in this tab alone')
  expect(saveLabel({ state: 'offline', unsaved: 2, kept: true })).toBe('Offline, 2 edits kept here')
})
