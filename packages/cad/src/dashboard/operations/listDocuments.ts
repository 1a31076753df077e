import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type DashboardContext, findFolder, listedIn, noFolder, refusePlace } from '../context.ts'
import { closed, Id, ListedDocument, listedDocument, place } from '../schemas.ts'

export const listDocuments = defineOperation({
  id: 'dashboard.listDocuments',
  summary: 'List the CAD parts',
  description: 'The CAD parts of the project, in order; with folderId those in that folder.',
  icon: 'list',
  effect: 'read',
  onDemand: true,
  input: Type.Object({ ...place, folderId: Type.Optional(Id) }, closed),
  output: Type.Object({ documents: Type.Array(ListedDocument), count: Type.Integer() }),
  run: (context: DashboardContext, { projectId, branchId, folderId }) => {
    const refused = refusePlace(context, { projectId, branchId })
    if (refused) return refused
    if (folderId !== undefined && !findFolder(context, folderId)) return noFolder(folderId)
    const { parts } = listedIn(context)
    const documents = parts.filter(({ folder }) => folderId === undefined || folder === folderId).map(listedDocument)
    return ok({ documents, count: documents.length })
  },
})
