import { ErrorNote } from '../ui/index.ts'
import { CopyField } from './CopyField.tsx'
import styles from './People.module.css'
import * as strings from './strings.ts'

const local = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The link of an invitation, to be copied. */
export function InvitationLink({ url, expiresAt }: { url: string; expiresAt: number }) {
  const until = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' }).format(expiresAt)
  return (
    <div className={styles.form}>
      <CopyField label={strings.invitationLink} value={url} hint={strings.itWorksOnceUntil(until)} />
      {local.has(new URL(url).hostname) && (
        <ErrorNote tone="attention" title={strings.thisLinkOpensOnThisMachine}>
          {strings.theStudioRunsAtALocal}
        </ErrorNote>
      )}
    </div>
  )
}
