import type { ApiError } from '@atelier/api/client'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useState } from 'react'
import { meQuery, signIn } from '../api/account.ts'
import { errorOf } from '../api/client.ts'
import { useNavigate, useSearchParam } from '../navigation/context.ts'
import { localPath, paths } from '../navigation/paths.ts'
import { Button, ErrorNote, TextField } from '../ui/index.ts'
import styles from './AuthPage.module.css'
import { AuthPage } from './AuthPage.tsx'
import * as strings from './strings.ts'

/** Signs in with email and password, then opens the page that the user wanted. */
export function SignIn() {
  const next = localPath(useSearchParam('next')) ?? paths.projects
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)

  // Nothing of the user before is left for the one who signs in.
  useEffect(() => queryClient.clear(), [queryClient])

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    const answer = await signIn({ email: email.trim(), password })
    if (answer.ok) {
      queryClient.clear()
      try {
        await queryClient.fetchQuery(meQuery())
        navigate(next)
        return
      } catch (failure) {
        setError(errorOf(failure))
      }
    } else setError(answer.error)
    setBusy(false)
  }

  return (
    <AuthPage title={strings.signIn} lead={strings.signInLead}>
      <form className={styles.form} onSubmit={submit}>
        {error && <ErrorNote title={titleOf(error)}>{hintOf(error)}</ErrorNote>}
        <TextField
          label={strings.email}
          type="email"
          name="email"
          size="lg"
          autoComplete="username"
          inputMode="email"
          autoFocus
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label={strings.password}
          type="password"
          name="password"
          size="lg"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="primary" size="lg" full busy={busy}>
          {strings.signIn}
        </Button>
      </form>
    </AuthPage>
  )
}

function titleOf(error: ApiError): string {
  if (error.status === 401) return strings.wrongCredentials
  if (error.status === 429) return strings.tooManyAttempts
  return error.message
}

function hintOf(error: ApiError): string | undefined {
  if (error.status === 401) return strings.wrongCredentialsHint
  if (error.status === 429) return strings.tooManyAttemptsHint
  return error.hint
}
