import { queryOptions } from '@tanstack/react-query'
import { Type } from 'typebox'
import { operated } from './operated.ts'

/** The pictures of a project's library, as choices. */
export const libraryPicturesQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'pictures'],
    queryFn: async () => {
      const Media = Type.Object({ mediaId: Type.String(), name: Type.String(), type: Type.String() })
      const { media } = await operated(id, 'site.list_media', {}, Type.Object({ media: Type.Array(Media) }))
      return media.flatMap(({ mediaId, name, type }) =>
        type.startsWith('image/') ? [{ value: mediaId, label: name }] : [],
      )
    },
    staleTime: 0,
  })
