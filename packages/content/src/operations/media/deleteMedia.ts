import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { libraryOf, unknownAsset } from './assets.ts'

export const delete_media = defineOperation({
  id: 'content.delete_media',
  summary: 'Delete a file of the library',
  description:
    'Delete a file with its variants. Entries and pages that hold its path show nothing then. Undo restores it.',
  icon: 'image-minus',
  keywords: ['remove picture', 'delete asset'],
  effect: 'write',
  workflow: 'none',
  phases: phasesFor('write'),
  affects: ['site'],
  input: Type.Object({ assetId: Type.String({ maxLength: 1_000 }) }, { additionalProperties: false }),
  output: Type.Object({ id: Type.String(), path: Type.String() }),
  async run(context: ContentContext, { assetId }) {
    const library = libraryOf(context)
    if ('refused' in library) return library.refused
    const asset = await library.assets.find(assetId)
    if (!asset || !(await library.assets.remove(asset.id))) return unknownAsset(assetId)
    return ok({ id: asset.id, path: asset.path })
  },
})
