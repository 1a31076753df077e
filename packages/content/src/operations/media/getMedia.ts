import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { assetAnswer, assetOutput, libraryOf, unknownAsset } from './assets.ts'

export const get_media = defineOperation({
  id: 'content.get_media',
  summary: 'Read about a file',
  description: 'Read what is known of one file of the library: path, size, alt texts, tags, focal point.',
  icon: 'image',
  keywords: ['asset', 'picture'],
  effect: 'read',
  input: Type.Object({ assetId: Type.String({ maxLength: 1_000 }) }, { additionalProperties: false }),
  output: Type.Object(assetOutput),
  async run(context: ContentContext, { assetId }) {
    const library = libraryOf(context)
    if ('refused' in library) return library.refused
    const asset = await library.assets.find(assetId)
    return asset ? ok(assetAnswer(asset, context)) : unknownAsset(assetId)
  },
})
