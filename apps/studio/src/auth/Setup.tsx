import type { ApiError } from '@atelier/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { createOwner, meQuery, setupQuery } from '../api/account.ts'
import { errorOf } from '../api/client.ts'
import { Button, ErrorNote, Skeleton, TextField } from '../ui/index.ts'
import styles from './AuthPage.module.css'
import { AuthPage } from './AuthPage.tsx'
import { checkOwner, type OwnerProblems } from './ownerForm.ts'

/** Makes the first owner, with the one-time link that the server prints when it starts. */
export function Setup() {
  const { token } = useSearch({ from: '/setup' })
  const setup = useQuery(setupQuery())

  if (setup.isPending) {
    return (
      <AuthPage title="Atelier" lead="One moment.">
        <Skeleton height={36} />
      </AuthPage>
    )
  }
  if (setup.isError) {
    return (
      <AuthPage title="Set up Atelier" lead="Create the owner of this studio.">
        <ErrorNote
          title={errorOf(setup.error).message}
          actions={
            <Button size="sm" onClick={() => setup.refetch()}>
              Try again
            </Button>
          }
        >
          {errorOf(setup.error).hint}
        </ErrorNote>
      </AuthPage>
    )
  }
  if (!setup.data.needed) {
    return (
      <AuthPage title="This studio is set up" lead="It has an owner already, so the setup link no longer works.">
        <p>
          <Link to="/sign-in">Sign in</Link>
        </p>
      </AuthPage>
    )
  }
  if (!token) {
    return (
      <AuthPage
        title="Open the setup link"
        lead="When Atelier starts without an owner, it prints a one-time link in its terminal. Open that link to create the owner."
      >
        <ErrorNote tone="info" title="It looks like this">
          <code>{window.location.origin}/setup?token=…</code>
        </ErrorNote>
      </AuthPage>
    )
  }
  return <OwnerForm token={token} />
}

function OwnerForm({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [values, setValues] = useState({ name: '', email: '', password: '' })
  const [problems, setProblems] = useState<OwnerProblems>({})
  const [error, setError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)

  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setProblems({ ...problems, [name]: undefined })
    },
    size: 'lg' as const,
    required: true,
  })

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const found = checkOwner(values)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    setError(undefined)
    const answer = await createOwner({ token, ...values })
    if (!answer.ok) {
      setBusy(false)
      setError(answer.error)
      return
    }
    queryClient.removeQueries({ queryKey: ['setup'] })
    await queryClient.fetchQuery(meQuery()).catch(() => undefined)
    await navigate({ to: '/' })
  }

  return (
    <AuthPage
      title="Set up Atelier"
      lead="Create the owner. This account can do everything here, and invites the others."
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        {error && (
          <ErrorNote title={error.status === 403 ? 'This setup link is wrong or has been used.' : error.message}>
            {error.status === 403
              ? 'Every start of the server prints a new link. Restart Atelier and open the link that it prints.'
              : error.hint}
          </ErrorNote>
        )}
        <TextField label="Your name" autoComplete="name" autoFocus {...field('name')} />
        <TextField label="Email" type="email" autoComplete="username" inputMode="email" {...field('email')} />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters. A long sentence is good."
          {...field('password')}
        />
        <Button type="submit" variant="primary" size="lg" full busy={busy}>
          Create the owner
        </Button>
      </form>
    </AuthPage>
  )
}
