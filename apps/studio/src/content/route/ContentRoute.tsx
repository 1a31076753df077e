import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { errorOf, projectQuery } from '../../api/index.ts'
import { useNavigate, useSearchParam } from '../../navigation/context.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, ErrorNote, Skeleton } from '../../ui/index.ts'
import { createContentSession } from '../session/contentSession.ts'
import { ContentContext, type ContentScene } from '../session/context.ts'
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
  const model = useSearchParam('model')
  const entry = useSearchParam('entry')
  const locale = useSearchParam('locale')
  const review = useSearchParam('review')
  const found = project.data
  const scene = useMemo(
    (): ContentScene | undefined =>
      found && {
        session,
        project: found,
        readsOnly: found.role === 'viewer' || found.role === 'reviewer',
        place: { model, entry, locale, review },
        go: (place, options) => navigate(paths.content(projectId, place), options),
      },
    [session, found, model, entry, locale, review, navigate, projectId],
  )
  if (project.error) {
    const { status, message, hint } = errorOf(project.error)
    return (
      <div className={styles.page}>
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
