import type { Me, Project } from '@atelier/api'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { meQuery } from '../../api/account.ts'
import { errorOf } from '../../api/client.ts'
import { partQuery } from '../../api/parts.ts'
import { projectQuery } from '../../api/projects.ts'
import type { Connection } from '../../documents/connection.ts'
import { OverlapsDialog } from '../../documents/OverlapsDialog.tsx'
import { useStore } from '../../documents/store.ts'
import { NotOpened } from '../../shell/NotOpened.tsx'
import styles from '../../shell/Workbench.module.css'
import { PartEditor } from '../part/PartEditor.tsx'
import { PartContext, type PartScene } from '../session/context.ts'
import { createPartSession, type PartSession } from '../session/partSession.ts'
import { useConnection } from '../session/useConnection.ts'
import * as strings from '../strings.ts'

/** The part in the address; another one is another page. */
export function PartRoute({ params }: { params: { projectId: string; partId: string } }) {
  return <PartOf key={`${params.projectId} ${params.partId}`} {...params} />
}

function PartOf({ projectId, partId }: { projectId: string; partId: string }) {
  const me = useQuery(meQuery())
  const project = useQuery(projectQuery(projectId))
  const failure = me.error ?? project.error
  if (failure && !(me.data && project.data))
    return <NotOpened failure={failure} missing={strings.noSuchProject} onRetry={() => void project.refetch()} />
  if (!me.data || !project.data) return <Shape />
  return <Opened me={me.data} project={project.data} partId={partId} />
}

/** Holds the live part for as long as its page is on the screen. */
function Opened({ me, project, partId }: { me: Me; project: Project; partId: string }) {
  const { id: projectId } = project
  const open = useCallback(
    (connection: Connection) => createPartSession({ connection, projectId, partId }),
    [projectId, partId],
  )
  const session = useConnection(me, projectId, open)
  return session ? <Shown session={session} project={project} /> : <Shape />
}

function Shown({ session, project }: { session: PartSession; project: Project }) {
  const { projectId, partId } = session
  const revision = useStore(session.revision, (value) => value)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...partQuery(projectId, partId, revision),
    placeholderData: keepPreviousData,
    retry: false,
  })
  // The last one stays while another fails.
  const last = useRef(data)
  if (data) last.current = data
  const build = data ?? last.current
  const scene = useMemo(
    (): PartScene => ({
      session,
      project,
      readsOnly: project.role === 'viewer' || project.role === 'reviewer',
      build,
      builtRevision: data && !isPlaceholderData ? revision : undefined,
      building: isFetching,
      failure: error ?? undefined,
      retry: () => void refetch(),
    }),
    [session, project, build, data, isPlaceholderData, revision, isFetching, error, refetch],
  )
  if (error && errorOf(error).status === 404)
    return <NotOpened failure={error} missing={strings.noSuchPart} onRetry={() => void refetch()} />
  return (
    <PartContext value={scene}>
      <PartEditor />
      <OverlapsDialog connection={session.connection} titleOf={() => build?.name ?? strings.part} />
    </PartContext>
  )
}

/** The panes while the part loads. */
const Shape = () => (
  <div className={styles.shape} aria-busy="true">
    <div />
    <div />
    <div />
  </div>
)
