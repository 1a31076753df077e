import { type Static, Type } from 'typebox'
import { Done } from './common.ts'
import { route } from './route.ts'

/** A member's role in a workspace. */
export const WorkspaceRole = Type.Union([Type.Literal('owner'), Type.Literal('admin'), Type.Literal('member')])
export type WorkspaceRole = Static<typeof WorkspaceRole>

/** A member's role in a project. */
export const MemberRole = Type.Union([Type.Literal('editor'), Type.Literal('reviewer'), Type.Literal('viewer')])
export type MemberRole = Static<typeof MemberRole>

export const ProjectMembership = Type.Object({ projectId: Type.String(), role: MemberRole })
export type ProjectMembership = Static<typeof ProjectMembership>

/** A user's role in one project; owners and admins of the workspace have theirs in all of them. */
export const ProjectRole = Type.Union([
  Type.Literal('owner'),
  Type.Literal('admin'),
  Type.Literal('editor'),
  Type.Literal('reviewer'),
  Type.Literal('viewer'),
])
export type ProjectRole = Static<typeof ProjectRole>

export const Email = Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 254 })
export const Password = Type.String({ minLength: 8, maxLength: 128 })
export const PersonName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

const Projects = Type.Array(ProjectMembership, { maxItems: 1000 })

/** A member of the workspace. */
export const Person = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: WorkspaceRole,
  projects: Type.Array(ProjectMembership),
  /** How many API keys they have. */
  keys: Type.Number(),
  joinedAt: Type.Number(),
})
export type Person = Static<typeof Person>

/** An invitation that was not accepted yet. */
export const Invitation = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.Optional(Type.String()),
  role: WorkspaceRole,
  projects: Type.Array(ProjectMembership),
  /** The name of the person who made it. */
  invitedBy: Type.String(),
  createdAt: Type.Number(),
  expiresAt: Type.Number(),
})
export type Invitation = Static<typeof Invitation>

/** The offer of an invitation's link. */
export const Offer = Type.Object({
  email: Type.String(),
  name: Type.Optional(Type.String()),
  workspace: Type.String(),
  invitedBy: Type.String(),
  role: WorkspaceRole,
  expiresAt: Type.Number(),
  /** The person has an account here already, and accepts with its password. */
  account: Type.Boolean(),
})
export type Offer = Static<typeof Offer>

const LinkToken = Type.String({ minLength: 1, maxLength: 200 })

export const readOffer = route({
  method: 'GET',
  path: '/api/invitations/accept',
  summary: 'What the link of an invitation offers',
  who: 'everyone',
  request: { query: Type.Object({ token: LinkToken }) },
  response: Offer,
})

export const acceptInvitation = route({
  method: 'POST',
  path: '/api/invitations/accept',
  summary: 'Accepts an invitation and sets the session cookie of the new member',
  who: 'everyone',
  request: { body: Type.Object({ token: LinkToken, name: PersonName, password: Password }) },
  response: Done,
})

export const listPeople = route({
  method: 'GET',
  path: '/api/people',
  summary: 'The members of the workspace, and the invitations that wait',
  who: 'admin',
  response: Type.Object({ people: Type.Array(Person), invitations: Type.Array(Invitation) }),
})

export const changePerson = route({
  method: 'PATCH',
  path: '/api/people/:userId',
  summary: 'Changes what a member may do',
  who: 'adminPerson',
  request: { body: Type.Object({ role: Type.Optional(WorkspaceRole), projects: Type.Optional(Projects) }) },
  response: Person,
})

export const removePerson = route({
  method: 'DELETE',
  path: '/api/people/:userId',
  summary: 'Removes a member',
  who: 'adminPerson',
})

export const invitePerson = route({
  method: 'POST',
  path: '/api/invitations',
  summary: 'Invites a person; the link is shown once',
  who: 'adminPerson',
  request: {
    body: Type.Object({
      email: Email,
      name: Type.Optional(PersonName),
      role: WorkspaceRole,
      /** Read only for the role `member`: owners and admins are in every project. */
      projects: Type.Optional(Projects),
    }),
  },
  response: Type.Object({ id: Type.String(), url: Type.String(), expiresAt: Type.Number() }),
  status: 201,
})

export const withdrawInvitation = route({
  method: 'DELETE',
  path: '/api/invitations/:id',
  summary: 'Withdraws an invitation',
  who: 'adminPerson',
})

export const renameMe = route({
  method: 'PATCH',
  path: '/api/me',
  summary: 'Changes your name',
  who: 'person',
  request: { body: Type.Object({ name: PersonName }) },
  response: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
})

export const changePassword = route({
  method: 'POST',
  path: '/api/me/password',
  summary: 'Changes your password and ends your other sessions',
  who: 'person',
  request: { body: Type.Object({ current: Type.String({ maxLength: 1000 }), next: Password }) },
  response: Done,
})
