/** The state of one document's connection. */
export interface DocumentSync {
  /** The socket is open and this document is authenticated on it. */
  connected: boolean
  /** The first exchange with the server is done, now or earlier. */
  loaded: boolean
  /** Edits made here that the server has not acknowledged. */
  unsaved: number
  /** They wait longer than an acknowledgement takes: the server may be busy, or the connection dead. */
  unanswered?: boolean
  /** The server's reason if it closed the document. */
  refused?: string
  /** The server's reason if it refuses to open the document. */
  denied?: string
  /** The server's sentence if it cannot read the document, as after a newer server has changed it. */
  unreadable?: string
  /** The document was deleted. */
  removed?: boolean
  /** We may look but not write. */
  readOnly: boolean
}

/** `held`: an edit was refused or waits for a decision, and is kept in the tab until its writer changes or drops it. */
export type SaveState =
  | 'connecting'
  | 'saved'
  | 'saving'
  | 'unanswered'
  | 'held'
  | 'offline'
  | 'refused'
  | 'denied'
  | 'unreadable'
  | 'removed'

export interface SaveStatus {
  state: SaveState
  unsaved: number
  reason?: string
  /** Whether the unsaved edits outlive this tab: the browser keeps them, and the next tab sends them. */
  kept?: boolean
}

export const unopened: DocumentSync = { connected: false, loaded: false, unsaved: 0, readOnly: false }

/** One line for several documents: the worst of them speaks. `online` is what the browser says of its network. */
export function saveStatus(all: readonly DocumentSync[], online = true): SaveStatus {
  const documents = all.filter((each) => !each.removed)
  if (all.length > 0 && documents.length === 0) return { state: 'removed', unsaved: 0 }
  const unsaved = documents.reduce((sum, each) => sum + each.unsaved, 0)
  const unreadable = documents.find((each) => each.unreadable !== undefined)
  if (unreadable) return { state: 'unreadable', unsaved, reason: unreadable.unreadable }
  const denied = documents.find((each) => each.denied !== undefined)
  if (denied) return { state: 'denied', unsaved, reason: denied.denied }
  const refused = documents.find((each) => each.refused !== undefined)
  if (refused) return { state: 'refused', unsaved, reason: refused.refused }
  if (documents.length === 0 || documents.some((each) => !each.loaded)) return { state: 'connecting', unsaved }
  if (!online || documents.some((each) => !each.connected)) return { state: 'offline', unsaved }
  if (documents.some((each) => each.unanswered)) return { state: 'unanswered', unsaved }
  return { state: unsaved > 0 ? 'saving' : 'saved', unsaved }
}

/** The status bar's text. */
export function saveLabel({ state, unsaved, kept = true }: SaveStatus): string {
  const where = kept ? 'kept here' : 'in this tab alone'
  const edits = unsaved === 1 ? '1 edit' : `${unsaved} edits`
  switch (state) {
    case 'connecting':
      return 'Connecting'
    case 'saved':
      return 'Saved'
    case 'saving':
      return 'Saving'
    case 'unanswered':
      return `No answer yet, ${edits} ${where}`
    case 'held':
      return `${edits} not saved`
    case 'offline':
      return unsaved > 0 ? `Offline, ${edits} ${where}` : 'Offline'
    case 'refused':
      return `${edits} not accepted`
    case 'denied':
      return 'No access'
    case 'unreadable':
      return 'Cannot be opened'
    case 'removed':
      return 'Deleted'
  }
}
