import type { ApiError } from '@atelier/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { errorOf } from '../api/client.ts'
import { acceptInvitation, meQuery, offerQuery } from '../api/index.ts'
import styles from '../auth/AuthPage.module.css'
import { AuthPage } from '../auth/AuthPage.tsx'
import { checkOwner } from '../auth/ownerForm.ts'
import { Button, ErrorNote, Skeleton, TextField } from '../ui/index.ts'

/** Where the link of an invitation leads: says who invites, and makes the account. */
export function AcceptInvitation() {
  const { token } = useSearch({ from: '/invite' })
  const offer = useQuery({ ...offerQuery(token ?? ''), enabled: token !== undefined, retry: false })

  if (token === undefined) {
    return (
      <AuthPage
        title="Open the invitation link"
        lead="This address is only a part of it. Open the whole link that you were sent."
      >
        <SignInInstead />
      </AuthPage>
    )
  }
  if (offer.isPending) {
    return (
      <AuthPage title="Atelier" lead="One moment.">
        <Skeleton height={36} />
      </AuthPage>
    )
  }
  if (offer.isError) return <VoidLink error={errorOf(offer.error)} onRetry={() => void offer.refetch()} />
  return <AcceptForm token={token} offer={offer.data} />
}

const titles: Record<string, string> = {
  invitation_used: 'This invitation has been used',
  invitation_expired: 'This invitation has expired',
  not_found: 'This invitation link is not valid',
}

function VoidLink({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const title = titles[error.code]
  if (title === undefined) {
    return (
      <AuthPage title="The invitation cannot be read" lead="Nothing was changed; the link may still be good.">
        <ErrorNote
          title={error.message}
          actions={
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {error.hint}
        </ErrorNote>
      </AuthPage>
    )
  }
  const why = error.code === 'not_found' ? 'It may have been withdrawn, or replaced by a newer one. ' : ''
  return (
    <AuthPage title={title} lead={`${why}${error.hint ?? ''}`}>
      <SignInInstead />
    </AuthPage>
  )
}

function SignInInstead() {
  return (
    <p className={styles.foot}>
      Have an account already? <Link to="/sign-in">Sign in</Link>
    </p>
  )
}

interface Offer {
  email: string
  name?: string
  workspace: string
  invitedBy: string
  account: boolean
}

function AcceptForm({ token, offer }: { token: string; offer: Offer }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState(offer.name ?? '')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<{ name?: string; password?: string }>({})
  const [error, setError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const { email } = offer
    const found = checkOwner({ email, password, name: offer.account ? email : name })
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    setError(undefined)
    const answer = await acceptInvitation({ token, name: name.trim() || email, password })
    if (!answer.ok) {
      setBusy(false)
      if (answer.error.path === '/password') setProblems({ password: answer.error.message })
      else setError(answer.error)
      return
    }
    queryClient.clear()
    await queryClient.fetchQuery(meQuery()).catch(() => undefined)
    await navigate({ to: '/' })
  }

  return (
    <AuthPage
      title={`Join ${offer.invitedBy}`}
      lead={
        offer.account
          ? `${offer.invitedBy} invites you to “${offer.workspace}”. You have an account here: accept with its password.`
          : `${offer.invitedBy} invites you to work in “${offer.workspace}”. Choose a name and a password.`
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        {error && <ErrorNote title={error.message}>{error.hint}</ErrorNote>}
        <TextField label="Email" type="email" size="lg" autoComplete="username" readOnly value={offer.email} />
        {!offer.account && (
          <TextField
            label="Your name"
            size="lg"
            autoComplete="name"
            autoFocus={offer.name === undefined}
            required
            maxLength={100}
            value={name}
            error={problems.name}
            onChange={(event) => {
              setName(event.target.value)
              setProblems({ ...problems, name: undefined })
            }}
          />
        )}
        <TextField
          label="Password"
          type="password"
          size="lg"
          autoComplete={offer.account ? 'current-password' : 'new-password'}
          autoFocus={offer.account || offer.name !== undefined}
          required
          maxLength={128}
          hint={offer.account ? undefined : 'At least 8 characters. A long sentence is good.'}
          value={password}
          error={problems.password}
          onChange={(event) => {
            setPassword(event.target.value)
            setProblems({ ...problems, password: undefined })
          }}
        />
        <Button type="submit" variant="primary" size="lg" full busy={busy}>
          Accept the invitation
        </Button>
      </form>
    </AuthPage>
  )
}
