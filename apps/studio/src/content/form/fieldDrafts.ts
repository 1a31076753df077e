import { createStore, type Store } from '../../documents/store.ts'

/** What is typed in one field and is not in the entry yet. */
export interface FieldDraft {
  text: string
  /** What the field showed when it was typed over. */
  base: string
  /**
   * `typing`: it is saved in a moment; `changed`: another user has changed the field meanwhile, so that it waits for a
   * decision.
   */
  state: 'typing' | 'saving' | 'refused' | 'changed'
  error?: string
}

/** What became of a save. */
export type SaveOutcome = { ok: true } | { ok: false; error: string }

export interface FieldDrafts {
  /** By the key of the field. */
  readonly all: Store<ReadonlyMap<string, FieldDraft>>
  type(key: string, text: string): void
  /** Saves what waits now, without waiting for a pause. */
  flush(key?: string): Promise<void>
  /** Decides on a field that another user has changed meanwhile. */
  decide(key: string, take: 'mine' | 'theirs'): void
}

export interface FieldDraftsOptions {
  /** What the entry has in a field now, as its control shows it. */
  current(key: string): string
  save(key: string, text: string): Promise<SaveOutcome>
  /** Milliseconds without typing after which a field is saved. */
  pause?: number
  schedule?(work: () => void, ms: number): () => void
}

const after = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** The fields of an entry that are being typed in: each is saved by itself, and never over what another user wrote. */
export function createFieldDrafts({ current, save, pause = 700, schedule = after }: FieldDraftsOptions): FieldDrafts {
  const all = createStore<ReadonlyMap<string, FieldDraft>>(new Map())
  const timers = new Map<string, () => void>()

  function set(key: string, draft: FieldDraft | undefined): void {
    const next = new Map(all.get())
    if (draft) next.set(key, draft)
    else next.delete(key)
    all.set(next)
  }

  async function send(key: string): Promise<void> {
    timers.get(key)?.()
    timers.delete(key)
    const draft = all.get().get(key)
    if (draft?.state !== 'typing') return
    const now = current(key)
    if (draft.text === now) return set(key, undefined)
    if (now !== draft.base) return set(key, { ...draft, state: 'changed' })
    set(key, { ...draft, state: 'saving' })
    const outcome = await save(key, draft.text)
    const latest = all.get().get(key)
    if (!latest) return
    const isSame = latest.text === draft.text
    if (!outcome.ok) {
      if (isSame) set(key, { ...latest, state: 'refused', error: outcome.error })
      return
    }
    if (isSame) return set(key, undefined)
    // What was typed meanwhile stands on what was just saved.
    set(key, { ...latest, base: current(key) })
  }

  return {
    all,
    type(key, text) {
      const known = all.get().get(key)
      timers.get(key)?.()
      timers.set(
        key,
        schedule(() => void send(key), pause),
      )
      set(key, { text, base: known?.base ?? current(key), state: known?.state === 'changed' ? 'changed' : 'typing' })
    },
    async flush(key) {
      const keys = key === undefined ? [...all.get().keys()] : [key]
      await Promise.all(keys.map(send))
    },
    decide(key, take) {
      const draft = all.get().get(key)
      if (draft?.state !== 'changed') return
      if (take === 'theirs') return set(key, undefined)
      set(key, { text: draft.text, base: current(key), state: 'typing' })
      void send(key)
    },
  }
}
