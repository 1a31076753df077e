import type { Finding } from '@atelier/site'
import { describe, expect, it, test } from 'vitest'
import {
  findingsInTheWay,
  onlyReads,
  type PublishState,
  progressText,
  publishButton,
  releaseFacts,
  shortAddress,
} from './publishing.ts'

describe('the button that publishes', () => {
  const state: PublishState = { isLive: true, fresh: false, changes: 2, unsaved: 0, held: false, pending: false }

  it('publishes the site, its changes, or the same again', () => {
    expect(publishButton({ ...state, isLive: false, changes: undefined })).toMatchObject({
      label: 'Publish the site',
      variant: 'primary',
    })
    expect(publishButton(state)).toEqual({ label: 'Publish changes', variant: 'primary', disabled: false })
    expect(publishButton({ ...state, changes: 0 })).toEqual({
      label: 'Publish again',
      variant: 'secondary',
      disabled: false,
    })
    expect(publishButton({ ...state, fresh: true })).toMatchObject({ label: 'Publish again', variant: 'secondary' })
  })

  it('takes changes for granted while they are not known', () => {
    expect(publishButton({ ...state, changes: undefined }).label).toBe('Publish changes')
  })

  it('publishes a site for the first time although nothing has changed', () => {
    expect(publishButton({ ...state, isLive: false, changes: 0 })).toMatchObject({
      label: 'Publish the site',
      variant: 'primary',
    })
  })

  it('waits for edits before it says anything else', () => {
    expect(publishButton({ ...state, unsaved: 1, held: true })).toMatchObject({
      label: 'Saving your edits first',
      disabled: true,
    })
    // A publication that runs is shown as busy, not as disabled, whatever is edited meanwhile.
    expect(publishButton({ ...state, unsaved: 1, pending: true }).disabled).toBe(false)
  })

  it('says that it goes over the checks', () => {
    expect(publishButton({ ...state, held: true, changes: 0 }).label).toBe('Publish all the same')
  })
})

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

test('warnings keep a site from being published only if it asks for that; notes never do', () => {
  const findings = (['note', 'warning', 'error'] as const).map(
    (severity): Finding => ({ code: severity, severity, message: '', hint: '', documentId: 'd' }),
  )
  const codes = (gate: 'off' | 'errors' | 'warnings' | undefined) =>
    findingsInTheWay(findings, gate).map(({ code }) => code)
  expect(codes('warnings')).toEqual(['warning', 'error'])
  expect([codes('errors'), codes(undefined)]).toEqual([['error'], ['error']])
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
