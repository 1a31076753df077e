import { entryStatuses } from '@atelier/content'
import { expect, test } from 'vitest'
import { statusWords } from '../../editors/site/canvas/strings.ts'
import * as strings from '../strings.ts'
import { statusText } from './StatusWord.tsx'
import { statusValue } from './statusValue.ts'

test('a state has one word in lists, forms, the calendar, the review and on the canvas', () => {
  for (const status of entryStatuses) {
    const word = strings.statuses[status]
    expect([statusText({ status }), statusValue('status', status), statusWords[status]]).toEqual([word, word, word])
  }
  const changed = statusText({ status: 'published', waiting: true })
  expect([strings.states.changed, statusValue('status', 'published, changed')]).toEqual([changed, changed])
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  const scheduled = statusText({ status: 'published', publishAt })
  expect([strings.states.scheduled, statusWords.scheduled]).toEqual([scheduled, scheduled])
  expect(statusText({ status: 'published', publishAt, refused: true })).toBe('Scheduled · to be mended')
  expect(statusValue('title', 'draft')).toBe('draft')
})
