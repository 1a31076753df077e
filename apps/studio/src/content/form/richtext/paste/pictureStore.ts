import type { QueryClient } from '@tanstack/react-query'
import { sentence } from '../../../../api/client.ts'
import { libraryKey, uploadMedia } from '../../../../api/media.ts'
import { refuseUpload } from '../../../../media/uploads.ts'
import type { ContentSession } from '../../../session/contentSession.ts'
import { mediaOperations } from '../../../session/handles.ts'
import type { PictureStore } from './pasting.ts'

const addressIn = (path: string) => `/${path.replace(/^\//, '')}`

/** Takes pictures into the project's media by the same ways as the media room. */
export function pictureStore(session: ContentSession, queries: QueryClient): PictureStore {
  const { projectId } = session
  return {
    async upload(file) {
      const refused = refuseUpload(file)
      if (refused !== undefined) return { ok: false, reason: refused }
      const { signal } = new AbortController()
      const answer = await uploadMedia(projectId, { file, folder: '', onProgress: () => undefined, signal })
      if (!answer.ok) return { ok: false, reason: sentence(answer.error) }
      const { path, changeSetId } = answer.value
      if (changeSetId !== undefined) session.recordChange(changeSetId)
      void queries.invalidateQueries({ queryKey: libraryKey(projectId) })
      return { ok: true, src: addressIn(path) }
    },
    async fetch(url) {
      const answer = await session.run(mediaOperations.fetchMedia, { url })
      return answer.ok
        ? { ok: true, src: addressIn(answer.value.data.path) }
        : { ok: false, reason: sentence(answer.error) }
    },
  }
}
