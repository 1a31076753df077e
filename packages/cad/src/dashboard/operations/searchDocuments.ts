import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type DashboardContext, listedIn, refusePlace } from '../context.ts'
import { closed, ListedDocument, listedDocument, place } from '../schemas.ts'

/** The most documents of an answer. */
const MOST = 50

export const searchDocuments = defineOperation({
  id: 'dashboard.searchDocuments',
  summary: 'Search the CAD parts',
  description: 'The CAD parts whose names contain a text, in any case.',
  icon: 'search',
  effect: 'read',
  onDemand: true,
  input: Type.Object({ ...place, query: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
  output: Type.Object({ documents: Type.Array(ListedDocument), count: Type.Integer() }),
  run: (context: DashboardContext, { projectId, branchId, query }) => {
    const refused = refusePlace(context, { projectId, branchId })
    if (refused) return refused
    const wanted = query.trim().toLowerCase()
    const found = listedIn(context).parts.filter(({ name }) => name.toLowerCase().includes(wanted))
    return ok({ documents: found.slice(0, MOST).map(listedDocument), count: found.length })
  },
})
