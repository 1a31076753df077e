import { type ListedPart, readParts } from '@atelier/cad'
import { createOverlay, type Draft } from '@atelier/documents'
import type { Connection } from '../../documents/connection.ts'
import { createDocumentSession, type DocumentSession } from '../../documents/documentSession.ts'
import { createStore, type Store } from '../../documents/store.ts'
import * as strings from '../strings.ts'

/** The list of a project's parts as this tab has it open: live, with an undo of one's own. */
export interface ListSession extends Pick<DocumentSession, 'history' | 'problem' | 'undo' | 'redo' | 'close'> {
  /** Undefined until the document is here. */
  readonly parts: Store<readonly ListedPart[] | undefined>
  rename(partId: string, name: string): boolean
  /** Takes a part off the list; its document stays for an undo. */
  remove(partId: string): boolean
}

export function createListSession(connection: Connection, documentId: string): ListSession {
  const parts = createStore<readonly ListedPart[] | undefined>(undefined)
  const locked = () => (session.sync().readOnly ? strings.listIsReadOnly : undefined)
  const session = createDocumentSession({
    connection,
    documentId,
    locked,
    left: strings.changedSince,
    onLoaded({ local }) {
      const read = () => parts.set(readParts(local.view).parts)
      read()
      local.observe(read)
    },
  })
  const { history, problem, undo, redo, close } = session

  function edit(change: (draft: Draft) => void): boolean {
    const local = session.main()?.local
    const refused = local ? locked() : strings.stillLoading
    if (!local || refused !== undefined) {
      problem.set({ message: refused ?? strings.stillLoading })
      return false
    }
    const draft = createOverlay(local.view)
    change(draft)
    const patches = draft.patches()
    if (patches.length > 0) session.apply(local, patches, 'hand')
    return true
  }

  return {
    parts,
    history,
    problem,
    rename: (partId, name) => edit((draft) => draft.set(`part:${partId}/name`, name)),
    remove: (partId) => edit((draft) => draft.set(`part:${partId}/deleted`, true)),
    undo,
    redo,
    close,
  }
}
