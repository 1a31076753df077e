import type { Me, Project } from '@atelier/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { meQuery } from '../api/account.ts'
import { projectQuery } from '../api/projects.ts'
import { createConnection } from '../documents/connection.ts'
import { personColor } from '../documents/presence.ts'
import { syncUrl } from '../documents/syncUrl.ts'
import { NotOpened } from '../shell/NotOpened.tsx'
import shellStyles from '../shell/Workbench.module.css'
import { AssistantPage } from './AssistantPage.tsx'
import { type AssistantSession, createAssistantSession } from './assistantSession.ts'
import * as strings from './strings.ts'

/** The assistant of the project in the address; another project is another page. */
export function AssistantRoute({ params: { projectId } }: { params: { projectId: string } }) {
  return <AssistantOf key={projectId} projectId={projectId} />
}

function AssistantOf({ projectId }: { projectId: string }) {
  const me = useQuery(meQuery())
  const project = useQuery(projectQuery(projectId))
  const failure = me.error ?? project.error
  if (failure && !(me.data && project.data))
    return <NotOpened failure={failure} missing={strings.noSuchProject} onRetry={() => void project.refetch()} />
  if (!me.data || !project.data) return <div className={shellStyles.shape} aria-busy="true" />
  return <Opened me={me.data} project={project.data} />
}

/** Holds the session for as long as the page is on the screen. */
function Opened({ me, project }: { me: Me; project: Project }) {
  const { id: userId, name } = me.user
  const { siteDocumentId } = project
  const queries = useQueryClient()
  const [session, setSession] = useState<AssistantSession>()
  useEffect(() => {
    const connection = createConnection({ url: syncUrl(), person: { userId, name, color: personColor(userId) } })
    const made = createAssistantSession({
      connection,
      siteDocumentId,
      // The card of a run says whether it is undone.
      onServerStep: () => void queries.invalidateQueries({ queryKey: ['changes'] }),
    })
    setSession(made)
    return () => {
      made.close()
      connection.close()
    }
  }, [siteDocumentId, userId, name, queries])
  if (!session) return <div className={shellStyles.shape} aria-busy="true" />
  return <AssistantPage session={session} project={project} />
}
