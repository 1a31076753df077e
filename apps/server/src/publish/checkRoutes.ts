import { readChecks } from '@atelier/api'
import type { Documents } from '@atelier/documents'
import {
  auditDocuments,
  auditStyles,
  bySeverity,
  checkGate,
  countFindings,
  type PageTree,
  readTree,
  viewOfFields,
} from '@atelier/site'
import { Hono } from 'hono'
import type { Environment } from '../auth/environment.ts'
import { notFound } from '../http/refusal.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import { loadSite } from './load.ts'

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
    const trees = new Map<string, PageTree>()
    for (const [id, stored] of await load([...heads.keys()])) trees.set(id, readTree(viewOfFields(stored.fields)))
    const audited = { site, siteId: project.site_document_id, tree: (id: string) => trees.get(id) }
    const found =
      documentId === undefined
        ? [...auditDocuments(audited), ...auditStyles(audited)]
        : auditDocuments(audited, [documentId])
    const findings = bySeverity(found)
    return { findings, counts: countFindings(findings), gate: checkGate(site) }
  })

  return routes
}
