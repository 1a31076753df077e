import { queryOptions } from '@tanstack/react-query'
import { call, unwrap } from './client.ts'
import { Anything, Me, Setup } from './schemas.ts'

/** Whether an owner is still to be made. */
export const setupQuery = () =>
  queryOptions({ queryKey: ['setup'], queryFn: ({ signal }) => unwrap(call(Setup, '/api/setup', { signal })) })

/** Who is signed in; fails with 401 where nobody is. */
export const meQuery = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => unwrap(call(Me, '/api/me', { signal })),
    staleTime: 5 * 60_000,
  })

/** Whether somebody is signed in: asked where nobody may be, since a refused question is an error in the browser's log. */
export const isSignedIn = async (): Promise<boolean> => {
  const session = await unwrap(call(Anything, '/api/auth/get-session'))
  return session !== null && session !== undefined
}

export const createOwner = (body: { token: string; name: string; email: string; password: string }) =>
  call(Anything, '/api/setup', { method: 'POST', body })

export const signIn = (body: { email: string; password: string }) =>
  call(Anything, '/api/auth/sign-in/email', { method: 'POST', body })

export const signOut = () => call(Anything, '/api/auth/sign-out', { method: 'POST', body: {} })
