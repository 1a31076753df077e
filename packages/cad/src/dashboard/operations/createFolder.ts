import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type DashboardContext, findFolder, noFolder, refusePlace } from '../context.ts'
import { closed, Id, Name, place } from '../schemas.ts'

export const createFolder = defineOperation({
  id: 'dashboard.createFolder',
  summary: 'Make a folder of CAD parts',
  description: 'Makes a folder of CAD parts, at the top or in another one.',
  icon: 'folder-plus',
  effect: 'write',
  onDemand: true,
  input: Type.Object({ ...place, name: Name, parentFolderId: Type.Optional(Id) }, closed),
  output: Type.Object({ folderId: Type.String(), name: Type.String() }),
  run: (context: DashboardContext, { projectId, branchId, name, parentFolderId }) => {
    const refused = refusePlace(context, { projectId, branchId })
    if (refused) return refused
    if (parentFolderId !== undefined && !findFolder(context, parentFolderId))
      return noFolder(parentFolderId, '/parentFolderId')
    const id = context.newId()
    const { runId } = context.actor
    context.writeList().set(`partFolder:${id}`, {
      name,
      ...(parentFolderId === undefined ? {} : { parent: parentFolderId }),
      ...(runId === undefined ? {} : { run: runId }),
    })
    return ok({ folderId: id, name })
  },
})
