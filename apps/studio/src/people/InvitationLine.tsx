import type { Invitation } from '@atelier/api'
import { useQueryClient } from '@tanstack/react-query'
import { Mail, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deletionFailure, withdrawInvitation } from '../api/index.ts'
import { Button, ConfirmDialog, IconButton } from '../ui/index.ts'
import { InviteDialog } from './InviteDialog.tsx'
import styles from './People.module.css'
import * as strings from './strings.ts'
import { accessLine, roleLabel, untilWhen } from './words.ts'

/** A pending invitation: renew its link, or withdraw it. */
export function InvitationLine({
  invitation,
  projectNames,
  mayTouch,
}: {
  invitation: Invitation
  projectNames: ReadonlyMap<string, string>
  mayTouch: boolean
}) {
  const queryClient = useQueryClient()
  const [renewing, setRenewing] = useState(false)
  const [withdrawing, setWithdrawing] = useState(false)
  const expired = invitation.expiresAt <= Date.now()
  const withdraw = async () => {
    const answer = await withdrawInvitation(invitation.id)
    const failure = deletionFailure(answer)
    if (failure === undefined) await queryClient.invalidateQueries({ queryKey: ['people'] })
    return failure
  }
  return (
    <div className={styles.line}>
      <span className={styles.avatar} data-pending="" aria-hidden="true">
        <Mail size={15} />
      </span>
      <div className={styles.who}>
        <p className="break-anywhere font-medium">{invitation.name ?? invitation.email}</p>
        <p className={styles.meta}>
          {invitation.name && <span>{invitation.email}</span>}
          <span data-expired={expired ? '' : undefined}>{untilWhen(invitation.expiresAt)}</span>
        </p>
      </div>
      <div className={styles.access}>
        <p>{roleLabel(invitation.role)}</p>
        <p className={styles.meta}>{accessLine(invitation, projectNames)}</p>
      </div>
      {mayTouch && (
        <div className={styles.actions}>
          <Button onClick={() => setRenewing(true)} aria-label={strings.newLinkFor(invitation.email)}>
            {strings.newLink}
          </Button>
          <IconButton label={strings.withdrawTheInvitationOf(invitation.email)} onClick={() => setWithdrawing(true)}>
            <Trash2 size={15} />
          </IconButton>
        </div>
      )}
      <InviteDialog open={renewing} onOpenChange={setRenewing} again={invitation} />
      <ConfirmDialog
        open={withdrawing}
        onOpenChange={setWithdrawing}
        title={strings.withdrawInvitationQuestion(invitation.email)}
        confirm={strings.withdraw}
        onConfirm={withdraw}
      >
        <p>{strings.itsLinkStopsWorkingAtOnce}</p>
      </ConfirmDialog>
    </div>
  )
}
