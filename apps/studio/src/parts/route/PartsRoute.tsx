import type { Me, Project } from '@atelier/api'
import { partsDocumentId } from '@atelier/cad'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { meQuery } from '../../api/account.ts'
import { partsQuery } from '../../api/parts.ts'
import { projectQuery } from '../../api/projects.ts'
import type { Connection } from '../../documents/connection.ts'
import { NotOpened } from '../../shell/NotOpened.tsx'
import { PartsPage } from '../list/PartsPage.tsx'
import { createListSession } from '../session/listSession.ts'
import { useConnection } from '../session/useConnection.ts'
import * as strings from '../strings.ts'

/** The parts of the project in the address; another project is another page. */
export function PartsRoute({ params: { projectId } }: { params: { projectId: string } }) {
  return <PartsOf key={projectId} projectId={projectId} />
}

function PartsOf({ projectId }: { projectId: string }) {
  const me = useQuery(meQuery())
  const project = useQuery(projectQuery(projectId))
  const failure = me.error ?? project.error
  if (failure && !(me.data && project.data))
    return <NotOpened failure={failure} missing={strings.noSuchProject} onRetry={() => void project.refetch()} />
  if (!me.data || !project.data) return <div aria-busy="true" />
  return <Opened me={me.data} project={project.data} />
}

/** The list is a document of its own, which is there once the first part has been made. */
function Opened({ me, project }: { me: Me; project: Project }) {
  const listed = useQuery({ ...partsQuery(project.id), refetchOnMount: 'always' })
  const isThere = listed.data !== undefined && listed.data.parts.length + listed.data.folders.length > 0
  const open = useCallback(
    (connection: Connection) => createListSession(connection, partsDocumentId(project.id)),
    [project.id],
  )
  const session = useConnection(me, project.id, isThere ? open : undefined)
  return (
    <PartsPage
      project={project}
      session={session}
      listed={listed.data}
      failure={listed.error}
      onRetry={() => void listed.refetch()}
    />
  )
}
