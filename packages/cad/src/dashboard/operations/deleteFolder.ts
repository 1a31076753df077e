import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { partsDocumentId } from '../../document/partsType.ts'
import { isRecord } from '../../document/records.ts'
import { type DashboardContext, findFolder, listedIn, noFolder } from '../context.ts'
import { closed, Id } from '../schemas.ts'

export const deleteFolder = defineOperation({
  id: 'dashboard.deleteFolder',
  summary: 'Delete a folder of CAD parts',
  description: 'Deletes an empty folder of CAD parts.',
  icon: 'trash-2',
  effect: 'write',
  onDemand: true,
  input: Type.Object({ folderId: Id, confirm: Type.Optional(Type.Boolean()) }, closed),
  output: Type.Object({ folderId: Type.String(), name: Type.String() }),
  asks: true,
  consequence(context: DashboardContext, { folderId }) {
    const found = findFolder(context, folderId)
    const birth = context.list?.get(`partFolder:${folderId}`)
    if (!found || contentsOf(context, folderId) > 0) return undefined
    // A run may remove its own folders.
    if (context.actor.runId !== undefined && isRecord(birth) && birth.run === context.actor.runId) return undefined
    return {
      message: `Delete the folder “${found.name}”.`,
      target: found.name,
      documentIds: [partsDocumentId(context.projectId)],
    }
  },
  run: (context: DashboardContext, { folderId }) => {
    const found = findFolder(context, folderId)
    if (!found) return noFolder(folderId)
    const held = contentsOf(context, folderId)
    if (held > 0)
      return fail('has_dependents', `The folder “${found.name}” is not empty: ${held} in it.`, {
        hint: 'Move or delete what is in it first.',
      })
    context.writeList().set(`partFolder:${folderId}/deleted`, true)
    return ok({ folderId, name: found.name })
  },
})

function contentsOf(context: DashboardContext, folderId: string): number {
  const { parts, folders } = listedIn(context)
  return (
    parts.filter(({ folder }) => folder === folderId).length +
    folders.filter(({ parent }) => parent === folderId).length
  )
}
