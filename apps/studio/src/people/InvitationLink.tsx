import { ErrorNote } from '../ui/index.ts'
import { CopyField } from './CopyField.tsx'
import styles from './People.module.css'

const local = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The link of an invitation, to be copied. */
export function InvitationLink({ url, expiresAt }: { url: string; expiresAt: number }) {
  const until = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' }).format(expiresAt)
  return (
    <div className={styles.form}>
      <CopyField label="Invitation link" value={url} hint={`It works once, until ${until}.`} />
      {local.has(new URL(url).hostname) && (
        <ErrorNote tone="attention" title="This link opens on this machine only">
          The studio runs at a local address. To let somebody in from elsewhere, start Atelier at an address that they
          reach (ATELIER_ORIGIN), and make the link there.
        </ErrorNote>
      )}
    </div>
  )
}
