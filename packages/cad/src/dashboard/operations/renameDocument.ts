import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type DashboardContext, findPart, noDocument } from '../context.ts'
import { closed, Id, Name } from '../schemas.ts'

export const renameDocument = defineOperation({
  id: 'dashboard.renameDocument',
  summary: 'Rename a CAD part',
  description: 'Gives a CAD part another name.',
  icon: 'pencil',
  effect: 'write',
  onDemand: true,
  input: Type.Object({ documentId: Id, newName: Name }, closed),
  output: Type.Object({ documentId: Type.String(), name: Type.String() }),
  run: (context: DashboardContext, { documentId, newName }) => {
    if (!findPart(context, documentId)) return noDocument(documentId)
    context.writeList().set(`part:${documentId}/name`, newName)
    return ok({ documentId, name: newName })
  },
})
