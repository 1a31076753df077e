import type { Me, Project } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { meQuery } from '../../api/account.ts'
import { findWritersIn } from '../../api/changes.ts'
import { projectQuery } from '../../api/projects.ts'
import { type Connection, createConnection } from '../../documents/connection.ts'
import { personColor } from '../../documents/presence.ts'
import { syncUrl } from '../../documents/syncUrl.ts'
import { openUnsentEdits } from '../../documents/unsent.ts'
import { NotOpened } from '../../shell/NotOpened.tsx'
import styles from '../../shell/Workbench.module.css'
import { KeepWords } from './fields/keepWords.ts'
import { SiteEditor } from './SiteEditor.tsx'
import { EditorContext } from './session/context.ts'
import { createEditorSession, type EditorSession } from './session/session.ts'
import * as strings from './strings.ts'

/** The editor of one project: loads who and what it is about, then opens its live documents. */
export function Editor({ projectId }: { projectId: string }) {
  const me = useQuery(meQuery())
  const project = useQuery(projectQuery(projectId))
  const failure = me.error ?? project.error
  // The editor stays open while the session is renewed.
  if (failure && !(me.data && project.data))
    return <NotOpened failure={failure} missing={strings.noSuchProject} onRetry={() => void project.refetch()} />
  if (!me.data || !project.data) return <Shape />
  return <Opened key={projectId} me={me.data} project={project.data} />
}

/** Holds the session for as long as the editor is on the screen. */
function Opened({ me, project }: { me: Me; project: Project }) {
  const { id: userId, name } = me.user
  const { id: projectId, siteDocumentId } = project
  const queries = useQueryClient()
  const [session, setSession] = useState<EditorSession>()
  useEffect(() => {
    const unsent = openUnsentEdits(userId)
    const connection = createConnection({
      url: syncUrl(),
      person: { userId, name, color: personColor(userId) },
      unsent,
      findWriters: findWritersIn(projectId),
    })
    const made = createEditorSession({
      projectId,
      siteDocumentId,
      userId,
      connection,
      // The card of a run says whether it is undone.
      onServerStep: () => void queries.invalidateQueries({ queryKey: ['changes'] }),
    })
    setSession(made)
    const stopFailing = unsent.failing.subscribe(() => made.problem.set({ message: strings.editsAreNotKept }))
    const stopAsking = askWhenCut(connection, () => void queries.refetchQueries({ queryKey: meQuery().queryKey }))
    return () => {
      stopFailing()
      stopAsking()
      made.close()
      connection.close()
      unsent.close()
    }
  }, [projectId, siteDocumentId, userId, name, queries])
  const keepWords = useCallback((words: string) => session?.text.keepLost({ words }), [session])
  if (!session) return <Shape />
  return (
    <EditorContext value={session}>
      <KeepWords value={keepWords}>
        <SiteEditor project={project} />
      </KeepWords>
    </EditorContext>
  )
}

/** Calls `ask` each time the connection is lost: the socket cannot tell an ended session from a lost network. */
function askWhenCut({ status }: Connection, ask: () => void): () => void {
  let before = status.get().state
  return status.subscribe(() => {
    const { state } = status.get()
    if (state !== before && (state === 'offline' || state === 'denied')) ask()
    before = state
  })
}

/** The editor's panes while their content loads. */
function Shape() {
  return (
    <div className={styles.shape} aria-busy="true">
      <div />
      <div />
      <div />
    </div>
  )
}
