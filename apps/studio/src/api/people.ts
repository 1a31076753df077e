import { queryOptions } from '@tanstack/react-query'
import { type Static, Type } from 'typebox'
import { call, unwrap } from './client.ts'
import { Anything } from './schemas.ts'

const WorkspaceRole = Type.Union([Type.Literal('owner'), Type.Literal('admin'), Type.Literal('member')])
export type WorkspaceRole = Static<typeof WorkspaceRole>
const MemberRole = Type.Union([Type.Literal('editor'), Type.Literal('reviewer'), Type.Literal('viewer')])
export type MemberRole = Static<typeof MemberRole>
const ProjectMembership = Type.Object({ projectId: Type.String(), role: MemberRole })
export type ProjectMembership = Static<typeof ProjectMembership>

const Person = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: WorkspaceRole,
  projects: Type.Array(ProjectMembership),
  keys: Type.Number(),
  joinedAt: Type.Number(),
})
export type Person = Static<typeof Person>

const Invitation = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.Optional(Type.String()),
  role: WorkspaceRole,
  projects: Type.Array(ProjectMembership),
  invitedBy: Type.String(),
  createdAt: Type.Number(),
  expiresAt: Type.Number(),
})
export type Invitation = Static<typeof Invitation>

const People = Type.Object({ people: Type.Array(Person), invitations: Type.Array(Invitation) })
const InvitationMade = Type.Object({ id: Type.String(), url: Type.String(), expiresAt: Type.Number() })
const Offer = Type.Object({
  email: Type.String(),
  name: Type.Optional(Type.String()),
  workspace: Type.String(),
  invitedBy: Type.String(),
  role: WorkspaceRole,
  expiresAt: Type.Number(),
  account: Type.Boolean(),
})

const ApiKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Type.String(),
  hint: Type.String(),
  createdAt: Type.Number(),
})
export type ApiKey = Static<typeof ApiKey>
const ApiKeys = Type.Object({ keys: Type.Array(ApiKey) })
const ApiKeyMade = Type.Object({ id: Type.String(), key: Type.String() })

/** What somebody may do: their role, and for a member the role in each project. */
export interface AccessChoice {
  role: WorkspaceRole
  projects: ProjectMembership[]
}

/** Members and pending invitations; 403 for whoever is neither owner nor admin. */
export const peopleQuery = () =>
  queryOptions({ queryKey: ['people'], queryFn: ({ signal }) => unwrap(call(People, '/api/people', { signal })) })

export const changePerson = (id: string, body: AccessChoice) =>
  call(Person, `/api/people/${encodeURIComponent(id)}`, { method: 'PATCH', body })

export const removePerson = (id: string) =>
  call(Anything, `/api/people/${encodeURIComponent(id)}`, { method: 'DELETE' })

/** The answer's link is shown this once. */
export const invitePerson = (body: AccessChoice & { email: string; name?: string }) =>
  call(InvitationMade, '/api/invitations', { method: 'POST', body })

export const withdrawInvitation = (id: string) =>
  call(Anything, `/api/invitations/${encodeURIComponent(id)}`, { method: 'DELETE' })

/** What an invitation's link offers; 404 and 410 where it no longer does. */
export const offerQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => unwrap(call(Offer, '/api/invitations/accept', { query: { token }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Signs in as the new member. */
export const acceptInvitation = (body: { token: string; name: string; password: string }) =>
  call(Anything, '/api/invitations/accept', { method: 'POST', body })

export const renameMe = (name: string) => call(Anything, '/api/me', { method: 'PATCH', body: { name } })

/** Ends every other session of this account. */
export const changePassword = (body: { current: string; next: string }) =>
  call(Anything, '/api/me/password', { method: 'POST', body })

export const apiKeysQuery = () =>
  queryOptions({ queryKey: ['keys'], queryFn: ({ signal }) => unwrap(call(ApiKeys, '/api/keys', { signal })) })

/** The answer's key is shown this once. */
export const createApiKey = (body: { name: string; role?: string; projectIds?: string[] }) =>
  call(ApiKeyMade, '/api/keys', { method: 'POST', body })

export const deleteApiKey = (id: string) => call(Anything, `/api/keys/${encodeURIComponent(id)}`, { method: 'DELETE' })
