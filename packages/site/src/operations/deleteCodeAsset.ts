import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { codePrefix } from '../code/assets.ts'
import type { SiteContext } from '../context.ts'
import { assetTarget, findAsset } from './codeTarget.ts'

export const deleteCodeAsset = defineOperation({
  id: 'site.deleteCodeAsset',
  summary: 'Delete a script or style',
  description: 'Delete a code asset, by fileId or path. Undo brings it back.',
  icon: 'file-x',
  keywords: ['remove script', 'remove javascript', 'remove stylesheet'],
  effect: 'write',
  affects: ['site'],
  onDemand: true,
  input: Type.Object(assetTarget, { additionalProperties: false }),
  output: Type.Object({ fileId: Type.String(), path: Type.String() }),
  run(context: SiteContext, target) {
    const { found, refused } = findAsset(context, target)
    if (refused) return refused
    context.site.set(`${codePrefix}${found.id}/deleted`, true)
    return ok({ fileId: found.id, path: found.path })
  },
})
