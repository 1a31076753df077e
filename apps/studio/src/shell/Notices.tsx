import { stripEnd } from '@atelier/operation'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Connection } from '../documents/connection.ts'
import { useStore } from '../documents/store.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import styles from './Workbench.module.css'

/** Problems between an edit and the server, as text: what was kept and what to do. */
export function Notices({ connection }: { connection: Connection }) {
  const navigate = useNavigate()
  const { state, unsaved, reason } = useStore(connection.status, (value) => value)
  const [discarding, setDiscarding] = useState(false)
  const edits = unsaved === 1 ? 'your last edit' : `your last ${unsaved} edits`
  if (state === 'denied') {
    return (
      <div className={styles.notice}>
        <ErrorNote title="This project cannot be opened">{`The server says: ${sentenceOf(reason)} Ask an owner for access, or reload the page.`}</ErrorNote>
      </div>
    )
  }
  if (state === 'unreadable') {
    return (
      <div className={styles.notice}>
        <ErrorNote title="This project cannot be opened by this server">{sentenceOf(reason)}</ErrorNote>
      </div>
    )
  }
  if (state === 'removed') {
    return (
      <div className={styles.notice}>
        <ErrorNote
          title="This project has been deleted"
          actions={
            <Button size="sm" onClick={() => void navigate({ to: '/' })}>
              All projects
            </Button>
          }
        >
          What you still see here is only in this tab and cannot be changed any more.
        </ErrorNote>
      </div>
    )
  }
  if (state !== 'refused') return null
  return (
    <div className={styles.notice}>
      <ErrorNote
        title={`The server did not accept ${edits}`}
        actions={
          <>
            <Button size="sm" onClick={connection.retry}>
              Send again
            </Button>
            <Button size="sm" onClick={() => setDiscarding(true)}>
              Give {unsaved === 1 ? 'it' : 'them'} up
            </Button>
          </>
        }
      >
        {`It says: ${sentenceOf(reason)} ${unsaved === 1 ? 'It is' : 'They are'} kept in this tab and nowhere else: send again, or go back to what the server has.`}
      </ErrorNote>
      <ConfirmDialog
        open={discarding}
        onOpenChange={setDiscarding}
        title={`Give up ${edits}`}
        confirm={unsaved === 1 ? 'Give it up' : 'Give them up'}
        onConfirm={() => {
          connection.discard()
          return undefined
        }}
      >
        The page goes back to what the server has. What others and the agent did stays.
      </ConfirmDialog>
    </div>
  )
}

/** The server's reason with one full stop. */
function sentenceOf(reason: string | undefined): string {
  return `${stripEnd(reason ?? 'no reason given', '. \n')}.`
}
