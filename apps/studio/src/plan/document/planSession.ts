import { createLocalHistory, createOverlay, type Draft, type LocalDocument, openLocal } from '@atelier/documents'
import {
  type GenerationProgress,
  isProgressKey,
  type Plan,
  type PlanOutcome,
  readPlan,
  readProgress,
} from '@atelier/generate/plan'
import { createNodeIds } from '@atelier/site'
import type { Connection, OpenDocument } from '../../documents/connection.ts'
import { createStore, patchStore, type Store } from '../../documents/store.ts'
import * as strings from '../strings.ts'

/** The plan of a site as this tab has it open: live, with an undo of one's own. */
export interface PlanSession {
  readonly connection: Connection
  /** Undefined until the document is here. */
  readonly plan: Store<Plan | undefined>
  readonly progress: Store<GenerationProgress | undefined>
  readonly history: Store<{ canUndo: boolean; canRedo: boolean }>
  /** What was refused last. */
  readonly problem: Store<{ message: string } | undefined>
  /** Writes what `change` does to the plan as one step of undo; nothing where it refuses. */
  edit(change: (draft: Draft) => PlanOutcome): PlanOutcome
  undo(): void
  redo(): void
  close(): void
}

export const newKey = createNodeIds((bytes) => crypto.getRandomValues(bytes))

export function createPlanSession(connection: Connection, documentId: string): PlanSession {
  const plan = createStore<Plan | undefined>(undefined)
  const progress = createStore<GenerationProgress | undefined>(undefined)
  const history = createLocalHistory()
  const historyState = createStore({ canUndo: false, canRedo: false })
  const problem = createStore<{ message: string } | undefined>(undefined)
  let document: OpenDocument | undefined
  let local: LocalDocument | undefined

  function open() {
    const opened = connection.open(documentId)
    document = opened
    opened.loaded.then(
      () => {
        if (document !== opened) return
        const live = openLocal(opened.doc)
        local = live
        plan.set(readPlan(live.view))
        progress.set(readProgress(live.view))
        live.observe((patches) => {
          if (patches.some(({ key }) => !isProgressKey(key))) plan.set(readPlan(live.view))
          if (patches.some(({ key }) => isProgressKey(key))) progress.set(readProgress(live.view))
        })
      },
      () => undefined,
    )
  }

  function leave() {
    local?.close()
    local = undefined
    if (document) connection.release(document)
    document = undefined
  }

  /** Says what a step back or forth has left as it was. */
  function told(outcome: ReturnType<typeof history.undo>) {
    void Promise.resolve(outcome).then((done) => {
      const kept = done?.kept.length ?? 0
      if (kept > 0) problem.set({ message: strings.changedSince(kept) })
    })
  }

  const stopGenerations = connection.generation.subscribe(() => {
    history.clear()
    leave()
    open()
  })
  const stopHistory = history.observe(() =>
    patchStore(historyState, { canUndo: history.canUndo, canRedo: history.canRedo }),
  )
  open()

  return {
    connection,
    plan,
    progress,
    history: historyState,
    problem,
    edit(change) {
      const refused = (error: string): PlanOutcome => {
        problem.set({ message: error })
        return { ok: false, error }
      }
      if (!local || !document) return refused(strings.stillLoading)
      if (document.sync.get().readOnly) return refused(strings.readOnly)
      const draft = createOverlay(local.view)
      const outcome = change(draft)
      if (!outcome.ok) return refused(outcome.error)
      const patches = draft.patches()
      if (patches.length === 0) return outcome
      local.apply(patches, 'hand')
      history.record([{ document: local, patches }])
      return outcome
    },
    undo: () => told(history.undo()),
    redo: () => told(history.redo()),
    close() {
      stopGenerations()
      stopHistory()
      leave()
    },
  }
}
