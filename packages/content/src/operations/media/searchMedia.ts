import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { assetAnswer, assetOutput, libraryOf } from './assets.ts'

export const search_media = defineOperation({
  id: 'content.search_media',
  summary: 'Search the media library',
  description: 'Find files by words of their name, alt text and tags, by tags, or by type (image, video, document).',
  icon: 'images',
  keywords: ['find picture', 'find image', 'library', 'assets'],
  effect: 'read',
  input: Type.Object(
    {
      query: Type.Optional(Type.String({ maxLength: 200 })),
      tags: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 20 })),
      type: Type.Optional(Type.String({ maxLength: 60 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ assets: Type.Array(Type.Object(assetOutput)) }),
  async run(context: ContentContext, { limit = 10, ...request }) {
    const library = libraryOf(context)
    if ('refused' in library) return library.refused
    const { locales } = context.restriction ?? {}
    const found = await library.assets.search({ ...request, ...(locales ? { locales } : {}), limit })
    return ok({ assets: found.map((asset) => assetAnswer(asset, context)) })
  },
})
