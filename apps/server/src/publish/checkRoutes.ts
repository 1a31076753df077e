import { readChecks } from '@atelier/api'
import type { Documents } from '@atelier/documents'
import { inSlices } from '@atelier/operation'
import { auditDocuments, auditSite, bySeverity, checkGate, countFindings, viewOfFields } from '@atelier/site'
import { Hono } from 'hono'
import type { Environment } from '../auth/environment.ts'
import { notFound } from '../http/refusal.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import { loadSite, treesOf } from './load.ts'

interface CheckServices extends MountServices {
  documents: Documents
}

/** Problems that visitors of a project's site would meet; in the whole site, or in one document. */
export function checkRoutes(services: CheckServices): Hono<Environment> {
  const { documents } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  mount(routes, readChecks, async ({ access: { project }, query: { documentId } }) => {
    const { site: fields, heads, load } = await loadSite(documents, project)
    if (documentId !== undefined && !heads.has(documentId)) throw notFound('document')
    const site = viewOfFields(fields)
    const tree = treesOf(await load([...heads.keys()]))
    const audited = { site, siteId: project.site_document_id, tree }
    const found = documentId === undefined ? auditSite(audited) : auditDocuments(audited, [documentId])
    const findings = bySeverity(await inSlices(found))
    return { findings, counts: countFindings(findings), gate: checkGate(site) }
  })

  return routes
}
