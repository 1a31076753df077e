import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { ImageView, imageView, searchImagesBy } from '../images/images.ts'

export const searchImages = defineOperation({
  id: 'cms.searchImages',
  summary: 'Search the pictures of the site',
  description: 'Pictures by words of name, alt text and tags, with relevance.',
  icon: 'images',
  of: 'content.search_media',
  effect: 'read',
  input: Type.Object(
    {
      query: Type.String({ minLength: 1, maxLength: 500 }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 5 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ images: Type.Array(ImageView), total: Type.Integer() }),
  run(context: CmsContext, { query, limit = 5 }) {
    const found = searchImagesBy(context, query)
    const images = found.slice(0, limit).map(({ entry, relevance }) => imageView(entry, relevance))
    return ok({ images, total: found.length })
  },
})
