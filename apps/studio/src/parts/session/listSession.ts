import { folderPath, type ListedPart, type PartFolder, readParts } from '@atelier/cad'
import { createOverlay, type Draft } from '@atelier/documents'
import { createNodeIds } from '@atelier/site'
import type { Connection } from '../../documents/connection.ts'
import { createDocumentSession, type DocumentSession } from '../../documents/documentSession.ts'
import { createStore, type Store } from '../../documents/store.ts'
import * as strings from '../strings.ts'

/** The list of a project's parts as this tab has it open: live, with an undo of one's own. */
export interface ListSession extends Pick<DocumentSession, 'history' | 'problem' | 'undo' | 'redo' | 'close'> {
  /** Undefined until the document is here. */
  readonly parts: Store<readonly ListedPart[] | undefined>
  readonly folders: Store<readonly PartFolder[] | undefined>
  rename(partId: string, name: string): boolean
  /** Moves a part into a folder; undefined is the top. */
  move(partId: string, folder: string | undefined): boolean
  /** Takes a part off the list; its document stays for an undo. */
  remove(partId: string): boolean
  createFolder(name: string, parent: string | undefined): boolean
  renameFolder(id: string, name: string): boolean
  /** Moves a folder into another one; it is not moved into itself. */
  moveFolder(id: string, parent: string | undefined): boolean
  /** Deletes a folder; its contents go to where it was. */
  removeFolder(id: string): boolean
}

const newId = createNodeIds((bytes) => crypto.getRandomValues(bytes))

export function createListSession(connection: Connection, documentId: string): ListSession {
  const parts = createStore<readonly ListedPart[] | undefined>(undefined)
  const folders = createStore<readonly PartFolder[] | undefined>(undefined)
  const locked = () => (session.sync().readOnly ? strings.listIsReadOnly : undefined)
  const session = createDocumentSession({
    connection,
    documentId,
    locked,
    left: strings.changedSince,
    onLoaded({ local }) {
      const read = () => {
        const listed = readParts(local.view)
        parts.set(listed.parts)
        folders.set(listed.folders)
      }
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
    folders,
    history,
    problem,
    rename: (partId, name) => edit((draft) => draft.set(`part:${partId}/name`, name)),
    move: (partId, folder) => edit((draft) => draft.set(`part:${partId}/folder`, folder ?? null)),
    remove: (partId) => edit((draft) => draft.set(`part:${partId}/deleted`, true)),
    createFolder: (name, parent) =>
      edit((draft) => draft.set(`partFolder:${newId()}`, { name, ...(parent === undefined ? {} : { parent }) })),
    renameFolder: (id, name) => edit((draft) => draft.set(`partFolder:${id}/name`, name)),
    moveFolder: (id, parent) =>
      edit((draft) => {
        const isInside = folderPath(readParts(draft).folders, parent).some((each) => each.id === id)
        if (!isInside) draft.set(`partFolder:${id}/parent`, parent ?? null)
      }),
    removeFolder: (id) =>
      edit((draft) => {
        const listed = readParts(draft)
        const parent = listed.folders.find((each) => each.id === id)?.parent ?? null
        for (const part of listed.parts) if (part.folder === id) draft.set(`part:${part.id}/folder`, parent)
        for (const each of listed.folders) if (each.parent === id) draft.set(`partFolder:${each.id}/parent`, parent)
        draft.set(`partFolder:${id}/deleted`, true)
      }),
    undo,
    redo,
    close,
  }
}
