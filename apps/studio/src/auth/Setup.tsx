import type { ApiError } from '@atelier/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { createOwner, meQuery, setupQuery } from '../api/account.ts'
import { errorOf } from '../api/client.ts'
import { useNavigate, useSearchParam } from '../navigation/context.ts'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../navigation/paths.ts'
import { Button, ErrorNote, Skeleton, TextField } from '../ui/index.ts'
import { AuthPage } from './AuthPage.tsx'
import { checkOwner, type OwnerProblems } from './ownerForm.ts'
import * as strings from './strings.ts'

/** Makes the first owner, with the one-time link that the server prints when it starts. */
export function Setup() {
  const token = useSearchParam('token')
  const setup = useQuery(setupQuery())

  if (setup.isPending) {
    return (
      <AuthPage title={strings.atelier} lead={strings.loadingLead}>
        <Skeleton height={36} />
      </AuthPage>
    )
  }
  if (setup.isError) {
    return (
      <AuthPage title={strings.setUpAtelier} lead={strings.setupLead}>
        <ErrorNote
          title={errorOf(setup.error).message}
          actions={
            <Button size="sm" onClick={() => setup.refetch()}>
              {strings.tryAgain}
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
      <AuthPage title={strings.thisStudioIsSetUp} lead={strings.setUpLead}>
        <p>
          <Link to={paths.signIn()}>{strings.signIn}</Link>
        </p>
      </AuthPage>
    )
  }
  if (!token) {
    return (
      <AuthPage title={strings.openTheSetupLink} lead={strings.setupLinkLead}>
        <ErrorNote tone="info" title={strings.setupLinkExample}>
          <code>{strings.setupToken(window.location.origin)}</code>
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
    navigate(paths.projects)
  }

  return (
    <AuthPage title={strings.setUpAtelier} lead={strings.createOwnerLead}>
      <form className="grid gap-16" onSubmit={submit} noValidate>
        {error && (
          <ErrorNote title={error.status === 403 ? strings.setupLinkInvalid : error.message}>
            {error.status === 403 ? strings.setupLinkInvalidHint : error.hint}
          </ErrorNote>
        )}
        <TextField label={strings.yourName} autoComplete="name" autoFocus {...field('name')} />
        <TextField label={strings.email} type="email" autoComplete="username" inputMode="email" {...field('email')} />
        <TextField
          label={strings.password}
          type="password"
          autoComplete="new-password"
          hint={strings.passwordHint}
          {...field('password')}
        />
        <Button type="submit" variant="primary" size="lg" full busy={busy}>
          {strings.createTheOwner}
        </Button>
      </form>
    </AuthPage>
  )
}
