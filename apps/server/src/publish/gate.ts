import type { Documents } from '@atelier/documents'
import {
  auditSite,
  blockingFindings,
  checkGate,
  type Finding,
  type PageTree,
  readTree,
  viewOfFields,
} from '@atelier/site'
import { loadSite } from './load.ts'

/** What keeps a site from being published, as its setting `checkGate` asks; without the setting nothing is checked. */
export async function gateFindings(
  documents: Documents,
  project: { id: string; site_document_id: string },
): Promise<Finding[]> {
  const { site: fields, heads, load } = await loadSite(documents, project)
  const site = viewOfFields(fields)
  if (checkGate(site) === 'off') return []
  const trees = new Map<string, PageTree>()
  for (const [id, { fields: stored }] of await load([...heads.keys()])) trees.set(id, readTree(viewOfFields(stored)))
  return blockingFindings(site, auditSite({ site, siteId: project.site_document_id, tree: (id) => trees.get(id) }))
}
