import type { PartUse } from '@atelier/api'
import type { Documents } from '@atelier/documents'
import { yieldToOthers } from '@atelier/operation'
import { documents as listedDocuments, partUses, readTree, viewOfFields } from '@atelier/site'

interface ProjectRef {
  id: string
  site_document_id: string
}

/**
 * The pages, templates and components that show parts, in their order, one document after another.
 * @param partIds the parts that are looked for
 * @returns the uses of each part that has some
 */
export async function findPartUses(
  documents: Pick<Documents, 'inProject'>,
  project: ProjectRef,
  partIds: readonly string[],
): Promise<ReadonlyMap<string, PartUse[]>> {
  const uses = new Map<string, PartUse[]>()
  if (partIds.length === 0) return uses
  const views = documents.inProject(project.id)
  const site = await views.projection(project.site_document_id)
  if (!site) return uses
  for (const { id, kind, title } of listedDocuments(viewOfFields(site.fields))) {
    // Most pages show no part: their text is not parsed.
    const { text = '' } = (await views.projectionText(id)) ?? {}
    const named = partIds.filter((partId) => text.includes(partId))
    if (named.length > 0) {
      const stored = await views.projection(id)
      const tree = stored && readTree(viewOfFields(stored.fields))
      for (const partId of named) {
        const [nodeId] = tree ? partUses(tree, partId) : []
        if (nodeId !== undefined)
          uses.set(partId, [...(uses.get(partId) ?? []), { documentId: id, kind, title, nodeId }])
      }
    }
    await yieldToOthers()
  }
  return uses
}
