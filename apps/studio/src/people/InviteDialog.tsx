import type { Invitation } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { type AccessChoice, invitePerson, meQuery, sentence } from '../api/index.ts'
import { Button, Dialog, ErrorNote, TextField } from '../ui/index.ts'
import { AccessFields } from './AccessFields.tsx'
import { InvitationLink } from './InvitationLink.tsx'
import { invitationBody } from './invitation.ts'
import styles from './People.module.css'
import * as strings from './strings.ts'
import { rolesToGive } from './words.ts'

const nobody: AccessChoice = { role: 'member', projects: [] }

/** Asks whom to invite and with which role, then shows the link once. `again` is an earlier invitation to renew. */
export function InviteDialog({
  open,
  onOpenChange,
  again,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  again?: Invitation
}) {
  const [link, setLink] = useState<{ email: string; url: string; expiresAt: number }>()
  const form = useId()
  const [busy, setBusy] = useState(false)
  const close = (next: boolean) => {
    onOpenChange(next)
    if (!next) setLink(undefined)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={link ? strings.sendThisLinkTo(link.email) : again ? strings.newInvitationLink : strings.inviteSomebody}
      description={
        link ? strings.itIsShownOnlyNowWhoever : again ? strings.theEarlierLinkStopsWorking : strings.youGetALinkToSend
      }
      footer={
        link ? (
          <Button variant="primary" onClick={() => close(false)}>
            {strings.done}
          </Button>
        ) : (
          <>
            <Button onClick={() => close(false)}>{strings.cancel}</Button>
            <Button type="submit" form={form} variant="primary" busy={busy}>
              {strings.makeTheLink}
            </Button>
          </>
        )
      }
    >
      {link ? (
        <InvitationLink url={link.url} expiresAt={link.expiresAt} />
      ) : (
        <InviteForm id={form} again={again} onBusy={setBusy} onMade={setLink} />
      )}
    </Dialog>
  )
}

function InviteForm({
  id,
  again,
  onBusy,
  onMade,
}: {
  id: string
  again: Invitation | undefined
  onBusy: (busy: boolean) => void
  onMade: (link: { email: string; url: string; expiresAt: number }) => void
}) {
  const me = useQuery(meQuery())
  const queryClient = useQueryClient()
  const [email, setEmail] = useState(again?.email ?? '')
  const [name, setName] = useState(again?.name ?? '')
  const [access, setAccess] = useState<AccessChoice>(again ?? nobody)
  const [problem, setProblem] = useState<string>()
  const [error, setError] = useState<string>()

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setError(undefined)
    const asked = invitationBody({ email, name, access })
    if (!asked.ok) {
      setProblem(asked.problem)
      return
    }
    onBusy(true)
    const answer = await invitePerson(asked.body)
    onBusy(false)
    if (!answer.ok) {
      if (answer.error.code === 'already_member') setProblem(sentence(answer.error))
      else setError(sentence(answer.error))
      return
    }
    await queryClient.invalidateQueries({ queryKey: ['people'] })
    onMade({ email: asked.body.email, ...answer.value })
  }

  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={strings.email}
        type="email"
        inputMode="email"
        size="lg"
        autoComplete="off"
        autoFocus={!again}
        required
        readOnly={again !== undefined}
        placeholder="sam@example.com"
        hint={strings.theySignInWithItNo}
        value={email}
        error={problem}
        onChange={(event) => {
          setEmail(event.target.value)
          setProblem(undefined)
        }}
      />
      <TextField
        label={strings.nameTheyCanChangeIt}
        size="lg"
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <AccessFields value={access} onChange={setAccess} roles={rolesToGive(me.data?.workspace.role)} />
      {error && <ErrorNote title={error} />}
    </form>
  )
}
