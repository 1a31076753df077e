import { createMemoryView, createOverlay, openLocal } from '@atelier/documents'
import * as Y from 'yjs'
import { importPage } from '../src/import/page.ts'

/** Makes ids of nodes: each is another one, and as long as they are. */
export function countIds(prefix = 'n'): () => string {
  let count = 0
  return () => `${prefix}${(count++).toString(36).padStart(9, '0')}`
}

/** A page of this HTML in a document of its own, without a project. */
export function localPage(html: string, newId: () => string) {
  const local = openLocal(new Y.Doc())
  const draft = createOverlay(local.view)
  const { rootNodeId: root } = importPage(createMemoryView(), draft, { html, newId })
  local.apply(draft.patches())
  return { local, root }
}
