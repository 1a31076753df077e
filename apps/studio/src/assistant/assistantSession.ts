import type { Connection } from '../documents/connection.ts'
import { createDocumentSession, type DocumentSession } from '../documents/documentSession.ts'
import { createStore, type Store } from '../documents/store.ts'
import * as strings from './strings.ts'

/** The site as the assistant's page follows it: live, with an undo for the runs that were asked for here. */
export interface AssistantSession
  extends Pick<DocumentSession, 'history' | 'problem' | 'recordRun' | 'undo' | 'redo' | 'close'> {
  readonly connection: Connection
  /** Counts the changes of the site and of the followed documents. */
  readonly edits: Store<number>
  /** Counts the changes of a document in `edits` too. Returns what ends that. */
  follow(documentId: string): () => void
}

export function createAssistantSession({
  connection,
  siteDocumentId,
  onServerStep,
}: {
  connection: Connection
  siteDocumentId: string
  /** Called when a run was undone or redone from here. */
  onServerStep: () => void
}): AssistantSession {
  const edits = createStore(0)
  const count = () => edits.set(edits.get() + 1)
  const { history, problem, recordRun, undo, redo, close } = createDocumentSession({
    connection,
    documentId: siteDocumentId,
    onLoaded: ({ local }) => local.observe(count),
    locked: () => undefined,
    left: strings.leftAsTheyWere,
    onServerStep,
  })
  return {
    connection,
    edits,
    follow(documentId) {
      const document = connection.open(documentId)
      let isOver = false
      const watch = () => {
        if (!isOver) document.doc.on('update', count)
      }
      void document.loaded.then(watch, () => undefined)
      return () => {
        isOver = true
        document.doc.off('update', count)
        connection.release(document)
      }
    },
    history,
    problem,
    recordRun,
    undo,
    redo,
    close,
  }
}
