import type { LocalChange } from './history.ts'
import type { LocalDocument } from './local.ts'
import { createOverlay, type Overlay } from './overlay.ts'
import type { DraftSet } from './view.ts'

/** The local documents that a body may open. */
export interface LocalDocuments {
  open(documentId: string): LocalDocument | undefined
  /** Absent if only the server makes documents; a body that makes one then fails. */
  create?(documentId: string, kind: string): LocalDocument
}

export interface LocalTransaction<Result> {
  result: Result
  /** The applied changes by document, as `LocalHistory.record` takes them; empty if `commit` was false. */
  changes: LocalChange[]
}

/**
 * Runs a body over drafts of local documents and applies what it wrote, with `origin`, if it says so. A body that
 * throws or answers `commit: false` leaves every document as it was. Between the body's awaits other edits may arrive:
 * its patches apply over them key by key.
 */
export async function runLocalTransaction<Result>(
  documents: LocalDocuments,
  body: (drafts: DraftSet) => Promise<{ result: Result; commit: boolean }>,
  origin: unknown = 'hand',
): Promise<LocalTransaction<Result>> {
  const drafts = new Map<string, { document: LocalDocument; overlay: Overlay }>()

  function draftOf(documentId: string, document: LocalDocument): Overlay {
    const overlay = createOverlay(document.view)
    drafts.set(documentId, { document, overlay })
    return overlay
  }

  const { result, commit } = await body({
    async open(documentId) {
      const known = drafts.get(documentId)
      if (known) return known.overlay
      const document = documents.open(documentId)
      return document && draftOf(documentId, document)
    },
    create(documentId, kind) {
      if (!documents.create) throw new Error('Documents are made by the server; call the operation there.')
      return draftOf(documentId, documents.create(documentId, kind))
    },
  })
  const changes: LocalChange[] = []
  if (commit) {
    for (const { document, overlay } of drafts.values()) {
      const patches = overlay.patches()
      if (patches.length > 0) changes.push({ document, patches })
    }
  }
  for (const { document, patches } of changes) document.apply(patches, origin)
  return { result, changes }
}
