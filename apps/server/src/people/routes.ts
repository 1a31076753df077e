import { Hono } from 'hono'
import { Type } from 'typebox'
import { Email, Password, PersonName } from '../auth/account.ts'
import { type Environment, type RequestContext, signedIn } from '../auth/environment.ts'
import { forwarded, signInAnswer, withCookies } from '../auth/forward.ts'
import type { Identity } from '../auth/identity.ts'
import type { AuthLibrary } from '../auth/library.ts'
import { ProjectMembership, WorkspaceRole } from '../auth/roles.ts'
import type { SignInLimit } from '../auth/signInLimit.ts'
import type { Config } from '../config/config.ts'
import { readInput, readQuery } from '../http/input.ts'
import { conflict, forbidden, notFound, Refusal } from '../http/refusal.ts'
import { requireAdmin } from '../workspaces/access.ts'
import type { Connections } from './connections.ts'
import type { Invitations, Refused } from './invitations.ts'
import type { People } from './people.ts'
import { type AccessChangeServices, stopRuns } from './stopRuns.ts'

interface PeopleServices extends AccessChangeServices {
  people: People
  invitations: Invitations
  library: AuthLibrary
  signInLimit: SignInLimit
  config: Config
  connections: Connections
}

const Projects = Type.Array(ProjectMembership, { maxItems: 1000 })
const NewInvitation = Type.Object({
  email: Email,
  name: Type.Optional(PersonName),
  role: WorkspaceRole,
  projects: Type.Optional(Projects),
})
const Token = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) })
const Acceptance = Type.Object({ ...Token.properties, name: PersonName, password: Password })
const PersonChange = Type.Object({ role: Type.Optional(WorkspaceRole), projects: Type.Optional(Projects) })
const AccountChange = Type.Object({ name: PersonName })
const PasswordChange = Type.Object({ current: Type.String({ maxLength: 1000 }), next: Password })

/** Who is in the workspace, invitations to it, and one's own account. */
export function peopleRoutes(services: PeopleServices): Hono<Environment> {
  const { people, invitations, library, signInLimit, config } = services
  const routes = new Hono<Environment>()

  routes.get('/invitations/accept', async (context) => {
    const found = await invitations.offer(readQuery(context, Token).token)
    if (!found.ok) throw voidLink(found.refused)
    return context.json(found.offer)
  })

  routes.post('/invitations/accept', async (context) => {
    const { token, name, password } = await readInput(context, Acceptance)
    const accepted = await signInLimit.attempt(
      `invitation ${token}`,
      context.get('address'),
      () => invitations.accept({ token, name, password }),
      (outcome) => outcome.ok || outcome.refused !== 'wrong_password',
    )
    if (accepted.ok) return signInAnswer(library, context, { email: accepted.email, password })
    if (accepted.refused !== 'wrong_password') throw voidLink(accepted.refused)
    throw wrongPassword('/password', 'You have an account here already, and this is not its password.')
  })

  for (const path of ['/people/*', '/invitations/*', '/me/*']) routes.use(path, signedIn(services))

  routes.get('/people', async (context) => {
    const identity = context.get('identity')
    requireAdmin(services, identity)
    const { workspaceId } = identity
    return context.json({
      people: await people.list(workspaceId),
      invitations: await invitations.list(workspaceId),
    })
  })

  routes.patch('/people/:userId', async (context) => {
    const identity = manager(services, context)
    const userId = context.req.param('userId')
    const outcome = await people.change(identity, userId, await readInput(context, PersonChange))
    if (!outcome.ok) throw refusalOf(outcome)
    await stopRuns(services, identity.workspaceId, userId)
    const person = (await people.list(identity.workspaceId)).find(({ id }) => id === userId)
    if (!person) throw notFound('person')
    return context.json(person)
  })

  routes.delete('/people/:userId', async (context) => {
    const identity = manager(services, context)
    const userId = context.req.param('userId')
    const outcome = await people.remove(identity, userId)
    if (!outcome.ok) throw refusalOf(outcome)
    await stopRuns(services, identity.workspaceId, userId)
    return context.body(null, 204)
  })

  routes.post('/invitations', async (context) => {
    const identity = manager(services, context)
    const outcome = await invitations.invite(identity, await readInput(context, NewInvitation))
    if (!outcome.ok) throw refusalOf(outcome)
    const { id, token, expiresAt } = outcome
    // The address that the inviting person uses, which the guard has let through.
    const { headers, url } = context.req.raw
    const origin = config.origin ?? headers.get('origin') ?? new URL(url).origin
    return context.json({ id, url: `${origin}/invite?token=${token}`, expiresAt }, 201)
  })

  routes.delete('/invitations/:id', async (context) => {
    const outcome = await invitations.withdraw(manager(services, context), context.req.param('id'))
    if (outcome === 'only_owner') throw onlyOwner()
    if (!outcome) throw notFound('invitation')
    return context.body(null, 204)
  })

  routes.patch('/me', async (context) => {
    const { userId, email } = inPerson(context.get('identity'))
    const { name } = await readInput(context, AccountChange)
    await people.rename(userId, name)
    return context.json({ id: userId, name: name.trim(), email })
  })

  routes.post('/me/password', async (context) => {
    const { email } = inPerson(context.get('identity'))
    const { current, next } = await readInput(context, PasswordChange)
    const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true }
    const url = new URL('/api/auth/change-password', context.req.url).href
    const look = () => library.handle(forwarded(context, url, JSON.stringify(body)))
    const answer = await signInLimit.attempt(email, context.get('address'), look, ({ ok }) => ok)
    if (answer.ok) return withCookies(answer)
    if (answer.status >= 500) throw new Error(`The auth library answered ${answer.status}`)
    throw wrongPassword('/current', 'This is not your current password.')
  })

  return routes
}

/** Like making keys, this takes a person: a key that leaked must not be able to leave somebody behind. */
function inPerson(identity: Identity): Identity {
  if (identity.key) throw forbidden('A key cannot change people or accounts.', 'Sign in with your password.')
  return identity
}

/** @throws Refusal 403 for a key, and for whoever is neither owner nor admin */
function manager(services: PeopleServices, context: RequestContext): Identity {
  const identity = inPerson(context.get('identity'))
  requireAdmin(services, identity)
  return identity
}

const wrongPassword = (path: string, message: string) => new Refusal(400, 'wrong_password', message, { path })

const onlyOwner = () => forbidden('Only an owner may make, change or remove an owner.', 'Ask one of them.')

function refusalOf(outcome: { refused: string; index?: number }): Refusal {
  if (outcome.refused === 'only_owner') return onlyOwner()
  if (outcome.refused === 'last_owner') {
    const hint = 'Make somebody else an owner first.'
    return conflict('last_owner', 'A workspace keeps at least one owner, and this is the last one.', hint)
  }
  if (outcome.refused === 'already_member') {
    const hint = 'Change their role or their projects instead.'
    return conflict('already_member', 'Somebody with this address is a member already.', hint)
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
