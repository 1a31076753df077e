import { stripEnd } from '@atelier/operation'
import { useState } from 'react'
import { useStore } from '../documents/store.ts'
import { useNavigate } from '../navigation/context.ts'
import { paths } from '../navigation/paths.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import type { EditorConnection } from './contract/documentEditor.ts'
import * as strings from './strings.ts'
import styles from './Workbench.module.css'

/** Problems between an edit and the server, as text: what was kept and what to do. */
export function Notices({ connection }: { connection: EditorConnection }) {
  const navigate = useNavigate()
  const { state, unsaved, reason } = useStore(connection.status, (value) => value)
  const [discarding, setDiscarding] = useState(false)
  const edits = strings.yourLastEdits(unsaved)
  if (state === 'denied') {
    return (
      <div className={styles.notice}>
        <ErrorNote title={strings.thisProjectCannotBeOpened}>{strings.refusedHint(sentenceOf(reason))}</ErrorNote>
      </div>
    )
  }
  if (state === 'unreadable') {
    return (
      <div className={styles.notice}>
        <ErrorNote title={strings.serverCannotOpenProject}>{sentenceOf(reason)}</ErrorNote>
      </div>
    )
  }
  if (state === 'removed') {
    return (
      <div className={styles.notice}>
        <ErrorNote
          title={strings.thisProjectHasBeenDeleted}
          actions={
            <Button size="sm" onClick={() => navigate(paths.projects)}>
              {strings.allProjects}
            </Button>
          }
        >
          {strings.projectDeletedHint}
        </ErrorNote>
      </div>
    )
  }
  if (state !== 'refused') return null
  return (
    <div className={styles.notice}>
      <ErrorNote
        title={strings.theServerDidNotAccept(edits)}
        actions={
          <>
            <Button size="sm" onClick={connection.retry}>
              {strings.sendAgain}
            </Button>
            <Button size="sm" onClick={() => setDiscarding(true)}>
              {unsaved === 1 ? strings.giveItUp : strings.giveThemUp}
            </Button>
          </>
        }
      >
        {strings.editsRefusedHint(sentenceOf(reason), unsaved)}
      </ErrorNote>
      <ConfirmDialog
        open={discarding}
        onOpenChange={setDiscarding}
        title={strings.giveUp(edits)}
        confirm={unsaved === 1 ? strings.giveItUp : strings.giveThemUp}
        onConfirm={() => {
          connection.discard()
          return undefined
        }}
      >
        {strings.giveUpEffect}
      </ConfirmDialog>
    </div>
  )
}

/** The server's reason with one full stop. */
function sentenceOf(reason: string | undefined): string {
  return `${stripEnd(reason ?? strings.noReasonGiven, '. \n')}.`
}
