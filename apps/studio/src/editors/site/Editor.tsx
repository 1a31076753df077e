import type { Me, Project } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { meQuery } from '../../api/account.ts'
import { errorOf } from '../../api/client.ts'
import { projectQuery } from '../../api/projects.ts'
import { createConnection } from '../../documents/connection.ts'
import { personColor } from '../../documents/presence.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import styles from '../../shell/Workbench.module.css'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { SiteEditor } from './SiteEditor.tsx'
import { EditorContext } from './session/context.ts'
import { createEditorSession, type EditorSession } from './session/session.ts'
import * as strings from './strings.ts'

/** The editor of one project: loads who and what it is about, then opens its live documents. */
export function Editor({ projectId }: { projectId: string }) {
  const me = useQuery(meQuery())
  const project = useQuery(projectQuery(projectId))
  const failure = me.error ?? project.error
  if (failure) {
    const { status, message, hint } = errorOf(failure)
    return (
      <div className={styles.middle}>
        <ErrorNote
          title={status === 404 ? strings.noSuchProject : message}
          actions={
            <>
              {status !== 404 && <Button onClick={() => void project.refetch()}>{strings.tryAgain}</Button>}
              <Link to={paths.projects}>{strings.allProjects}</Link>
            </>
          }
        >
          {hint}
        </ErrorNote>
      </div>
    )
  }
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
    const { protocol, host } = window.location
    const connection = createConnection({
      url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/sync`,
      person: { userId, name, color: personColor(userId) },
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
    return () => {
      made.close()
      connection.close()
    }
  }, [projectId, siteDocumentId, userId, name, queries])
  if (!session) return <Shape />
  return (
    <EditorContext value={session}>
      <SiteEditor project={project} />
    </EditorContext>
  )
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
