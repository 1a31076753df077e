import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { ImageView, imagesOf, imageView } from '../images/images.ts'

export const listAllImages = defineOperation({
  id: 'cms.listAllImages',
  summary: 'List the pictures of the site',
  description: 'All pictures, the newest first.',
  icon: 'images',
  of: 'site.list_media',
  effect: 'read',
  input: Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ images: Type.Array(ImageView), total: Type.Integer() }),
  run(context: CmsContext, { limit = 50, offset = 0 }) {
    const all = imagesOf(context)
    return ok({ images: all.slice(offset, offset + limit).map((entry) => imageView(entry)), total: all.length })
  },
})
