import type { ModelFile } from '@atelier/content'
import { createStore, type Store } from '../../documents/store.ts'
import type { ModelPreview } from '../session/handles.ts'
import { type ModelEdit, rebased, type SaveModelInput, saveModelInput } from './modelFile.ts'

export type Migration = NonNullable<SaveModelInput['migrate']>[string]

/** Why an edit was not saved at once. */
export interface HeldEdit {
  message: string
  /** Its effect, once that is known. */
  preview?: ModelPreview
}

export interface ModelDraftState {
  /** Undefined while nothing differs from what is saved. */
  edit: ModelEdit | undefined
  /** It waits for a decision, or to be mended. */
  held: HeldEdit | undefined
}

/** The edits of a model: each is saved by itself, but an edit that breaks entries or is wrong waits for its author. */
export interface ModelDraft {
  readonly state: Store<ModelDraftState>
  change(saved: ModelFile, next: (edit: ModelEdit) => ModelEdit): void
  /** Saves what is held, with what becomes of the values that no longer fit. */
  save(migrate: Readonly<Record<string, Migration>>): Promise<string | undefined>
  discard(): void
}

export interface ModelDraftOptions {
  /** Resolves with why it was refused, or nothing once it is saved. */
  save(input: SaveModelInput): Promise<{ code: string; message: string } | undefined>
  /** The effect of a save; undefined where that cannot be found out. */
  preview(input: SaveModelInput): Promise<ModelPreview | undefined>
}

export function createModelDraft({ save, preview }: ModelDraftOptions): ModelDraft {
  const state = createStore<ModelDraftState>({ edit: undefined, held: undefined })
  let working = false

  async function flush(): Promise<void> {
    if (working) return
    working = true
    try {
      for (;;) {
        const { edit } = state.get()
        if (!edit) return
        const input = saveModelInput(edit)
        const refusal = input && (await save(input))
        const now = state.get().edit
        if (now === undefined) return
        if (!refusal) {
          if (now === edit) return state.set({ edit: undefined, held: undefined })
          state.set({ edit: rebased(now, edit), held: undefined })
          continue
        }
        if (now !== edit) continue
        const seen = await preview(input)
        if (state.get().edit !== edit) continue
        return state.set({ edit, held: { message: refusal.message, ...(seen ? { preview: seen } : {}) } })
      }
    } finally {
      working = false
    }
  }

  return {
    state,
    change(saved, next) {
      const { edit = { base: saved, file: saved, rename: {} }, held } = state.get()
      state.set({ edit: next(edit), held })
      void flush()
    },
    async save(migrate) {
      const { edit } = state.get()
      const input = edit && saveModelInput(edit)
      if (!input || working) return undefined
      working = true
      try {
        const refusal = await save({ ...input, migrate: { ...migrate } })
        if (refusal) return refusal.message
        const now = state.get().edit
        state.set({ edit: now && now !== edit ? rebased(now, edit) : undefined, held: undefined })
        return undefined
      } finally {
        working = false
      }
    },
    discard() {
      state.set({ edit: undefined, held: undefined })
    },
  }
}
