import type { QueryClient } from '@tanstack/react-query'
import { libraryKey } from '../../api/media.ts'
import { createUploads, type Uploads } from '../../media/uploads.ts'
import type { ContentSession } from '../session/contentSession.ts'

const made = new WeakMap<ContentSession, Uploads>()

/** The uploads of the content's session: they continue while other rooms are shown. */
export function contentUploads(session: ContentSession, queries: Pick<QueryClient, 'invalidateQueries'>): Uploads {
  const known = made.get(session)
  if (known) return known
  const uploads = createUploads({
    projectId: session.projectId,
    added: (changeSetId) => {
      if (changeSetId !== undefined) session.recordChange(changeSetId)
    },
    warn: (message) => session.problem.set({ message }),
    arrived: () => queries.invalidateQueries({ queryKey: libraryKey(session.projectId) }),
  })
  made.set(session, uploads)
  return uploads
}
