import type { Finding } from '@atelier/site'
import { describe, expect, it, test } from 'vitest'
import { findingsInTheWay, type PublishState, publishButton } from './publishing.ts'

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

test('warnings keep a site from being published only if it asks for that; notes never do', () => {
  const findings = (['note', 'warning', 'error'] as const).map(
    (severity): Finding => ({ code: severity, severity, message: '', hint: '', documentId: 'd' }),
  )
  const codes = (gate: 'off' | 'errors' | 'warnings' | undefined) =>
    findingsInTheWay(findings, gate).map(({ code }) => code)
  expect(codes('warnings')).toEqual(['warning', 'error'])
  expect([codes('errors'), codes(undefined)]).toEqual([['error'], ['error']])
})
