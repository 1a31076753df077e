import { createMemoryView, type View } from '@atelier/documents'
import type { Entry } from '../entry/entry.ts'
import { entryIdentity } from '../entry/entryDocument.ts'
import { readSchema } from '../model/contentDocument.ts'
import type { ContentSchema } from '../model/definition.ts'
import { readBranch } from './branchDocument.ts'
import { branchView } from './drafts.ts'

/** The documents of a project as they are. */
export interface OpenViews {
  /** Undefined if there is no such document. */
  open(documentId: string): Promise<View | undefined>
}

/** An entry that a branch writes: its document as it is now, and as it would be, were the branch merged. */
export interface TouchedEntry {
  documentId: string
  before: View
  after: View
  /** The branch makes it; `before` is empty then. */
  isNew: boolean
  identity: Pick<Entry, 'model' | 'id'>
  /** What it is called now, which the branch may change. */
  identityBefore: Pick<Entry, 'model' | 'id'> | undefined
}

/** All that a branch writes, opened. */
export interface BranchOverview {
  schemaBefore: ContentSchema | undefined
  schemaAfter: ContentSchema | undefined
  /** In the order of their documents; those whose documents are gone are left out. */
  entries: readonly TouchedEntry[]
}

/** @param contentDocumentId undefined before the content is set up */
export async function openOverview(
  branch: View,
  drafts: OpenViews,
  contentDocumentId: string | undefined,
): Promise<BranchOverview> {
  const content = contentDocumentId === undefined ? undefined : await drafts.open(contentDocumentId)
  const schemaBefore = content && readSchema(content)
  const entries: TouchedEntry[] = []
  let schemaAfter = schemaBefore
  for (const { documentId, created } of readBranch(branch).documents.values()) {
    if (content && documentId === contentDocumentId) {
      schemaAfter = readSchema(branchView(branch, documentId, content))
      continue
    }
    const before = created ? createMemoryView() : await drafts.open(documentId)
    const after = before && branchView(branch, documentId, before)
    const identity = after && entryIdentity(after)
    if (!identity) continue
    const identityBefore = entryIdentity(before)
    entries.push({ documentId, before, after, isNew: created !== undefined, identity, identityBefore })
  }
  return { schemaBefore, schemaAfter, entries }
}
