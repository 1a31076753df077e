import type { Generation, Me, Project } from '@atelier/api'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { findWritersIn } from '../../api/changes.ts'
import { generationQuery } from '../../api/generations.ts'
import { meQuery, projectQuery } from '../../api/index.ts'
import { createConnection } from '../../documents/connection.ts'
import { OverlapsDialog } from '../../documents/OverlapsDialog.tsx'
import { personColor } from '../../documents/presence.ts'
import { syncUrl } from '../../documents/syncUrl.ts'
import { openUnsentEdits } from '../../documents/unsent.ts'
import { NotOpened } from '../../shell/NotOpened.tsx'
import { PlanContext } from '../document/context.ts'
import { createPlanSession, type PlanSession } from '../document/planSession.ts'
import * as strings from '../strings.ts'
import { PlanPage, PlanShape } from './PlanPage.tsx'

/** The plan in the address; another one is another page. */
export function PlanRoute({ params }: { params: { projectId: string; generationId: string } }) {
  return <PlanOf key={`${params.projectId} ${params.generationId}`} {...params} />
}

function PlanOf({ projectId, generationId }: { projectId: string; generationId: string }) {
  const me = useQuery(meQuery())
  const project = useQuery(projectQuery(projectId))
  const generation = useQuery(generationQuery(projectId, generationId))
  const failure = me.error ?? project.error ?? generation.error
  if (failure && !(me.data && project.data && generation.data))
    return <NotOpened failure={failure} missing={strings.noSuchPlan} onRetry={() => void generation.refetch()} />
  if (!me.data || !project.data || !generation.data) return <PlanShape />
  return <Opened me={me.data} project={project.data} generation={generation.data} />
}

/** Holds the live plan for as long as its page is on the screen. */
function Opened({ me, project, generation }: { me: Me; project: Project; generation: Generation }) {
  const { id: userId, name } = me.user
  const { documentId } = generation
  const { id: projectId } = project
  const [session, setSession] = useState<PlanSession>()
  useEffect(() => {
    const unsent = openUnsentEdits(userId)
    const connection = createConnection({
      url: syncUrl(),
      person: { userId, name, color: personColor(userId) },
      unsent,
      findWriters: findWritersIn(projectId),
    })
    const made = createPlanSession(connection, documentId)
    setSession(made)
    return () => {
      made.close()
      connection.close()
      unsent.close()
    }
  }, [projectId, documentId, userId, name])
  if (!session) return <PlanShape />
  const readsOnly = project.role === 'viewer' || project.role === 'reviewer'
  return (
    <PlanContext value={{ session, project, generation, readsOnly }}>
      <PlanPage />
      <OverlapsDialog connection={session.connection} titleOf={() => strings.thePlan} />
    </PlanContext>
  )
}
