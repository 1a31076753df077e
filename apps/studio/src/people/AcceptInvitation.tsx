import type { ApiError } from '@atelier/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { errorOf } from '../api/client.ts'
import { acceptInvitation, meQuery, offerQuery } from '../api/index.ts'
import { AuthPage } from '../auth/AuthPage.tsx'
import { useNavigate, useSearchParam } from '../navigation/context.ts'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../navigation/paths.ts'
import { Button, ErrorNote, Skeleton, TextField } from '../ui/index.ts'
import { acceptanceBody, checkAcceptance, type Offer, voidLink } from './invitation.ts'
import * as strings from './strings.ts'

/** Where the link of an invitation leads: says who invites, and makes the account. */
export function AcceptInvitation() {
  const token = useSearchParam('token')
  const offer = useQuery({ ...offerQuery(token ?? ''), enabled: token !== undefined, retry: false })

  if (token === undefined) {
    return (
      <AuthPage title={strings.openTheInvitationLink} lead={strings.leadThisAddressIsOnlyA}>
        <SignInInstead />
      </AuthPage>
    )
  }
  if (offer.isPending) {
    return (
      <AuthPage title={strings.atelier} lead={strings.leadOneMoment}>
        <Skeleton height={36} />
      </AuthPage>
    )
  }
  if (offer.isError) return <VoidLink error={errorOf(offer.error)} onRetry={() => void offer.refetch()} />
  return <AcceptForm token={token} offer={offer.data} />
}

function VoidLink({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const refused = voidLink(error)
  if (refused === undefined) {
    return (
      <AuthPage title={strings.theInvitationCannotBeRead} lead={strings.leadNothingWasChangedTheLink}>
        <ErrorNote
          title={error.message}
          actions={
            <Button size="sm" onClick={onRetry}>
              {strings.tryAgain}
            </Button>
          }
        >
          {error.hint}
        </ErrorNote>
      </AuthPage>
    )
  }
  return (
    <AuthPage title={refused.title} lead={refused.lead}>
      <SignInInstead />
    </AuthPage>
  )
}

function SignInInstead() {
  return (
    <p className="color-secondary">
      {strings.haveAnAccountAlready} <Link to={paths.signIn()}>{strings.signIn}</Link>
    </p>
  )
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
    const found = checkAcceptance(offer, { name, password })
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    setError(undefined)
    const answer = await acceptInvitation(acceptanceBody(token, offer, { name, password }))
    if (!answer.ok) {
      setBusy(false)
      if (answer.error.path === '/password') setProblems({ password: answer.error.message })
      else setError(answer.error)
      return
    }
    queryClient.clear()
    await queryClient.fetchQuery(meQuery()).catch(() => undefined)
    navigate(paths.projects)
  }

  return (
    <AuthPage
      title={strings.join(offer.invitedBy)}
      lead={
        offer.account
          ? strings.invitesYouToYouHaveAn(offer.invitedBy, offer.workspace)
          : strings.invitesYouToWorkInChoose(offer.invitedBy, offer.workspace)
      }
    >
      <form className="grid gap-16" onSubmit={submit} noValidate>
        {error && <ErrorNote title={error.message}>{error.hint}</ErrorNote>}
        <TextField label={strings.email} type="email" size="lg" autoComplete="username" readOnly value={offer.email} />
        {!offer.account && (
          <TextField
            label={strings.yourName}
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
          label={strings.password}
          type="password"
          size="lg"
          autoComplete={offer.account ? 'current-password' : 'new-password'}
          autoFocus={offer.account || offer.name !== undefined}
          required
          maxLength={128}
          hint={offer.account ? undefined : strings.atLeast8CharactersALong}
          value={password}
          error={problems.password}
          onChange={(event) => {
            setPassword(event.target.value)
            setProblems({ ...problems, password: undefined })
          }}
        />
        <Button type="submit" variant="primary" size="lg" full busy={busy}>
          {strings.acceptTheInvitation}
        </Button>
      </form>
    </AuthPage>
  )
}
