import { describe, expect, it } from 'vitest'
import { acceptanceBody, checkAcceptance, invitationBody, type Offer, voidLink } from './invitation.ts'

const failed = (code: string, hint?: string) => ({ code, status: 410, message: 'No.', ...(hint ? { hint } : {}) })

describe('the link of an invitation', () => {
  it('says why it no longer works', () => {
    expect(voidLink(failed('invitation_used', 'Sign in.'))).toEqual({
      title: 'This invitation has been used',
      lead: 'Sign in.',
    })
    expect(voidLink(failed('invitation_expired'))).toEqual({ title: 'This invitation has expired', lead: '' })
  })

  it('that is unknown may have been replaced', () => {
    expect(voidLink(failed('not_found', 'Ask for a new one.'))?.lead).toBe(
      'It may have been withdrawn, or replaced by a newer one. Ask for a new one.',
    )
  })

  it('may still be good after any other failure', () => {
    expect(voidLink(failed('offline'))).toBeUndefined()
    expect(voidLink(failed('unexpected'))).toBeUndefined()
  })
})

describe('the form that accepts an invitation', () => {
  const offer: Offer = { email: 'sam@example.com', workspace: 'Kiln', invitedBy: 'Ada', account: false }

  it('asks for a name and a password of eight characters', () => {
    expect(Object.keys(checkAcceptance(offer, { name: ' ', password: 'short' }))).toEqual(['name', 'password'])
    expect(checkAcceptance(offer, { name: 'Sam', password: '12345678' })).toEqual({})
  })

  it('asks for no name if there is an account', () => {
    expect(checkAcceptance({ ...offer, account: true }, { name: '', password: '12345678' })).toEqual({})
    expect(checkAcceptance({ ...offer, account: true }, { name: '', password: '1234567' })).toHaveProperty('password')
  })

  it('sends the address in place of an empty name, and the password as it is', () => {
    expect(acceptanceBody('t', offer, { name: ' ', password: ' 1234567 ' })).toEqual({
      token: 't',
      name: 'sam@example.com',
      password: ' 1234567 ',
    })
    expect(acceptanceBody('t', offer, { name: ' Sam ', password: '12345678' }).name).toBe('Sam')
  })
})

describe('the form that invites', () => {
  const access = { role: 'member' as const, projects: [{ projectId: 'a', role: 'editor' as const }] }

  it('takes the spaces off, and leaves an empty name out', () => {
    expect(invitationBody({ email: ' sam@example.com ', name: ' ', access })).toEqual({
      ok: true,
      body: { email: 'sam@example.com', ...access },
    })
    expect(invitationBody({ email: 'sam@example.com', name: ' Sam ', access })).toMatchObject({
      body: { name: 'Sam' },
    })
  })

  it('sends only what an invitation has, also when an earlier one is renewed', () => {
    const earlier = { ...access, id: 'i', email: 'sam@example.com', expiresAt: 1 }
    expect(invitationBody({ email: 'sam@example.com', name: '', access: earlier })).toMatchObject({ ok: true })
    expect(invitationBody({ email: 'sam@example.com', name: '', access: earlier })).not.toHaveProperty('body.id')
  })

  it('refuses what is no address', () => {
    for (const email of ['', 'sam', 'sam@', '@example.com', 'sam@example.com, ada@example.com'])
      expect(invitationBody({ email, name: 'Sam', access })).toEqual({
        ok: false,
        problem: 'Enter an email address, such as sam@example.com.',
      })
  })
})
