import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import {
  AltTexts,
  assetAnswer,
  assetOutput,
  FocalPoint,
  libraryOf,
  refuseLocales,
  Tags,
  unknownAsset,
} from './assets.ts'

export const update_media = defineOperation({
  id: 'content.update_media',
  summary: 'Describe a file',
  description: 'Set alt texts by locale, tags, and the focal point (x, y from 0 to 1) that cuts of a picture keep.',
  icon: 'image-plus',
  keywords: ['alt text', 'tags', 'focal point', 'crop'],
  effect: 'write',
  workflow: 'none',
  phases: phasesFor('write'),
  affects: ['site'],
  input: Type.Object(
    {
      assetId: Type.String({ maxLength: 1_000 }),
      alt: Type.Optional(AltTexts),
      tags: Type.Optional(Tags),
      focal: Type.Optional(FocalPoint),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(assetOutput),
  async run(context: ContentContext, { assetId, ...patch }) {
    const library = libraryOf(context)
    if ('refused' in library) return library.refused
    const refused = refuseLocales(patch.alt ?? {}, context)
    if (refused) return refused
    const asset = await library.assets.find(assetId)
    const updated = asset && (await library.assets.update(asset.id, patch))
    return updated ? ok(assetAnswer(updated, context)) : unknownAsset(assetId)
  },
})
