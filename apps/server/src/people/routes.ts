import {
  acceptInvitation,
  changePassword,
  changePerson,
  invitePerson,
  listPeople,
  readOffer,
  removePerson,
  renameMe,
  withdrawInvitation,
} from '@atelier/api'
import { Hono } from 'hono'
import { type Environment, signedIn } from '../auth/environment.ts'
import { forwarded, signInAnswer, withCookies } from '../auth/forward.ts'
import type { KnownBrowsers } from '../auth/knownBrowsers.ts'
import type { AuthLibrary } from '../auth/library.ts'
import type { SignInLimit } from '../auth/signInLimit.ts'
import type { Config } from '../config/config.ts'
import { conflict, forbidden, notFound, Refusal } from '../http/refusal.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import type { Connections } from './connections.ts'
import type { Invitations, Refused } from './invitations.ts'
import type { People } from './people.ts'
import { type AccessChangeServices, stopRuns } from './stopRuns.ts'

interface PeopleServices extends AccessChangeServices, MountServices {
  people: People
  invitations: Invitations
  library: AuthLibrary
  signInLimit: SignInLimit
  knownBrowsers: KnownBrowsers
  config: Config
  connections: Connections
}

/** Who is in the workspace, invitations to it, and one's own account. */
export function peopleRoutes(services: PeopleServices): Hono<Environment> {
  const { people, invitations, library, signInLimit, knownBrowsers, config } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  mount(routes, readOffer, async ({ query }) => {
    const found = await invitations.offer(query.token)
    if (!found.ok) throw voidLink(found.refused)
    return found.offer
  })

  mount(routes, acceptInvitation, async ({ body, context }) => {
    const { token, name, password } = body
    const found = await invitations.offer(token)
    if (!found.ok) throw voidLink(found.refused)
    const { email } = found.offer
    // Whoever holds the link might guess the password of the account that it is for.
    const accepted = await signInLimit.attempt(
      email,
      context.get('address'),
      () => invitations.accept({ token, name, password }),
      (outcome) => outcome.ok || outcome.refused !== 'wrong_password',
      knownBrowsers.isKnown(context.req.raw.headers, email),
    )
    if (accepted.ok) return signInAnswer(library, context, { email: accepted.email, password })
    if (accepted.refused !== 'wrong_password') throw voidLink(accepted.refused)
    throw wrongPassword('/password', 'You have an account here already, and this is not its password.')
  })

  for (const area of ['people', 'invitations', 'me']) routes.use(`/api/${area}/*`, signedIn(services))

  mount(routes, listPeople, async ({ identity: { workspaceId } }) => ({
    people: await people.list(workspaceId),
    invitations: await invitations.list(workspaceId),
  }))

  mount(routes, changePerson, async ({ identity, params: { userId }, body }) => {
    const outcome = await people.change(identity, userId, body)
    if (!outcome.ok) throw refusalOf(outcome)
    await stopRuns(services, identity.workspaceId, userId)
    const person = (await people.list(identity.workspaceId)).find(({ id }) => id === userId)
    if (!person) throw notFound('person')
    return person
  })

  mount(routes, removePerson, async ({ identity, params: { userId } }) => {
    const outcome = await people.remove(identity, userId)
    if (!outcome.ok) throw refusalOf(outcome)
    await stopRuns(services, identity.workspaceId, userId)
  })

  mount(routes, invitePerson, async ({ identity, body, context }) => {
    const outcome = await invitations.invite(identity, body)
    if (!outcome.ok) throw refusalOf(outcome)
    const { id, token, expiresAt } = outcome
    // The address that the inviting person uses, which the guard has let through.
    const { headers, url } = context.req.raw
    const origin = config.origin ?? headers.get('origin') ?? new URL(url).origin
    return { id, url: `${origin}/invite?token=${token}`, expiresAt }
  })

  mount(routes, withdrawInvitation, async ({ identity, params }) => {
    const outcome = await invitations.withdraw(identity, params.id)
    if (outcome === 'only_owner') throw onlyOwner()
    if (!outcome) throw notFound('invitation')
  })

  mount(routes, renameMe, async ({ identity: { userId, email }, body: { name } }) => {
    await people.rename(userId, name)
    return { id: userId, name: name.trim(), email }
  })

  mount(routes, changePassword, async ({ identity: { email }, body: { current, next }, context }) => {
    const forwardedBody = { currentPassword: current, newPassword: next, revokeOtherSessions: true }
    const url = new URL('/api/auth/change-password', context.req.url).href
    const look = () => library.handle(forwarded(context, url, JSON.stringify(forwardedBody)))
    const isKnown = knownBrowsers.isKnown(context.req.raw.headers, email)
    const answer = await signInLimit.attempt(email, context.get('address'), look, ({ ok }) => ok, isKnown)
    if (answer.ok) return withCookies(answer)
    if (answer.status >= 500) throw new Error(`The auth library answered ${answer.status}`)
    throw wrongPassword('/current', 'This is not your current password.')
  })

  return routes
}

const wrongPassword = (path: string, message: string) => new Refusal(400, 'wrong_password', message, { path })

const onlyOwner = () => forbidden('Only an owner may make, change or remove an owner.', 'Ask one of them.')

function refusalOf(outcome: { refused: string; index?: number }): Refusal {
  if (outcome.refused === 'only_owner') return onlyOwner()
  if (outcome.refused === 'last_owner') {
    const hint = 'Make another user an owner first.'
    return conflict('last_owner', 'A workspace keeps at least one owner, and this is the last one.', hint)
  }
  if (outcome.refused === 'already_member') {
    const hint = 'Change their role or their projects instead.'
    return conflict('already_member', 'A user with this address is a member already.', hint)
  }
  if (outcome.refused === 'project_not_found')
    return new Refusal(404, 'not_found', 'There is no such project.', { path: `/projects/${outcome.index}/projectId` })
  if (outcome.refused === 'not_found') return notFound('person')
  return forbidden('Only an owner or admin of the workspace may do this.', 'Ask one of them.')
}

function voidLink(refused: Refused): Refusal {
  const hint = 'Ask the person who invited you for a new link.'
  if (refused === 'expired') return new Refusal(410, 'invitation_expired', 'This invitation has expired.', { hint })
  if (refused === 'used') {
    const message = 'This invitation has been used already.'
    return new Refusal(410, 'invitation_used', message, { hint: 'Sign in with your email and password.' })
  }
  const message = 'This invitation link is not valid. It may have been withdrawn, or replaced by a newer one.'
  return new Refusal(404, 'not_found', message, { hint })
}
