import { createMemoryView, type DraftSet, equalJson, type Json, type ProjectViews, type View } from '@atelier/documents'
import type { Sides } from '../context/comparison.ts'
import type { Entry } from '../entry/entry.ts'
import { entryIdentity } from '../entry/entryDocument.ts'
import { readSchema } from '../model/contentDocument.ts'
import type { ContentSchema } from '../model/definition.ts'
import { readBranch, valueKey } from './branchDocument.ts'
import { branchView } from './drafts.ts'

/** The documents of one project as they are, or drafts of them: never those that any id opens. */
export type OpenViews = ProjectViews | Pick<DraftSet, 'open'>

/** An entry that a branch writes: its document as it is now, and as it would be, were the branch merged. */
export interface TouchedEntry {
  documentId: string
  before: View
  after: View
  /** The branch makes it; `before` is empty then. */
  isNew: boolean
  identity: Pick<Entry, 'model' | 'id'>
  /** Its present title, which the branch may change. */
  identityBefore: Pick<Entry, 'model' | 'id'> | undefined
}

/** A key that the branch sets in a document that is neither an entry nor the document of models. */
export type ForeignValue = { property: string } & Sides

/** All that a branch writes, opened. */
export interface BranchOverview {
  schemaBefore: ContentSchema | undefined
  schemaAfter: ContentSchema | undefined
  /** In the order of their documents; those whose documents are gone are left out. */
  entries: readonly TouchedEntry[]
  /** The keys of the document of models that the branch changes. */
  changed: readonly ({ key: string } & Sides)[]
  /** Values that must not be merged. */
  foreign: readonly ForeignValue[]
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
  const changed: ({ key: string } & Sides)[] = []
  const foreign: ForeignValue[] = []
  let schemaAfter = schemaBefore
  for (const { documentId, created, values } of readBranch(branch).documents.values()) {
    if (content && documentId === contentDocumentId) {
      schemaAfter = readSchema(branchView(branch, documentId, content))
      for (const [key, { value }] of values) {
        const before = content.get(key)
        if (!equalJson(before, value)) changed.push({ key, ...beforeAndAfter(before, value) })
      }
      continue
    }
    const before = created ? createMemoryView() : await drafts.open(documentId)
    if (!before) continue
    const after = branchView(branch, documentId, before)
    const identity = entryIdentity(after)
    const identityBefore = entryIdentity(before)
    if (!identity || (!created && !identityBefore)) {
      for (const [key, { value }] of values)
        foreign.push({ property: valueKey(documentId, key), ...beforeAndAfter(before.get(key), value) })
      continue
    }
    entries.push({ documentId, before, after, isNew: created !== undefined, identity, identityBefore })
  }
  return { schemaBefore, schemaAfter, entries, changed, foreign }
}

const beforeAndAfter = (before: Json | undefined, after: Json | undefined): Sides => ({
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
})
