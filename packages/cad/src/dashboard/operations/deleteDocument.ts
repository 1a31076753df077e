import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { partsDocumentId } from '../../document/partsType.ts'
import { type DashboardContext, findPart, noDocument } from '../context.ts'
import { closed, Id } from '../schemas.ts'

export const deleteDocument = defineOperation({
  id: 'dashboard.deleteDocument',
  summary: 'Delete a CAD part',
  description: 'Deletes a CAD part. Pages that show it leave it out. Undo brings it back.',
  icon: 'trash-2',
  effect: 'write',
  onDemand: true,
  // The person decides, so what a model says of it has no meaning.
  input: Type.Object({ documentId: Id, confirm: Type.Optional(Type.Boolean()) }, closed),
  output: Type.Object({ documentId: Type.String(), name: Type.String() }),
  asks: true,
  async consequence(context: DashboardContext, { documentId }) {
    const found = findPart(context, documentId)
    if (!found) return undefined
    const part = await context.openPart(documentId)
    // A run may remove its own parts.
    if (context.actor.runId !== undefined && part?.get('meta/run') === context.actor.runId) return undefined
    return {
      message: `Delete the part “${found.name}”. Pages that show it leave it out.`,
      target: found.name,
      documentIds: [partsDocumentId(context.projectId)],
    }
  },
  run: (context: DashboardContext, { documentId }) => {
    const found = findPart(context, documentId)
    if (!found) return noDocument(documentId)
    context.writeList().set(`part:${documentId}/deleted`, true)
    return ok({ documentId, name: found.name })
  },
})
