import { describe, expect, it } from 'vitest'
import { checkCredential, credentialBody, refusedField } from './providers.ts'

const empty = { label: '', apiKey: '', baseUrl: '' }

describe('the form for a provider', () => {
  it('asks each provider for what it needs', () => {
    expect(checkCredential({ provider: 'anthropic', ...empty })).toHaveProperty('apiKey')
    for (const provider of ['openai', 'openrouter']) {
      expect(checkCredential({ provider, ...empty })).toHaveProperty('apiKey')
      expect(checkCredential({ provider, ...empty, apiKey: 'sk-1' })).toEqual({})
    }
    expect(checkCredential({ provider: 'ollama', ...empty })).toHaveProperty('baseUrl')
    expect(checkCredential({ provider: 'compatible', ...empty, baseUrl: 'http://localhost:1234/v1' })).toEqual({})
  })

  it('refuses addresses that are none and keys with spaces', () => {
    expect(checkCredential({ provider: 'ollama', ...empty, baseUrl: 'localhost:11434' })).toHaveProperty('baseUrl')
    expect(checkCredential({ provider: 'anthropic', ...empty, apiKey: 'sk a' })).toHaveProperty('apiKey')
  })

  it('shows a refusal of the server at its field', () => {
    expect(refusedField({ path: '/apiKey', message: 'No.' })).toEqual({ apiKey: 'No.' })
    expect(refusedField({ path: '/baseUrl', message: 'No.' })).toEqual({ baseUrl: 'No.' })
    expect([refusedField({ path: '/label', message: 'No.' }), refusedField({ message: 'No.' })]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('sends only what was filled in', () => {
    expect(credentialBody({ provider: 'anthropic', ...empty, apiKey: ' key ' })).toEqual({
      provider: 'anthropic',
      label: 'Anthropic',
      apiKey: 'key',
    })
  })
})
