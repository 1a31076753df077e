import type { Documents, Fields } from '@atelier/documents'
import { type PageTree, readTree, viewOfFields } from '@atelier/site'
import type { LoadedSite } from './publisher.ts'

/**
 * A project's site from the stored projections of its documents: no document is opened unless it has edits that no
 * projection holds yet.
 */
export async function loadSite(
  documents: Documents,
  project: { id: string; site_document_id: string },
): Promise<LoadedSite> {
  // The heads first: a document that moves on meanwhile is then rendered again by the next release.
  const listed = await documents.list(project.id, ['page'])
  const views = documents.inProject(project.id)
  const site = await views.projection(project.site_document_id)
  if (!site) throw new Error(`The project ${project.id} has no site`)
  const heads = new Map(listed.map(({ id, head }) => [id, head]))
  return {
    site: site.fields,
    heads,
    async load(ids) {
      const found = await Promise.all(
        ids.filter((id) => heads.has(id)).map(async (id) => [id, await views.projection(id)] as const),
      )
      return new Map(found.flatMap(([id, stored]) => (stored ? [[id, stored]] : [])))
    },
  }
}

/** The trees of stored documents, each read when it is first asked for. */
export function treesOf(stored: ReadonlyMap<string, { fields: Fields }>): (documentId: string) => PageTree | undefined {
  const trees = new Map<string, PageTree>()
  return (id) => {
    const document = stored.get(id)
    const tree = trees.get(id) ?? (document && readTree(viewOfFields(document.fields)))
    if (tree) trees.set(id, tree)
    return tree
  }
}
