import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type DashboardContext, findFolder, findPart, noDocument, noFolder } from '../context.ts'
import { closed, Id } from '../schemas.ts'

export const moveDocument = defineOperation({
  id: 'dashboard.moveDocument',
  summary: 'Move a CAD part',
  description: 'Moves a CAD part into a folder, or to the top with null.',
  icon: 'folder-input',
  effect: 'write',
  onDemand: true,
  input: Type.Object({ documentId: Id, folderId: Type.Union([Id, Type.Null()]) }, closed),
  output: Type.Object({ documentId: Type.String(), folderId: Type.Union([Type.String(), Type.Null()]) }),
  run: (context: DashboardContext, { documentId, folderId }) => {
    if (!findPart(context, documentId)) return noDocument(documentId)
    if (folderId !== null && !findFolder(context, folderId)) return noFolder(folderId)
    context.writeList().set(`part:${documentId}/folder`, folderId)
    return ok({ documentId, folderId })
  },
})
