import { createOverlay, type Draft } from '@atelier/documents'
import {
  type GenerationProgress,
  isProgressKey,
  type Plan,
  type PlanOutcome,
  readPlan,
  readProgress,
} from '@atelier/generate/plan'
import { createNodeIds } from '@atelier/site'
import type { Connection } from '../../documents/connection.ts'
import { createDocumentSession, type DocumentSession } from '../../documents/documentSession.ts'
import { createStore, type Store } from '../../documents/store.ts'
import * as strings from '../strings.ts'

/** The plan of a site as this tab has it open: live, with an undo of one's own. */
export interface PlanSession extends Pick<DocumentSession, 'history' | 'problem' | 'undo' | 'redo' | 'close'> {
  readonly connection: Connection
  /** Undefined until the document is here. */
  readonly plan: Store<Plan | undefined>
  readonly progress: Store<GenerationProgress | undefined>
  /** Writes what `change` does to the plan as one step of undo; nothing where it refuses. */
  edit(change: (draft: Draft) => PlanOutcome): PlanOutcome
}

export const newKey = createNodeIds((bytes) => crypto.getRandomValues(bytes))

export function createPlanSession(connection: Connection, documentId: string): PlanSession {
  const plan = createStore<Plan | undefined>(undefined)
  const progress = createStore<GenerationProgress | undefined>(undefined)
  const locked = () => (session.sync().readOnly ? strings.readOnly : undefined)
  const session = createDocumentSession({
    connection,
    documentId,
    locked,
    left: strings.changedSince,
    onLoaded({ local }) {
      plan.set(readPlan(local.view))
      progress.set(readProgress(local.view))
      local.observe((patches) => {
        if (patches.some(({ key }) => !isProgressKey(key))) plan.set(readPlan(local.view))
        if (patches.some(({ key }) => isProgressKey(key))) progress.set(readProgress(local.view))
      })
    },
  })
  const { history, problem, undo, redo, close } = session

  return {
    connection,
    plan,
    progress,
    history,
    problem,
    edit(change) {
      const refused = (error: string): PlanOutcome => {
        problem.set({ message: error })
        return { ok: false, error }
      }
      const local = session.main()?.local
      if (!local) return refused(strings.stillLoading)
      const lock = locked()
      if (lock) return refused(lock)
      const draft = createOverlay(local.view)
      const outcome = change(draft)
      if (!outcome.ok) return refused(outcome.error)
      const patches = draft.patches()
      if (patches.length > 0) session.apply(local, patches, 'hand')
      return outcome
    },
    undo,
    redo,
    close,
  }
}
