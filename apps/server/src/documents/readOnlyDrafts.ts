import { createOverlay, type Documents, type DraftSet } from '@atelier/documents'

/** Drafts of a project's documents as they are committed now; they are never committed themselves. */
export function readOnlyDrafts(documents: Pick<Documents, 'inProject'>, projectId: string): DraftSet {
  const opened = new Map<string, ReturnType<typeof createOverlay>>()
  const views = documents.inProject(projectId)
  return {
    async open(documentId) {
      const known = opened.get(documentId)
      if (known) return known
      const view = await views.open(documentId)
      if (!view) return undefined
      const draft = createOverlay(view)
      opened.set(documentId, draft)
      return draft
    },
    create() {
      throw new Error('An operation on drafts that only read makes no document')
    },
  }
}
