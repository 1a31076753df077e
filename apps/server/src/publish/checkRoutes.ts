import { readChecks, readPublishProblems } from '@atelier/api'
import type { Documents } from '@atelier/documents'
import { inSlices } from '@atelier/operation'
import {
  auditDocuments,
  auditSite,
  bySeverity,
  checkGate,
  countFindings,
  type Finding,
  type VisibleKind,
  viewOfFields,
  visibleKind,
} from '@atelier/site'
import { Hono } from 'hono'
import type { Environment } from '../auth/environment.ts'
import { notFound } from '../http/refusal.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'
import { loadSite, treesOf } from './load.ts'

interface CheckServices extends MountServices {
  documents: Documents
}

/** Problems that visitors of a project's site would meet; in the whole site, or in one document. */
export function checkRoutes(services: CheckServices): Hono<Environment> {
  const { documents } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  async function auditedOf(project: ProjectRow) {
    const { site: fields, heads, load } = await loadSite(documents, project)
    const site = viewOfFields(fields)
    const tree = treesOf(await load([...heads.keys()]))
    return { heads, site, audited: { site, siteId: project.site_document_id, tree } }
  }

  mount(routes, readChecks, async ({ access: { project }, query: { documentId } }) => {
    const { heads, site, audited } = await auditedOf(project)
    if (documentId !== undefined && !heads.has(documentId)) throw notFound('document')
    const found = documentId === undefined ? auditSite(audited) : auditDocuments(audited, [documentId])
    const findings = bySeverity(await inSlices(found))
    return { findings, counts: countFindings(findings), gate: checkGate(site) }
  })

  mount(routes, readPublishProblems, async ({ access: { project } }) => {
    const { audited } = await auditedOf(project)
    const seen: Finding[] = []
    const counts: Record<VisibleKind, number> = { deadLinks: 0, missingPictures: 0, unstyledPages: 0, blanks: 0 }
    for (const finding of await inSlices(auditDocuments(audited))) {
      const kind = visibleKind(finding)
      if (!kind) continue
      counts[kind] += 1
      if (seen.length < LISTED) seen.push(finding)
    }
    return { counts, findings: seen }
  })

  return routes
}

const LISTED = 200
