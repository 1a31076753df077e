import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '../api/account.ts'
import { useNavigate, useSearchParam } from '../navigation/context.ts'
import { localPath, paths } from '../navigation/paths.ts'
import { AuthPage } from './AuthPage.tsx'
import { SignInForm } from './SignInForm.tsx'
import * as strings from './strings.ts'

/** Signs in with email and password, then opens the page that the user wanted. */
export function SignIn() {
  const next = localPath(useSearchParam('next')) ?? paths.projects
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  // Nothing of the user before is left for the one who signs in.
  useEffect(() => queryClient.clear(), [queryClient])

  return (
    <AuthPage title={strings.signIn} lead={strings.signInLead}>
      <SignInForm
        onSignedIn={async () => {
          queryClient.clear()
          await queryClient.fetchQuery(meQuery())
          navigate(next)
        }}
      />
    </AuthPage>
  )
}
