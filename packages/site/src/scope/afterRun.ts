import type { PostRunReport, RunToCheck } from '@atelier/agent'
import type { ChangeSetDocument, View } from '@atelier/documents'
import { inSlices } from '@atelier/operation'
import { checkAfterRuns } from '../checks/gate.ts'
import { findingsHint, raisedFindings } from '../checks/raised.ts'
import { documents as documentsOf, homePage } from '../document/pages.ts'
import { type PageTree, readTree } from '../document/tree.ts'
import { viewOfFields } from '../publish/fields.ts'
import { isTokenKey } from '../tokens/records.ts'
import type { SiteTypes } from './types.ts'

/** The maximum number of findings stored with a run. */
const MAX_FINDINGS = 50
/** The checks of the whole site cover changed pages beyond this number. */
const MAX_PAGES = 20

/**
 * Compares the documents that a run changed, as they would be without its change set and as they are, and returns the
 * findings that only the latter have. Edits of other users are in both.
 */
export async function checkSiteAfterRun({
  documents,
  project: { id: projectId, siteDocumentId },
  changeSetId,
  documentId,
}: RunToCheck<SiteTypes>): Promise<PostRunReport | undefined> {
  const views = documents.inProject(projectId)
  const current = await views.open(siteDocumentId)
  if (!current || checkAfterRuns(current) === 'off') return undefined
  const changes = await documents.changes(changeSetId)
  if (!changes || changes.documents.length === 0) return undefined
  const changed = new Map(changes.documents.map((document) => [document.documentId, document]))
  const shell = changed.get(siteDocumentId)
  const site = { before: shell?.before ?? current, after: shell?.after ?? current }
  const known = documentsOf(site.after)
  const styles = shell?.patches.some(({ key }) => /^(?:rule|sheet):/.test(key) || isTokenKey(key)) ?? false
  const pages = [...changed.values()].filter(({ kind }) => kind === 'page').map((document) => document.documentId)
  // Changed styles are checked on the page that the run began on.
  const begun = known.some(({ id }) => id === documentId) ? documentId : homePage(site.after)?.id
  const documentIds = [...new Set(styles && begun !== undefined ? [...pages, begun] : pages)].slice(0, MAX_PAGES)
  // Templates and components around and inside a page decide what is missing in it.
  const beside = known.filter(({ kind }) => kind !== 'page').map(({ id }) => id)
  const others = new Map<string, View>()
  for (const id of new Set([...documentIds, ...beside])) {
    if (changed.has(id)) continue
    const stored = await views.projection(id)
    if (stored) others.set(id, viewOfFields(stored.fields))
  }
  const trees = (part: 'before' | 'after') => {
    const read = new Map<string, PageTree | undefined>()
    const viewOf = (id: string): View | undefined => viewIn(changed.get(id), part) ?? others.get(id)
    return (id: string) => {
      if (!read.has(id)) {
        const view = viewOf(id)
        read.set(id, view && readTree(view))
      }
      return read.get(id)
    }
  }
  const raised = raisedFindings({
    before: { site: site.before, siteId: siteDocumentId, tree: trees('before') },
    after: { site: site.after, siteId: siteDocumentId, tree: trees('after') },
    documentIds,
    styles,
  })
  const findings = await inSlices(raised)
  const hint = findingsHint(site.after, findings)
  return {
    findings: findings.slice(0, MAX_FINDINGS).map(({ selector: _, excerpt: __, ...finding }) => finding),
    ...(hint === undefined ? {} : { hint }),
  }
}

function viewIn(change: ChangeSetDocument | undefined, part: 'before' | 'after'): View | undefined {
  return change && (part === 'before' && change.created ? undefined : change[part])
}
