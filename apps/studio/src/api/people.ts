import type { ProjectMembership, WorkspaceRole } from '@atelier/api'
import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client.ts'

/** A user's rights: their role, and for a member the role in each project. */
export interface AccessChoice {
  role: WorkspaceRole
  projects: ProjectMembership[]
}

/** Members and pending invitations; 403 for a user who is neither owner nor admin. */
export const peopleQuery = () =>
  queryOptions({ queryKey: ['people'], queryFn: ({ signal }) => unwrap(call(api.listPeople, {}, { signal })) })

export const changePerson = (userId: string, body: AccessChoice) => call(api.changePerson, { params: { userId }, body })

export const removePerson = (userId: string) => call(api.removePerson, { params: { userId } })

/** The answer's link is shown this once. */
export const invitePerson = (body: AccessChoice & { email: string; name?: string }) => call(api.invitePerson, { body })

export const withdrawInvitation = (id: string) => call(api.withdrawInvitation, { params: { id } })

/** The offer of an invitation's link; 404 and 410 if it no longer does. */
export const offerQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => unwrap(call(api.readOffer, { query: { token } }, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Signs in as the new member. */
export const acceptInvitation = (body: api.BodyOf<typeof api.acceptInvitation>) => call(api.acceptInvitation, { body })

export const renameMe = (name: string) => call(api.renameMe, { body: { name } })

/** Ends every other session of this account. */
export const changePassword = (body: api.BodyOf<typeof api.changePassword>) => call(api.changePassword, { body })

export const apiKeysQuery = () =>
  queryOptions({ queryKey: ['keys'], queryFn: ({ signal }) => unwrap(call(api.listKeys, {}, { signal })) })

/** The answer's key is shown this once. */
export const createApiKey = (body: api.BodyOf<typeof api.createKey>) => call(api.createKey, { body })

export const deleteApiKey = (id: string) => call(api.deleteKey, { params: { id } })
