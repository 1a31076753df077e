import { queryOptions } from '@tanstack/react-query'
import { operations } from '../../editors/site/session/handles.ts'
import { callServer } from '../../editors/site/session/serverCalls.ts'

/** The pictures of a project's library, as choices. */
export const libraryPicturesQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'pictures'],
    queryFn: async () => {
      const result = await callServer(id, operations.list_media, { kind: 'image' })
      const media = (result.ok && result.data?.media) || []
      return media.map(({ mediaId, name }) => ({ value: mediaId, label: name }))
    },
    staleTime: 0,
  })
