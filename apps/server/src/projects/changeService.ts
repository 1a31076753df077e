import type { Documents } from '@atelier/documents'
import type { ChangeService } from '@atelier/site'
import type { ProjectRow } from '../workspaces/workspaces.ts'

/** The heads of a project's documents, and what was written after one; documents of other projects are unknown. */
export function createChangeService(documents: Documents, project: Pick<ProjectRow, 'id'>): ChangeService {
  const own = async (documentId: string) => {
    const live = await documents.open(documentId)
    return live?.projectId === project.id ? live : undefined
  }
  return {
    since: async (documentId, head) => ((await own(documentId)) ? documents.writtenSince(documentId, head) : undefined),
    head: async (documentId) => (await own(documentId))?.head,
  }
}
