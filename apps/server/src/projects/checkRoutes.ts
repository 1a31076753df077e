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
import { type Environment, signedIn } from '../auth/environment.ts'
import type { Identities } from '../auth/identity.ts'
import { notFound } from '../http/refusal.ts'
import { loadSite } from '../publish/load.ts'
import { projectAccess } from '../workspaces/access.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'

interface CheckServices {
  documents: Documents
  identities: Identities
  workspaces: Workspaces
}

/** What visitors of a project's site would stumble over; of the whole site, or of one document. */
export function checkRoutes(services: CheckServices): Hono<Environment> {
  const { documents } = services
  const routes = new Hono<Environment>()
  routes.use('/projects/:id/checks', signedIn(services))

  routes.get('/projects/:id/checks', async (context) => {
    const { project } = await projectAccess(services, context.get('identity'), context.req.param('id'), 'document.read')
    const { site: fields, heads, load } = await loadSite(documents, project)
    const documentId = context.req.query('documentId')
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
    return context.json({ findings, counts: countFindings(findings), gate: checkGate(site) })
  })

  return routes
}
