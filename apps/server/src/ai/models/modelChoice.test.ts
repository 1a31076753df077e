import { describe, expect, test } from 'vitest'
import { type ChoiceFacts, chooseModel } from './modelChoice.ts'

describe('which model answers', () => {
  const credentials = [
    { id: 'c1', provider: 'anthropic' },
    { id: 'c2', provider: 'ollama' },
  ]
  const defaults = [{ scope: 'site', credentialId: 'c1', modelId: 'big' }]
  const open = { scope: 'site', credential_id: null, model_id: null }
  const facts: ChoiceFacts = { credentials, defaults, rehearsals: true }
  const big = { kind: 'model', credentialId: 'c1', modelId: 'big', provider: 'anthropic' }

  test('is the conversation’s own, then the default of its scope, then that of the site', () => {
    const content = { scope: 'content', credentialId: 'c2', modelId: 'small' }
    expect(chooseModel({ ...open, credential_id: 'c2', model_id: 'small' }, facts)).toMatchObject({ modelId: 'small' })
    expect(chooseModel(open, facts)).toEqual(big)
    expect(chooseModel({ ...open, scope: 'content' }, facts)).toEqual(big)
    const both = { ...facts, defaults: [...defaults, content] }
    expect(chooseModel({ ...open, scope: 'content' }, both)).toMatchObject({ modelId: 'small' })
  })

  test('is a script only where there is no credential at all, or where it was picked', () => {
    expect(chooseModel(open, { ...facts, credentials: [], defaults: [] })).toEqual({ kind: 'rehearsal' })
    expect(chooseModel(open, { ...facts, defaults: [] })).toEqual({ kind: 'none', lacks: 'choice' })
    expect(chooseModel({ ...open, credential_id: 'rehearsal' }, facts)).toEqual({ kind: 'rehearsal' })
  })

  test('is never a script where rehearsals are switched off', () => {
    const off = { ...facts, rehearsals: false }
    expect(chooseModel(open, { ...off, credentials: [], defaults: [] })).toEqual({ kind: 'none', lacks: 'provider' })
    expect(chooseModel({ ...open, credential_id: 'rehearsal' }, off)).toEqual(big)
  })

  test('is never one whose credential is gone, nor a model of another provider', () => {
    expect(chooseModel({ ...open, credential_id: 'gone', model_id: 'x' }, facts)).toEqual(big)
    expect(chooseModel({ ...open, credential_id: 'c2' }, facts)).toEqual({ kind: 'none', lacks: 'choice' })
    expect(chooseModel({ ...open, credential_id: 'c1' }, facts)).toEqual(big)
    const none = { ...facts, credentials: [], defaults: [] }
    expect(chooseModel({ ...open, credential_id: 'gone' }, none)).toEqual({ kind: 'none', lacks: 'credential' })
    expect(chooseModel({ ...open, credential_id: 'gone' }, { ...facts, defaults: [] })).toMatchObject({
      lacks: 'choice',
    })
  })
})
