import { describe, expect, it } from 'vitest'
import { activePick, defaultOf, lockReason, missingOf } from './useModelChoice.ts'

const has = (id: string) => id === 'c1' || id === 'c2'
const scopeDefault = { credentialId: 'c1', modelId: 'big' }
const nothing = { session: undefined, staged: undefined, scopeDefault: undefined, rehearsal: true, fallback: true, has }

describe('which model answers next', () => {
  it('is the session’s own, then the scope’s default, then the rehearsal', () => {
    const session = { credentialId: 'c2', modelId: 'small', provider: 'anthropic' }
    expect(activePick({ ...nothing, session, scopeDefault })).toEqual({ credentialId: 'c2', modelId: 'small' })
    expect(activePick({ ...nothing, scopeDefault })).toEqual(scopeDefault)
    expect(activePick(nothing)).toEqual({ modelId: 'rehearsal' })
  })

  it('is never the rehearsal in place of a missing choice of a model', () => {
    expect(activePick({ ...nothing, fallback: false })).toBeUndefined()
    expect(activePick({ ...nothing, fallback: false, staged: { modelId: 'rehearsal' } })).toEqual({
      modelId: 'rehearsal',
    })
  })

  it('is nothing where rehearsals are switched off', () => {
    const session = { credentialId: 'rehearsal', modelId: 'rehearsal', provider: 'none' }
    expect(activePick({ ...nothing, rehearsal: false })).toBeUndefined()
    expect(activePick({ ...nothing, rehearsal: false, session, scopeDefault })).toEqual(scopeDefault)
  })

  it('is the default of the site in a scope that has none yet', () => {
    const site = { scope: 'site', modelId: 'big' }
    const content = { scope: 'content', modelId: 'small' }
    expect(defaultOf([content, site], 'content')).toBe(content)
    expect(defaultOf([content, site], 'part')).toBe(site)
    expect(defaultOf([content], 'part')).toBeUndefined()
  })

  it('is what was just picked, before the server has said so', () => {
    expect(activePick({ ...nothing, scopeDefault, staged: { modelId: 'rehearsal' } })).toEqual({ modelId: 'rehearsal' })
  })

  it('is never one whose credential has been deleted', () => {
    const session = { credentialId: 'gone', modelId: 'small', provider: 'anthropic' }
    expect(activePick({ ...nothing, session, scopeDefault })).toEqual(scopeDefault)
  })

  it('keeps a chat with the rehearsal although there is a default', () => {
    const session = { credentialId: 'rehearsal', modelId: 'rehearsal', provider: 'rehearsal' }
    expect(activePick({ ...nothing, session, scopeDefault })).toEqual({ modelId: 'rehearsal' })
  })

  it('invites to add a provider where there is none, and leaves the composer open for a rehearsal', () => {
    const known = { settled: true, hasCredential: false, active: { modelId: 'rehearsal' } }
    expect([missingOf(known), lockReason(known)]).toEqual(['setup', null])
    const off = { ...known, active: undefined }
    expect([missingOf(off), lockReason(off)]).toEqual(['setup', 'setup'])
    const unchosen = { ...off, hasCredential: true }
    expect([missingOf(unchosen), lockReason(unchosen)]).toEqual(['chooseModel', 'chooseModel'])
    expect(missingOf({ ...unchosen, active: scopeDefault })).toBe(null)
    expect(missingOf({ ...off, settled: false })).toBe(null)
  })

  it('locks only once it is known that nothing can answer', () => {
    expect(lockReason({ settled: false, hasCredential: false, active: undefined })).toBe(null)
    expect(lockReason({ settled: true, hasCredential: false, active: undefined })).toBe('setup')
    expect(lockReason({ settled: true, hasCredential: true, active: undefined })).toBe('chooseModel')
    expect(lockReason({ settled: true, hasCredential: true, active: scopeDefault })).toBe(null)
  })
})
