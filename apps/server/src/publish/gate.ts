import type { Documents } from '@atelier/documents'
import { inSlices } from '@atelier/operation'
import { auditSite, blockingFindings, checkGate, type Finding, viewOfFields } from '@atelier/site'
import { loadSite, treesOf } from './load.ts'

/**
 * The findings that keep a site from being published, by its setting `checkGate`; without the setting nothing is
 * checked.
 */
export async function gateFindings(
  documents: Documents,
  project: { id: string; site_document_id: string },
): Promise<Finding[]> {
  const { site: fields, heads, load } = await loadSite(documents, project)
  const site = viewOfFields(fields)
  if (checkGate(site) === 'off') return []
  const tree = treesOf(await load([...heads.keys()]))
  return blockingFindings(site, await inSlices(auditSite({ site, siteId: project.site_document_id, tree })))
}
