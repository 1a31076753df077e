import * as api from '@atelier/api'
import { call } from '@atelier/api/client'
import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client.ts'

/** Whether an owner is still to be made. */
export const setupQuery = () =>
  queryOptions({ queryKey: ['setup'], queryFn: ({ signal }) => unwrap(call(api.readSetup, {}, { signal })) })

/** The signed-in user; fails with 401 if there is none. */
export const meQuery = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => unwrap(call(api.readMe, {}, { signal })),
    staleTime: 5 * 60_000,
  })

/** Whether a user is signed in: for pages without sign-in, since a refused request is an error in the browser's log. */
export const isSignedIn = async (): Promise<boolean> => {
  const session = await unwrap(call(api.getSession, {}))
  return session !== null && session !== undefined
}

export const createOwner = (body: api.BodyOf<typeof api.createOwner>) => call(api.createOwner, { body })

export const signIn = (body: api.BodyOf<typeof api.signIn>) => call(api.signIn, { body })

export const signOut = () => call(api.signOut, { body: {} })
