import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { codeAsset, codeAssets, codePrefix } from '../../code/assets.ts'
import { moveReferences } from '../../code/references.ts'
import type { SiteContext } from '../../context/context.ts'
import { assetTarget, findAsset } from './codeTarget.ts'

export const deleteCodeAsset = defineOperation({
  id: 'site.deleteCodeAsset',
  summary: 'Delete a script or style',
  description: 'Delete a code asset, by fileId or path. Undo brings it back.',
  icon: 'file-x',
  keywords: ['remove script', 'remove javascript', 'remove stylesheet'],
  effect: 'write',
  tab: true,
  affects: ['site'],
  onDemand: true,
  input: Type.Object(assetTarget, { additionalProperties: false }),
  output: Type.Object({ fileId: Type.String(), path: Type.String() }),
  run(context: SiteContext, target) {
    const { found, refused } = findAsset(context, target)
    if (refused) return refused
    const users = [...moveReferences(codeAssets(context.site), found, `${found.id}-is-gone.js`).keys()].flatMap((id) =>
      id === found.id ? [] : (codeAsset(context.site, id)?.path ?? []),
    )
    context.site.set(`${codePrefix}${found.id}/deleted`, true)
    const warnings =
      users.length === 0
        ? []
        : [
            `${found.path} is still imported by ${users.slice(0, 5).join(', ')}, which will not run without it. Take the import out with patch_code_asset.`,
          ]
    return ok({ fileId: found.id, path: found.path }, { warnings })
  },
})
