import { expect, test } from 'vitest'
import { onlyReads, problemSummary, progressText, releaseFacts, shortAddress } from './releaseWords.ts'

test('what is online is said with its time and size', () => {
  const now = Date.UTC(2026, 0, 1)
  const live = {
    id: 'r',
    number: 1,
    createdAt: now - 3 * 3_600_000,
    createdBy: 'Ada',
    pages: 1,
    files: 4,
    bytes: 120_000,
    live: true,
    url: 'https://example.com/',
  }
  expect(releaseFacts(live, false, now)).toBe('Published 3 hours ago: 1 page, 120 kB.')
  expect(releaseFacts(live, true, now)).toBe('Published just now: 1 page, 120 kB.')
  expect(releaseFacts(undefined, true, now)).toMatch(/^Nothing is published yet/)
})

test('progress counts what is done', () => {
  const progress = { type: 'progress' as const, done: 2, total: 1 }
  expect(progressText({ ...progress, stage: 'checking' })).toBe('Checking the site…')
  expect(progressText({ ...progress, stage: 'rendering', total: 5 })).toBe('Rendering 2 of 5 pages…')
  expect(progressText({ ...progress, stage: 'writing' })).toBe('Writing 1 file…')
})

test('viewers and reviewers only read; a role that is not known yet holds nothing back', () => {
  expect((['viewer', 'reviewer', 'editor', 'admin', 'owner', undefined] as const).map(onlyReads)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('an address is short, and keeps its path', () => {
  expect(shortAddress('https://kiln.example.com/')).toBe('kiln.example.com')
  expect(shortAddress('http://localhost:4000/sites/kiln/')).toBe('localhost:4000/sites/kiln')
  expect(shortAddress('kiln.example.com/http://')).toBe('kiln.example.com/http:/')
})

test('problems that visitors would see are counted by kind', () => {
  const none = { deadLinks: 0, missingPictures: 0, unstyledPages: 0, blanks: 0 }
  expect(problemSummary(none)).toBe('')
  expect(problemSummary({ ...none, deadLinks: 2, blanks: 1 })).toBe('2 dead links, 1 blank to fill in')
})
