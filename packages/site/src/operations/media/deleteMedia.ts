import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { mediaPrefix } from '../../media/entries.ts'
import { findMedia, MediaFile, mediaFile, Uses, usesOf } from './mediaTarget.ts'

export const deleteMedia = defineOperation({
  id: 'site.deleteMedia',
  summary: 'Delete a file',
  description:
    'Delete a media file. Tells where it is still used; those places show nothing then. Undo brings it back.',
  icon: 'trash-2',
  keywords: ['remove picture', 'remove image', 'delete file', 'remove photo'],
  effect: 'write',
  tab: true,
  affects: ['site'],
  onDemand: true,
  input: Type.Object({ mediaId: Type.String() }, { additionalProperties: false }),
  output: Type.Object({ ...MediaFile, uses: Uses }),
  async run(context: SiteContext, { mediaId }) {
    const { found, refused } = findMedia(context, mediaId)
    if (refused) return refused
    const uses = (await usesOf(context, new Set([found.path]))).get(found.path) ?? []
    context.site.set(`${mediaPrefix}${found.id}/deleted`, true)
    const places = uses.length === 1 ? '1 place' : `${uses.length} places`
    const named = uses
      .slice(0, 5)
      .map(({ label, nodeId }) => (nodeId === undefined ? label : `${label} (node ${nodeId})`))
    const list = `${named.join(', ')}${uses.length > named.length ? ' and more' : ''}`
    const warnings =
      uses.length === 0
        ? []
        : [
            `“${found.name}” is still used in ${places}, which show nothing now: ${list}. Give them another file with updateNodeProps or applyCss.`,
          ]
    return ok({ ...mediaFile(found), uses: uses.slice(0, 50) }, { warnings })
  },
})
