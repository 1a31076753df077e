import {
  createLocalHistory,
  type LocalDocument,
  type LocalHistory,
  type LocalHistoryOptions,
  type LocalUndo,
  openLocal,
  type Patch,
  type RemoteStep,
} from '@atelier/documents'
import { errorMessage } from '@atelier/operation'
import type { Connection, OpenDocument } from './connection.ts'
import { remoteStep, type TurnOnServer } from './remoteStep.ts'
import { createStore, patchStore, type Store } from './store.ts'

/** A live document of a session, with its fields. */
export interface LoadedDocument {
  readonly document: OpenDocument
  readonly local: LocalDocument
}

export interface DocumentSessionOptions {
  connection: Connection
  /** The main document: it is opened at once. */
  documentId: string
  /** Called when the main document is loaded, also when it is loaded again. */
  onLoaded(main: LoadedDocument): void
  /** Called after refused edits were given up: the main document is being loaded again, all others are closed. */
  onDiscarded?(): void
  /** Why nothing may be written now; undefined if it may. */
  locked(): string | undefined
  /** Says how many changes an undo or redo left as they were, since others have changed them. */
  left(count: number): string
  /** Takes a change out of a value that another user has changed since. */
  merge?: LocalHistoryOptions['merge']
  /** Resolves when everything else that was asked for is written; an undo waits for it. */
  settled?(): Promise<unknown>
  /** Undoes or redoes on the server what it wrote for this user. */
  turnOnServer?(changeSetId: string, to: 'undo' | 'redo'): ReturnType<TurnOnServer>
  /** Called when something that the server wrote was undone or redone from here. */
  onServerStep?(): void
}

/** The part of a session that is the same for all live documents: what is open, and how it is written and undone. */
export interface DocumentSession {
  /** Undefined until it is loaded. */
  main(): LoadedDocument | undefined
  /** The state of the main document, also before it is loaded. */
  sync(): ReturnType<OpenDocument['sync']['get']>
  /** Opens a document and keeps it open; undefined if it cannot be opened, or was closed meanwhile. */
  open(documentId: string): Promise<LoadedDocument | undefined>
  readonly history: Store<{ canUndo: boolean; canRedo: boolean }>
  /** Why something did not work, to be shown; each failure is a new object. */
  readonly problem: Store<{ message: string } | undefined>
  /** Applies patches to a document as one step of undo. */
  apply(local: LocalDocument, patches: readonly Patch[], origin: unknown): void
  /** Remembers what was applied as one step of undo. */
  record: LocalHistory['record']
  /** Does work that writes to the documents of this tab, after all such work before it. */
  inOrder<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Waits for what the server does for this user: meanwhile its edits count as theirs, not the agent's. An undo waits for
   * it too, since it is their last step.
   * @param changeSetOf what it wrote, which is put on their undo stack
   */
  trackServerCall<Result>(work: Promise<Result>, changeSetOf?: (result: Result) => string | undefined): Promise<Result>
  /** Whether the server is doing something for this user now. */
  serverIsAtWork(): boolean
  /** Puts what the server wrote for this user on their undo stack; nothing if it wrote nothing. */
  recordServerChange(changeSetId: string | undefined): void
  /** Puts what a run that this user asked for changed on their undo stack. */
  recordRun(turn: TurnOnServer): void
  /** Undoes what the server wrote now, wherever it is on the stack; returns the reason if it could not. */
  revert(changeSetId: string): Promise<string | undefined>
  undo(): void
  redo(): void
  close(): void
}

/** The server's writes come over another connection than its answer: how much later it may be, in ms. */
const SERVER_ECHO_MS = 500
/** How long undo waits for what was just written on the server, in ms. */
const ANSWER_MS = 3_000
const pauseSession = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Opened {
  readonly document: OpenDocument
  readonly loaded: Promise<LoadedDocument | undefined>
  local?: LocalDocument
}

export function createDocumentSession(options: DocumentSessionOptions): DocumentSession {
  const { connection, documentId } = options
  const steps = createLocalHistory({ merge: options.merge })
  const history = createStore({ canUndo: false, canRedo: false })
  const problem = createStore<{ message: string } | undefined>(undefined)
  let opened = new Map<string, Opened>()
  let serverCalls = 0
  /** Writes that the server has not answered yet; none of these promises rejects. */
  const unanswered = new Set<Promise<unknown>>()
  const serverSteps = new Map<string, RemoteStep>()
  /** How many edits are being written, here or by the server. */
  let writing = 0
  let lastWrite: Promise<unknown> = Promise.resolve()
  let lastStep: Promise<unknown> = Promise.resolve()

  function openOne(id: string): Opened {
    const document = connection.open(id)
    const entry: Opened = {
      document,
      loaded: document.loaded.then(
        () => {
          if (opened.get(id) !== entry) return undefined
          const local = openLocal(document.doc)
          entry.local = local
          return { document, local }
        },
        () => undefined,
      ),
    }
    opened.set(id, entry)
    return entry
  }

  function openMain(): Opened {
    const entry = openOne(documentId)
    void entry.loaded.then((loaded) => loaded && options.onLoaded(loaded))
    return entry
  }

  function release(entries: ReadonlyMap<string, Opened>): void {
    for (const { document, local } of entries.values()) {
      local?.close()
      connection.release(document)
    }
  }

  let main = openMain()

  // Documents that were given up after a refusal are loaded again from the server.
  const stopGenerations = connection.generation.subscribe(() => {
    const before = opened
    opened = new Map()
    steps.clear()
    // Opened before it is released, so that it stays if it was not given up.
    main = openMain()
    release(before)
    options.onDiscarded?.()
  })
  const stopSteps = steps.observe(showHistory)

  /** An edit that is being written can be undone already: the undo waits for it. */
  function showHistory(): void {
    patchStore(history, { canUndo: steps.canUndo || writing > 0, canRedo: steps.canRedo })
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

  async function trackEchoes<Result>(work: Promise<Result>): Promise<Result> {
    serverCalls += 1
    try {
      return await work
    } finally {
      setTimeout(() => {
        serverCalls -= 1
      }, SERVER_ECHO_MS)
    }
  }

  async function trackServerStep<Result>(work: Promise<Result>): Promise<Result> {
    const answer = await trackEchoes(work)
    options.onServerStep?.()
    return answer
  }

  const stepOf = (changeSetId: string) =>
    remoteStep((to) => {
      if (!options.turnOnServer) throw new Error('The server writes nothing for this session')
      return options.turnOnServer(changeSetId, to)
    }, trackServerStep)

  function recordServerChange(changeSetId: string | undefined): void {
    if (changeSetId === undefined) return
    const step = stepOf(changeSetId)
    serverSteps.set(changeSetId, step)
    steps.recordRemote(step)
  }

  /** One at a time: a key that is held down does not overtake the server. */
  function runUndoStep(work: () => LocalUndo | Promise<LocalUndo> | undefined): Promise<string | undefined> {
    const done = lastStep.then(async () => {
      // An edit becomes a step once it is written: it is the last one, also if it shows before the answer.
      await Promise.race([Promise.all([lastWrite, options.settled?.(), ...unanswered]), pauseSession(ANSWER_MS)])
      const lock = options.locked()
      if (lock) return lock
      try {
        const count = (await work())?.kept.length ?? 0
        return count === 0 ? undefined : options.left(count)
      } catch (error) {
        return errorMessage(error)
      }
    })
    lastStep = done
    return done
  }

  async function showFailure(done: Promise<string | undefined>): Promise<void> {
    const message = await done
    if (message !== undefined) problem.set({ message })
  }

  return {
    main: () => main.local && { document: main.document, local: main.local },
    sync: () => main.document.sync.get(),
    open: (id) => (opened.get(id) ?? openOne(id)).loaded,
    history,
    problem,
    apply(local, patches, origin) {
      local.apply(patches, origin)
      steps.record([{ document: local, patches }])
    },
    record: steps.record,
    inOrder(work) {
      const done = lastWrite.then(work)
      lastWrite = done.catch(() => undefined)
      return whileWriting(done)
    },
    trackServerCall(work, changeSetOf) {
      const recorded = trackEchoes(work).then((result) => {
        recordServerChange(changeSetOf?.(result))
        return result
      })
      const settled = recorded.catch(() => undefined).finally(() => unanswered.delete(settled))
      unanswered.add(settled)
      return whileWriting(recorded)
    },
    serverIsAtWork: () => serverCalls > 0,
    recordServerChange,
    recordRun: (turn) => steps.recordRemote(remoteStep(turn, trackServerStep)),
    revert(changeSetId) {
      const wanted = serverSteps.get(changeSetId) ?? stepOf(changeSetId)
      return runUndoStep(() => steps.undo(wanted) ?? wanted.undo())
    },
    undo: () => void showFailure(runUndoStep(steps.undo)),
    redo: () => void showFailure(runUndoStep(steps.redo)),
    close() {
      stopGenerations()
      stopSteps()
      const before = opened
      opened = new Map()
      release(before)
    },
  }
}
