import { readBranch, readValueKey, toBranchEntry } from '@atelier/content'
import type { CommittedDocument, DocumentCommit } from '@atelier/documents'
import type { Expectation } from '@atelier/streams'
import { inParts } from '../rows/inParts.ts'
import type { ContentStatements } from '../rows/statements.ts'

const MESSAGE = 'A branch changes entries and models of its own project alone.'
const CODE = 'invalid_branch'

/**
 * Returns the expectations of a commit on branches for the documents that they name: each is an entry or the document of models of this
 * project. Checked for each value when it is written, and for the whole branch when it is merged.
 */
export function branchTargets(
  statements: Pick<ContentStatements, 'foreign' | 'targets'>,
  { projectId, source, documents }: DocumentCommit,
): (Expectation & { message: string })[] {
  const made = new Set(documents.flatMap(({ documentId, event }) => (event === 'created' ? [documentId] : [])))
  const written = new Set<string>()
  const merged = new Set<string>()
  for (const document of documents) {
    if (document.kind !== 'branch' || document.event === 'removed') continue
    const { patches, after } = document
    for (const { key, after: value } of patches) {
      const id = value === undefined ? undefined : readValueKey(key)?.documentId
      if (id !== undefined && !made.has(id) && !toBranchEntry(after.get(id))) written.add(id)
    }
    if (!isMerged(document)) continue
    for (const { documentId, created } of readBranch(after).documents.values())
      if (!created && !made.has(documentId)) merged.add(documentId)
  }
  const isBack = source === 'undo' || source === 'redo'
  const about = { code: CODE, message: MESSAGE }
  const none = [...inParts(new Set([...merged, ...(isBack ? written : [])]))]
  const all = isBack ? [] : [...inParts(written)]
  return [
    ...none.map((ids) => ({ ...about, query: statements.foreign(projectId, ids), rows: 0 })),
    ...all.map((ids) => ({ ...about, query: statements.targets(projectId, ids), rows: ids.length })),
  ]
}

const isMerged = ({ before, after }: CommittedDocument): boolean =>
  after.get('state') === 'merged' && before.get('state') !== 'merged'
