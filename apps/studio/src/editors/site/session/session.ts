import { HISTORY_ORIGIN } from '@atelier/documents'
import { type Envelope, errorText, type OperationHandle } from '@atelier/operation'
import { turnChange } from '../../../api/changes.ts'
import type { Connection } from '../../../documents/connection.ts'
import { createDocumentSession, type DocumentSession, type LoadedDocument } from '../../../documents/documentSession.ts'
import { createStore, patchStore, type Store } from '../../../documents/store.ts'
import { warmUp } from '../../../ui/lazyWhenIdle.ts'
import { createPageModel, type PageModel } from '../model/pageModel.ts'
import { toggled } from '../model/selection.ts'
import { createPageContent, type PageContent } from './content/pageContent.ts'
import { byUser } from './hand.ts'
import { editField, type ServerHandle } from './handles.ts'
import { callServer, isServerHandle } from './serverCalls.ts'
import { createShownFrames, type ShownFrames } from './shownFrames.ts'
import { createEditorState, type EditorState, nothingSelected } from './state.ts'
import * as strings from './strings.ts'
import { createTabWrites } from './tabWrites.ts'
import { createTextState, type TextState } from './textState.ts'

/** A page with its tree, while it is open. */
export interface OpenPage extends LoadedDocument {
  id: string
  model: PageModel
}

export type OpenSite = LoadedDocument

/** The part of the documents' session that a site's session offers. */
type OfDocuments =
  | 'history'
  | 'problem'
  | 'trackServerCall'
  | 'serverIsAtWork'
  | 'recordServerChange'
  | 'recordRun'
  | 'revert'
  | 'undo'
  | 'redo'
  | 'close'

/** The editor of one project, apart from how it looks: what is open and selected, and how it is edited. */
export interface EditorSession extends Pick<DocumentSession, OfDocuments> {
  readonly projectId: string
  readonly userId: string
  readonly connection: Connection
  readonly state: Store<EditorState>
  readonly site: Store<OpenSite | undefined>
  readonly page: Store<OpenPage | undefined>
  readonly frames: ShownFrames
  /** The content that the open page shows. */
  readonly content: PageContent
  /** The text that is being typed in the canvas. */
  readonly text: TextState
  openPage(documentId: string): void
  /** A page as it is live, opened if it is not yet, without showing it; undefined if it cannot be opened. */
  load(documentId: string): Promise<OpenPage | undefined>
  /** Selects only one node; with `add` it joins the selection, or leaves it if it is in it. */
  select(nodeId: string | undefined, options?: { add?: boolean }): void
  /** Selects these nodes; the last one is the one that panels show. */
  selectAll(nodeIds: readonly string[]): void
  hover(nodeId: string | undefined): void
  /** Works in another frame: the id of a breakpoint, or `fit`. */
  setWidth(width: string): void
  /**
   * Runs an operation as one step of undo, on the documents of this tab or, if only the server can do it, there. A
   * refusal is shown and returned.
   */
  run<Input, Output>(operation: OperationHandle<Input, Output>, input: Input): Promise<Envelope<Output>>
  /** Runs an operation of this tab once for each input, all as one step of undo; where one is refused, nothing is done. */
  runEach<Input, Output>(
    operation: OperationHandle<Input, Output>,
    inputs: readonly Input[],
  ): Promise<readonly Envelope<Output>[]>
  /** The same, but leaves it to the caller to show what was refused. */
  attempt<Input, Output>(operation: OperationHandle<Input, Output>, input: Input): Promise<Envelope<Output>>
}

export interface SessionOptions {
  projectId: string
  siteDocumentId: string
  userId: string
  connection: Connection
  /** Called when something that the server wrote was undone or redone from here. */
  onServerStep?: () => void
}

export function createEditorSession(options: SessionOptions): EditorSession {
  const { projectId, siteDocumentId, userId, connection, onServerStep } = options
  const state = createEditorState(projectId)
  const site = createStore<OpenSite | undefined>(undefined)
  const page = createStore<OpenPage | undefined>(undefined)
  const text = createTextState()
  const frames = createShownFrames()
  const pages = new Map<string, OpenPage>()
  const opening = new Map<string, Promise<OpenPage | undefined>>()
  const documents = createDocumentSession({
    connection,
    documentId: siteDocumentId,
    onLoaded: (main) => site.set(main),
    onDiscarded() {
      const { documentId } = state.get()
      closePages()
      if (documentId) openPage(documentId)
    },
    locked,
    left: strings.changesWereLeft,
    merge: (...args) => tabWrites.undoMerge(...args),
    settled: () => content.settled(),
    turnOnServer: (changeSetId, to) => turnChange(projectId, changeSetId, to),
    onServerStep,
  })
  const content = createPageContent({
    projectId,
    save: (input, branchId) =>
      documents.trackServerCall(
        callServer(projectId, editField, input, undefined, branchId === undefined ? undefined : { branchId }),
      ),
    record: documents.recordServerChange,
    problem: documents.problem,
    keepLost: (words) => text.keepLost({ words }),
  })

  /** Pages stay open once they were: undo may lead back to them, and turning pages is then at once. */
  function openPage(documentId: string) {
    if (state.get().documentId === documentId && opening.has(documentId)) return
    patchStore(state, { documentId, ...nothingSelected, hovered: undefined, agentNode: undefined, editing: undefined })
    page.set(pages.get(documentId))
    void load(documentId)
  }

  function load(documentId: string): Promise<OpenPage | undefined> {
    const known = opening.get(documentId)
    if (known) return known
    const loading: Promise<OpenPage | undefined> = documents.open(documentId).then((loaded) => {
      if (!loaded || opening.get(documentId) !== loading) return undefined
      const { local } = loaded
      const opened: OpenPage = { id: documentId, ...loaded, model: createPageModel(local) }
      local.observe((_patches, origin) => {
        if (origin === HISTORY_ORIGIN) openPage(documentId)
      })
      opened.model.leaveOut(state.get().hiddenHere)
      pages.set(documentId, opened)
      // So that the first edit has its code; if that fails, the edit itself asks again and says so.
      warmUp(tabWrites.load, 300)
      warmUp(() => watchOverlaps(opened), 300)
      if (state.get().documentId === documentId) page.set(opened)
      return opened
    })
    opening.set(documentId, loading)
    return loading
  }

  /** Two people may write one text before either has seen the other's. */
  async function watchOverlaps(opened: OpenPage): Promise<void> {
    const { mergeOverlaps } = await import('./overlaps.ts')
    if (pages.get(opened.id) !== opened) return
    mergeOverlaps({
      page: opened,
      write: (patch) => documents.apply(opened.local, [patch], byUser),
      giveWay: (patch) => opened.local.apply([patch], byUser),
      ask(conflict, key) {
        // Values written without a connection are in the list of all such values.
        const isListed = connection.overlaps.get().some((each) => each.documentId === opened.id && each.key === key)
        if (!isListed) text.conflict.set(conflict)
      },
    })
  }

  function closePages() {
    page.set(undefined)
    for (const { model } of pages.values()) model.close()
    pages.clear()
    opening.clear()
  }

  let hiddenHere = state.get().hiddenHere
  const stopHiding = state.subscribe(() => {
    const next = state.get().hiddenHere
    if (next === hiddenHere) return
    hiddenHere = next
    for (const { model } of pages.values()) model.leaveOut(next)
  })

  /** Why nothing may be written now. */
  function locked(): string | undefined {
    const { removed, readOnly } = documents.sync()
    if (removed) return strings.thisProjectHasBeenDeleted
    return readOnly || page.get()?.document.sync.get().readOnly ? strings.readOnlyProject : undefined
  }

  const tabWrites = createTabWrites({
    siteDocumentId,
    userId,
    state,
    locals: {
      open: (documentId) => (documentId === siteDocumentId ? site.get()?.local : pages.get(documentId)?.local),
    },
    locked,
    inOrder: documents.inOrder,
    record: documents.record,
  })

  /** The server's changes arrive like the edit of any other user. */
  async function onServer<Input, Output>(operation: ServerHandle<Input, Output>, input: Input) {
    const called = callServer(projectId, operation, input, state.get().documentId)
    if (operation.onlyReads) return await called
    return await documents.trackServerCall(called, (result) => (result.ok ? result.changeSetId : undefined))
  }

  async function attempt<Input, Output>(
    operation: OperationHandle<Input, Output>,
    input: Input,
  ): Promise<Envelope<Output>> {
    if (isServerHandle(operation)) return await onServer(operation, input)
    const { refusal, results } = await tabWrites.run(operation, [input])
    return refusal ?? results[0] ?? { ok: true }
  }

  async function run<Input, Output>(operation: OperationHandle<Input, Output>, input: Input) {
    return showRefusal(await attempt(operation, input))
  }

  async function runEach<Input, Output>(operation: OperationHandle<Input, Output>, inputs: readonly Input[]) {
    const { refusal, results } = await tabWrites.run(operation, inputs)
    if (refusal) showRefusal(refusal)
    return results
  }

  /** Shows why something was refused. */
  function showRefusal<Result extends Envelope>(result: Result): Result {
    const message = errorText(result)
    if (message !== undefined) documents.problem.set({ message })
    return result
  }

  function selectAll(nodeIds: readonly string[]) {
    const selected = nodeIds.at(-1)
    patchStore(state, { selected, selection: nodeIds })
    page.get()?.document.showSelection(selected)
  }

  return {
    ...documents,
    projectId,
    userId,
    connection,
    state,
    text,
    site,
    page,
    frames,
    content,
    openPage,
    load,
    select(nodeId, { add = false } = {}) {
      selectAll(nodeId === undefined ? [] : add ? toggled(state.get().selection, nodeId) : [nodeId])
    },
    selectAll,
    hover: (nodeId) => patchStore(state, { hovered: nodeId }),
    setWidth: (width) => patchStore(state, { width }),
    run,
    runEach,
    attempt,
    close() {
      content.stop()
      stopHiding()
      closePages()
      documents.close()
      site.set(undefined)
    },
  }
}
