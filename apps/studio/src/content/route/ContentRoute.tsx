import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { projectQuery } from '../../api/index.ts'
import { useNavigate, useSearchParams } from '../../navigation/context.ts'
import { type ContentPlace, paths } from '../../navigation/paths.ts'
import { NotOpened } from '../../shell/NotOpened.tsx'
import { Skeleton } from '../../ui/index.ts'
import { listParams } from '../list/listView.ts'
import { createContentSession } from '../session/contentSession.ts'
import { ContentContext, type ContentScene } from '../session/context.ts'
import { createPins } from '../session/pins.ts'
import * as strings from '../strings.ts'
import styles from './Content.module.css'
import { ContentEditor } from './ContentEditor.tsx'

/** The content of the project in the address; another project is another session. */
export function ContentRoute({ params: { projectId } }: { params: { projectId: string } }) {
  return <ContentOf key={projectId} projectId={projectId} />
}

function ContentOf({ projectId }: { projectId: string }) {
  const project = useQuery(projectQuery(projectId))
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [session] = useState(() => createContentSession({ projectId, queries }))
  const [pins] = useState(() => createPins(projectId, window.localStorage))
  const params = useSearchParams()
  const found = project.data
  const scene = useMemo(
    (): ContentScene | undefined =>
      found && {
        session,
        project: found,
        pins,
        readsOnly: found.role === 'viewer' || found.role === 'reviewer',
        place: placeIn(params),
        go: (place, options) => navigate(paths.content(projectId, place), options),
      },
    [session, found, pins, params, navigate, projectId],
  )
  if (project.error)
    return <NotOpened failure={project.error} missing={strings.noSuchProject} onRetry={() => void project.refetch()} />
  if (!scene) {
    return (
      <div className={styles.page} aria-busy="true">
        <Skeleton width={240} height={20} />
      </div>
    )
  }
  return (
    <ContentContext value={scene}>
      <ContentEditor />
    </ContentContext>
  )
}

function placeIn(params: URLSearchParams): ContentPlace {
  const of = (name: string) => params.get(name) ?? undefined
  const list = Object.fromEntries([...params].filter(([name]) => listParams.includes(name)))
  return {
    model: of('model'),
    entry: of('entry'),
    locale: of('locale'),
    review: of('review'),
    room: of('room'),
    ...(Object.keys(list).length > 0 ? { list } : {}),
  }
}
