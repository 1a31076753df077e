import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type DashboardContext, findFolder, noFolder } from '../context.ts'
import { closed, Id, Name } from '../schemas.ts'

export const renameFolder = defineOperation({
  id: 'dashboard.renameFolder',
  summary: 'Rename a folder of CAD parts',
  description: 'Gives a folder of CAD parts another name.',
  icon: 'pencil',
  effect: 'write',
  onDemand: true,
  input: Type.Object({ folderId: Id, newName: Name }, closed),
  output: Type.Object({ folderId: Type.String(), name: Type.String() }),
  run: (context: DashboardContext, { folderId, newName }) => {
    if (!findFolder(context, folderId)) return noFolder(folderId)
    context.writeList().set(`partFolder:${folderId}/name`, newName)
    return ok({ folderId, name: newName })
  },
})
