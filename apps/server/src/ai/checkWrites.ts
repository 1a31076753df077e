import type { PostRunCheck } from '@atelier/agent'
import type { ChangeSetDocument, Documents, View } from '@atelier/documents'
import {
  checkAfterRuns,
  documents as documentsOf,
  findingsHint,
  isTokenKey,
  type PageTree,
  raisedFindings,
  readTree,
  viewOfFields,
} from '@atelier/site'

/** The most findings that are kept with a run. */
const kept = 50
/** Changed pages beyond this number are not looked at: the checks of the whole site tell of them. */
const mostPages = 20

export interface CheckedRun {
  documents: Documents
  siteDocumentId: string
  changeSetId: string
  /** The page that the run works on: what it changes of the stylesheets is looked at there. */
  pageId: string
}

/**
 * Looks at the documents that a run changed, as they would be without its change set and as they are, and tells what is
 * wrong only with it. What others did meanwhile is in both.
 */
export function createCheckWrites({ documents, siteDocumentId, changeSetId, pageId }: CheckedRun): PostRunCheck {
  return async () => {
    const live = await documents.open(siteDocumentId)
    if (!live || checkAfterRuns(live.view) === 'off') return undefined
    const changes = await documents.changes(changeSetId)
    if (!changes || changes.documents.length === 0) return undefined
    const changed = new Map(changes.documents.map((document) => [document.documentId, document]))
    const shell = changed.get(siteDocumentId)
    const site = { before: shell?.before ?? live.view, after: shell?.after ?? live.view }
    const known = documentsOf(site.after)
    const styles = shell?.patches.some(({ key }) => /^(?:rule|sheet):/.test(key) || isTokenKey(key)) ?? false
    const pages = [...changed.values()].filter(({ kind }) => kind === 'page').map(({ documentId }) => documentId)
    const documentIds = [...new Set(styles ? [...pages, pageId] : pages)].slice(0, mostPages)
    // What stands around and inside of pages decides on what is missing in them.
    const beside = known.filter(({ kind }) => kind !== 'page').map(({ id }) => id)
    const others = new Map<string, View>()
    for (const id of new Set([...documentIds, ...beside])) {
      if (changed.has(id)) continue
      const stored = await documents.projection(id)
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
    const findings = raisedFindings({
      before: { site: site.before, siteId: siteDocumentId, tree: trees('before') },
      after: { site: site.after, siteId: siteDocumentId, tree: trees('after') },
      documentIds,
      styles,
    })
    const hint = findingsHint(site.after, findings)
    return {
      findings: findings.slice(0, kept).map(({ selector: _, excerpt: __, ...finding }) => finding),
      ...(hint === undefined ? {} : { hint }),
    }
  }
}

function viewIn(document: ChangeSetDocument | undefined, part: 'before' | 'after'): View | undefined {
  return document && (part === 'before' && document.created ? undefined : document[part])
}
