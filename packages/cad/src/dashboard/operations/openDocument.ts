import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type DashboardContext, findPart, noDocument, partUrl } from '../context.ts'
import { closed, Id } from '../schemas.ts'

export const openDocument = defineOperation({
  id: 'dashboard.openDocument',
  summary: 'Open a CAD part',
  description:
    'Later calls of the scope part (part.createBox and others) model this part. Tells where a person sees it.',
  icon: 'folder-open',
  effect: 'read',
  onDemand: true,
  input: Type.Object({ documentId: Id }, closed),
  output: Type.Object({
    documentId: Type.String(),
    name: Type.String(),
    url: Type.String(),
    /** Whether the person's screen went there. */
    navigated: Type.Boolean(),
  }),
  run: (context: DashboardContext, { documentId }) => {
    const found = findPart(context, documentId)
    if (!found) return noDocument(documentId)
    return ok({ documentId, name: found.name, url: partUrl(context.projectId, documentId), navigated: false })
  },
})
