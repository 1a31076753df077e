import {
  createLocalHistory,
  HISTORY_ORIGIN,
  type LocalDocument,
  type LocalUndo,
  openLocal,
  type RemoteStep,
} from '@atelier/documents'
import { type Envelope, errorMessage, errorText, type OperationHandle } from '@atelier/operation'
import { turnChange } from '../../../api/changes.ts'
import type { Connection, OpenDocument } from '../../../documents/connection.ts'
import { remoteStep, type TurnOnServer } from '../../../documents/remoteStep.ts'
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
export interface OpenPage {
  id: string
  document: OpenDocument
  local: LocalDocument
  model: PageModel
}

export interface OpenSite {
  document: OpenDocument
  local: LocalDocument
}

/** The editor of one project, apart from how it looks: what is open and selected, and how it is edited. */
export interface EditorSession {
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
  readonly history: Store<{ canUndo: boolean; canRedo: boolean }>
  /** Why something did not work, to be shown; each failure is a new object. */
  readonly problem: Store<{ message: string } | undefined>
  openPage(documentId: string): void
  /** A page as it is live, opened if it is not yet, without showing it; undefined if it cannot be opened. */
  load(documentId: string): Promise<OpenPage | undefined>
  /** Selects one node alone; with `add` it joins the selection, or leaves it if it is in it. */
  select(nodeId: string | undefined, options?: { add?: boolean }): void
  /** Selects these nodes; the last one is the one that panels show. */
  selectAll(nodeIds: readonly string[]): void
  hover(nodeId: string | undefined): void
  /** Works in another frame: the id of a breakpoint, or `fit`. */
  setWidth(width: string): void
  /**
   * Runs an operation as one step of undo, on the documents of this tab or, if the server alone can do it, there. What
   * it refuses is shown and returned.
   */
  run<Input, Output>(operation: OperationHandle<Input, Output>, input: Input): Promise<Envelope<Output>>
  /** Runs an operation of this tab once for each input, all as one step of undo; where one is refused, nothing is done. */
  runEach<Input, Output>(
    operation: OperationHandle<Input, Output>,
    inputs: readonly Input[],
  ): Promise<readonly Envelope<Output>[]>
  /** The same, but leaves it to the caller to show what was refused. */
  attempt<Input, Output>(operation: OperationHandle<Input, Output>, input: Input): Promise<Envelope<Output>>
  /**
   * Waits for what the server does for this person; meanwhile its writing counts as theirs, not the agent's. An undo waits
   * for it too, since it is their last step.
   * @param changeSetOf what it wrote, which is put on their undo stack
   */
  trackServerCall<Result>(work: Promise<Result>, changeSetOf?: (result: Result) => string | undefined): Promise<Result>
  /** Whether the server is doing something for this person now. */
  serverIsAtWork(): boolean
  /** Puts what the server wrote for this person on their undo stack; nothing if it wrote nothing. */
  recordServerChange(changeSetId: string | undefined): void
  /** Puts what a run that this person asked for changed on their undo stack. */
  recordRun(turn: TurnOnServer): void
  /** Undoes that now, wherever it is on the stack; returns the reason if it could not. */
  revert(changeSetId: string): Promise<string | undefined>
  undo(): void
  redo(): void
  close(): void
}

export interface SessionOptions {
  projectId: string
  siteDocumentId: string
  userId: string
  connection: Connection
  /** Called when something that the server wrote was undone or redone from here. */
  onServerStep?: () => void
}

/** What the server wrote comes over another connection than its answer: how much later it may be, in ms. */
const serverEchoes = 500
/** How long undo waits for what was just written on the server, in ms. */
const ANSWER_MS = 3_000
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export function createEditorSession(options: SessionOptions): EditorSession {
  const { projectId, siteDocumentId, userId, connection, onServerStep } = options
  const state = createEditorState(projectId)
  const site = createStore<OpenSite | undefined>(undefined)
  const page = createStore<OpenPage | undefined>(undefined)
  const history = createLocalHistory({ merge: (...args) => tabWrites.undoMerge(...args) })
  const historyState = createStore({ canUndo: false, canRedo: false })
  const text = createTextState()
  const problem = createStore<{ message: string } | undefined>(undefined)
  const frames = createShownFrames()
  const content = createPageContent({
    projectId,
    save: (input, branchId) =>
      trackServerCall(
        callServer(projectId, editField, input, undefined, branchId === undefined ? undefined : { branchId }),
      ),
    record: (changeSetId) => recordServerChange(changeSetId),
    problem,
  })
  const pages = new Map<string, OpenPage>()
  const opening = new Map<string, OpenDocument>()
  let shell: OpenDocument | undefined
  let closed = false
  let serverCalls = 0
  /** Writes that the server has not answered yet; none of these promises rejects. */
  const unanswered = new Set<Promise<unknown>>()
  /** How many edits are being written, here or by the server. */
  let writing = 0
  const far = new Map<string, RemoteStep>()
  let turning: Promise<unknown> = Promise.resolve()

  function openSite() {
    if (shell) connection.release(shell)
    const document = connection.open(siteDocumentId)
    shell = document
    document.loaded.then(
      () => {
        if (!closed && shell === document) site.set({ document, local: openLocal(document.doc) })
      },
      () => undefined,
    )
  }

  /** Pages stay open once they were: undo may lead back to them, and turning pages is then at once. */
  function openPage(documentId: string) {
    if (state.get().documentId === documentId && opening.has(documentId)) return
    patchStore(state, { documentId, ...nothingSelected, hovered: undefined, agentNode: undefined, editing: undefined })
    page.set(pages.get(documentId))
    void load(documentId)
  }

  function load(documentId: string): Promise<OpenPage | undefined> {
    const already = opening.get(documentId)
    const document = already ?? connection.open(documentId)
    const loaded = () => pages.get(documentId)
    const failed = () => undefined
    if (already) return already.loaded.then(loaded, failed)
    opening.set(documentId, document)
    return document.loaded.then(() => {
      if (closed || opening.get(documentId) !== document) return undefined
      const local = openLocal(document.doc)
      const opened: OpenPage = { id: documentId, document, local, model: createPageModel(local) }
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
    }, failed)
  }

  /** Two people may write one text before either has seen the other's. */
  async function watchOverlaps(opened: OpenPage): Promise<void> {
    const { mergeOverlaps } = await import('./overlaps.ts')
    if (pages.get(opened.id) !== opened) return
    mergeOverlaps({
      page: opened,
      write(patch) {
        opened.local.apply([patch], byUser)
        history.record([{ document: opened.local, patches: [patch] }])
      },
      giveWay: (patch) => opened.local.apply([patch], byUser),
      ask(conflict, key) {
        // What was written without a connection is asked about in the list of all such values.
        const isListed = connection.overlaps.get().some((each) => each.documentId === opened.id && each.key === key)
        if (!isListed) text.conflict.set(conflict)
      },
    })
  }

  function closePages() {
    page.set(undefined)
    for (const { model, local } of pages.values()) {
      model.close()
      local.close()
    }
    for (const document of opening.values()) connection.release(document)
    pages.clear()
    opening.clear()
  }

  // Documents that were given up after a refusal are loaded again from the server.
  const stopGenerations = connection.generation.subscribe(() => {
    const { documentId } = state.get()
    history.clear()
    closePages()
    openSite()
    if (documentId) openPage(documentId)
  })
  const stopHistory = history.observe(showHistory)
  let hiddenHere = state.get().hiddenHere
  const stopHiding = state.subscribe(() => {
    const next = state.get().hiddenHere
    if (next === hiddenHere) return
    hiddenHere = next
    for (const { model } of pages.values()) model.leaveOut(next)
  })
  openSite()

  /** An edit that is being written can be undone already: the undo waits for it. */
  function showHistory() {
    patchStore(historyState, { canUndo: history.canUndo || writing > 0, canRedo: history.canRedo })
  }

  async function whileWriting<Result>(work: Promise<Result>): Promise<Result> {
    writing += 1
    showHistory()
    try {
      return await work
    } finally {
      writing -= 1
      showHistory()
    }
  }

  function refused(message: string) {
    problem.set({ message })
  }

  /** Why nothing may be written now. */
  function locked(): string | undefined {
    if (shell?.sync.get().removed) return strings.thisProjectHasBeenDeleted
    const readOnly = shell?.sync.get().readOnly || page.get()?.document.sync.get().readOnly
    return readOnly ? strings.readOnlyProject : undefined
  }

  const tabWrites = createTabWrites({
    siteDocumentId,
    userId,
    state,
    locals: {
      open: (documentId) => (documentId === siteDocumentId ? site.get()?.local : pages.get(documentId)?.local),
    },
    locked,
    record: history.record,
  })

  async function trackServerCall<Result>(
    work: Promise<Result>,
    changeSetOf?: (result: Result) => string | undefined,
  ): Promise<Result> {
    const recorded = trackEchoes(work).then((result) => {
      recordServerChange(changeSetOf?.(result))
      return result
    })
    const settled = recorded.catch(() => undefined).finally(() => unanswered.delete(settled))
    unanswered.add(settled)
    return await whileWriting(recorded)
  }

  async function trackEchoes<Result>(work: Promise<Result>): Promise<Result> {
    serverCalls += 1
    try {
      return await work
    } finally {
      setTimeout(() => {
        serverCalls -= 1
      }, serverEchoes)
    }
  }

  /** What the server changes arrives like the edit of any other user. */
  async function onServer<Input, Output>(operation: ServerHandle<Input, Output>, input: Input) {
    const called = callServer(projectId, operation, input, state.get().documentId)
    if (operation.onlyReads) return await called
    return await trackServerCall(called, (result) => (result.ok ? result.changeSetId : undefined))
  }

  async function attempt<Input, Output>(
    operation: OperationHandle<Input, Output>,
    input: Input,
  ): Promise<Envelope<Output>> {
    if (isServerHandle(operation)) return await onServer(operation, input)
    const { refusal, results } = await whileWriting(tabWrites.run(operation, [input]))
    return refusal ?? results[0] ?? { ok: true }
  }

  async function run<Input, Output>(operation: OperationHandle<Input, Output>, input: Input) {
    return told(await attempt(operation, input))
  }

  async function runEach<Input, Output>(operation: OperationHandle<Input, Output>, inputs: readonly Input[]) {
    const { refusal, results } = await whileWriting(tabWrites.run(operation, inputs))
    if (refusal) told(refusal)
    return results
  }

  /** Shows why something was refused. */
  function told<Result extends Envelope>(result: Result): Result {
    const message = errorText(result)
    if (message !== undefined) refused(message)
    return result
  }

  function selectAll(nodeIds: readonly string[]) {
    const selected = nodeIds.at(-1)
    patchStore(state, { selected, selection: nodeIds })
    page.get()?.document.showSelection(selected)
  }

  const stepOf = (changeSetId: string) => remoteStep((to) => turnChange(projectId, changeSetId, to), trackServerStep)

  async function trackServerStep<Result>(work: Promise<Result>): Promise<Result> {
    const answer = await trackEchoes(work)
    onServerStep?.()
    return answer
  }

  function recordServerChange(changeSetId: string | undefined) {
    if (changeSetId === undefined) return
    const step = stepOf(changeSetId)
    far.set(changeSetId, step)
    history.recordRemote(step)
  }

  /** One at a time: a key held down is not to overtake the server. */
  function step(work: () => LocalUndo | Promise<LocalUndo> | undefined): Promise<string | undefined> {
    const turned = turning.then(async () => {
      // What was just edited becomes a step once it is written: it is the last one, also if it shows before the answer.
      const written = [tabWrites.settled(), content.settled(), ...unanswered]
      await Promise.race([Promise.all(written), pause(ANSWER_MS)])
      const lock = locked()
      if (lock) return lock
      try {
        return leftOf(await work())
      } catch (error) {
        return errorMessage(error)
      }
    })
    turning = turned
    return turned
  }

  async function shown(turned: Promise<string | undefined>) {
    const message = await turned
    if (message !== undefined) refused(message)
  }

  return {
    projectId,
    userId,
    connection,
    state,
    text,
    site,
    page,
    frames,
    content,
    history: historyState,
    problem,
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
    trackServerCall,
    serverIsAtWork: () => serverCalls > 0,
    recordServerChange,
    recordRun: (turn) => history.recordRemote(remoteStep(turn, trackServerStep)),
    revert(changeSetId) {
      const wanted = far.get(changeSetId) ?? stepOf(changeSetId)
      return step(() => history.undo(wanted) ?? wanted.undo())
    },
    undo: () => void shown(step(history.undo)),
    redo: () => void shown(step(history.redo)),
    close() {
      closed = true
      content.stop()
      stopGenerations()
      stopHistory()
      stopHiding()
      closePages()
      if (shell) connection.release(shell)
      site.set(undefined)
    },
  }
}

/** What an undo left unchanged, as text. */
function leftOf(outcome: LocalUndo | undefined): string | undefined {
  const count = outcome?.kept.length ?? 0
  return count === 0 ? undefined : strings.changesWereLeft(count)
}
