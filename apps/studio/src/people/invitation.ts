import type { ApiError } from '@atelier/api/client'
import type { AccessChoice } from '../api/index.ts'
import { checkOwner, isEmailAddress } from '../auth/ownerForm.ts'
import * as strings from './strings.ts'

/** The offer of an invitation to the person who opens its link. */
export interface Offer {
  email: string
  name?: string
  workspace: string
  invitedBy: string
  /** Whether the address has an account here already. */
  account: boolean
}

const titles: Readonly<Record<string, string>> = {
  invitation_used: strings.thisInvitationHasBeenUsed,
  invitation_expired: strings.thisInvitationHasExpired,
  not_found: strings.thisInvitationLinkIsNotValid,
}

/** Why a link no longer works; undefined if it may still be good, such as when the server cannot be reached. */
export function voidLink({ code, hint = '' }: ApiError): { title: string; lead: string } | undefined {
  const title = titles[code]
  if (title === undefined) return undefined
  return { title, lead: `${code === 'not_found' ? strings.itMayHaveBeenWithdrawn : ''}${hint}` }
}

export interface Acceptance {
  name: string
  password: string
}

/** The faults of the form; empty if nothing is. Whoever has an account keeps its name. */
export function checkAcceptance({ email, account }: Offer, { name, password }: Acceptance): Partial<Acceptance> {
  return checkOwner({ email, password, name: account ? email : name })
}

/** The form as the server accepts it. */
export function acceptanceBody(token: string, { email }: Offer, { name, password }: Acceptance) {
  return { token, name: name.trim() || email, password }
}

export interface Invitee {
  email: string
  /** May be empty: the invited person chooses a name. */
  name: string
  access: AccessChoice
}

/** The body of the request, or the fault of the address. */
export function invitationBody({
  email,
  name,
  access: { role, projects },
}: Invitee): { ok: true; body: AccessChoice & { email: string; name?: string } } | { ok: false; problem: string } {
  const address = email.trim()
  if (!isEmailAddress(address)) return { ok: false, problem: strings.enterAnEmailAddressSuchAs }
  const given = name.trim()
  return { ok: true, body: { email: address, role, projects, ...(given === '' ? {} : { name: given }) } }
}
