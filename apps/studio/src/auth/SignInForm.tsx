import type { ApiError } from '@atelier/api/client'
import { type SubmitEvent, useState } from 'react'
import { signIn } from '../api/account.ts'
import { errorOf } from '../api/client.ts'
import { Button, ErrorNote, TextField } from '../ui/index.ts'
import * as strings from './strings.ts'

/**
 * The fields for email and password.
 * @param email of the user who was signed in before
 * @param onSignedIn what follows; what it rejects with is shown
 */
export function SignInForm({ email: known = '', onSignedIn }: { email?: string; onSignedIn(): Promise<void> }) {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    const answer = await signIn({ email: email.trim(), password })
    if (answer.ok) {
      try {
        await onSignedIn()
        return
      } catch (failure) {
        setError(errorOf(failure))
      }
    } else setError(answer.error)
    setBusy(false)
  }

  return (
    <form className="grid gap-16" onSubmit={submit}>
      {error && <ErrorNote title={signInErrorTitle(error)}>{hintOf(error)}</ErrorNote>}
      <TextField
        label={strings.email}
        type="email"
        name="email"
        size="lg"
        autoComplete="username"
        inputMode="email"
        autoFocus={known === ''}
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
        autoFocus={known !== ''}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" full busy={busy}>
        {strings.signIn}
      </Button>
    </form>
  )
}

function signInErrorTitle(error: ApiError): string {
  if (error.status === 401) return strings.wrongCredentials
  if (error.status === 429) return strings.tooManyAttempts
  return error.message
}

function hintOf(error: ApiError): string | undefined {
  if (error.status === 401) return strings.wrongCredentialsHint
  if (error.status === 429) return strings.tooManyAttemptsHint
  return error.hint
}
