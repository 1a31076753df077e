import { retryDelay } from '../../api/savedText.ts'
import { createStore, type Store } from '../../documents/store.ts'

/** Text typed into one field that is not in the entry yet. */
export interface FieldDraft {
  text: string
  /** The field's value when typing began. */
  base: string
  /**
   * `typing`: it is saved in a moment; `unsent`: the server could not be reached, and is tried again; `changed`: another
   * user has changed the field meanwhile, so that it waits for a decision.
   */
  state: 'typing' | 'saving' | 'unsent' | 'refused' | 'changed'
  error?: string
  /** A save without an answer: the server may have it. */
  sent?: string
}

/**
 * The outcome of a save; `changed` if the field was another one by then, so that nothing was written; `unsent` if there
 * was no answer, so that the outcome is unknown.
 */
export type SaveOutcome =
  /** `held`: visitors see it once the field is left, or after a while without a key. */
  { ok: true; held?: boolean } | { ok: false; error: string; changed?: boolean; unsent?: boolean }

export interface FieldDrafts {
  /** By the key of the field. */
  readonly all: Store<ReadonlyMap<string, FieldDraft>>
  /** A field's text with the typed changes. */
  text(key: string): string
  /** @param over what the control showed before, if that may be older than the field */
  type(key: string, text: string, over?: string): void
  /** Saves what waits now, without waiting for a pause: the typing has ended. */
  flush(key?: string): Promise<void>
  /** Decides on a field that another user has changed meanwhile. */
  decide(key: string, take: 'mine' | 'theirs'): void
  /** Gives up what is typed in a field. */
  drop(key: string): void
  /** The entry is another one now: takes what others have written into what is being typed, where both can stay. */
  rebase(): void
}

export interface FieldDraftsOptions {
  /** The entry's current value of a field, as its control shows it. */
  current(key: string): string
  /** @param base what the field had when `text` began */
  save(key: string, text: string, base: string, typing: boolean): Promise<SaveOutcome>
  /** Called when the typing in a field has ended whose last save was held. @param text as it was saved */
  left?(key: string, text: string): void
  /**
   * Merges the edits of two people to a text; undefined if a person has to decide, as for any field without this
   * function.
   */
  merge?(key: string, base: string, theirs: string, mine: string): string | undefined
  /** Milliseconds without typing after which a field is saved. */
  pause?: number
  /** Milliseconds after which a field is saved while the user types without a pause. */
  longest?: number
  now?(): number
  schedule?(work: () => void, ms: number): () => void
}

const after = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** The fields of an entry that are being typed in: each is saved by itself, and never over what another user wrote. */
export function createFieldDrafts({
  current: read,
  save,
  merge = () => undefined,
  left = () => undefined,
  pause = 400,
  longest = 3_000,
  schedule = after,
  now: clock = Date.now,
}: FieldDraftsOptions): FieldDrafts {
  const all = createStore<ReadonlyMap<string, FieldDraft>>(new Map())
  const timers = new Map<string, () => void>()
  /** When typing began that is not saved yet. */
  const since = new Map<string, number>()
  /** Saves that have no answer yet. */
  const sending = new Map<string, Promise<void>>()
  /** Fields whose last save is held until the typing in them ends. */
  const held = new Set<string>()
  /** How often in a row the server could not be reached, by field. */
  const unanswered = new Map<string, number>()

  /**
   * Saved texts that were not read back yet, with the texts that they were saved over, one save after another: a read
   * may fail, or come after several saves.
   */
  const saved = new Map<string, { text: string; over: readonly string[] }>()

  function current(key: string): string {
    const text = read(key)
    const known = saved.get(key)
    if (!known) return text
    if (text !== known.text && known.over.includes(text)) return known.text
    saved.delete(key)
    return text
  }

  const textNow = (key: string) => all.get().get(key)?.text ?? current(key)

  function set(key: string, draft: FieldDraft | undefined): void {
    const next = new Map(all.get())
    if (draft) next.set(key, draft)
    else next.delete(key)
    all.set(next)
  }

  /** One save of a field after another: later typing builds on the saved text. */
  async function send(key: string, typing: boolean): Promise<void> {
    timers.get(key)?.()
    timers.delete(key)
    since.delete(key)
    if (sending.has(key)) await sending.get(key)
    const typed = all.get().get(key)
    if ((typed?.state !== 'typing' && typed?.state !== 'unsent') || sending.has(key)) return
    const draft = rebased(key, { ...typed, state: 'typing' })
    if (draft?.state !== 'typing') return set(key, draft)
    const { error: _, ...rest } = draft
    set(key, { ...rest, state: 'saving' })
    const answered = save(key, draft.text, draft.base, typing)
      .catch((error): SaveOutcome => ({ ok: false, error: String(error), unsent: true }))
      .then((outcome) => {
        sending.delete(key)
        if (outcome.ok && outcome.held) held.add(key)
        else if (outcome.ok) held.delete(key)
        if (outcome.ok) saved.set(key, { text: draft.text, over: [...(saved.get(key)?.over ?? []), draft.base] })
        settle(key, draft, outcome)
      })
    sending.set(key, answered)
    await answered
  }

  function settle(key: string, { text: sent, base }: FieldDraft, outcome: SaveOutcome): void {
    const latest = all.get().get(key)
    if (!latest) return
    const isSame = latest.text === sent
    if (outcome.ok || !outcome.unsent) unanswered.delete(key)
    if (outcome.ok) {
      const { sent: _, ...answered } = latest
      set(key, isSame ? undefined : rebased(key, { ...answered, base: sent }, true))
    } else if (outcome.unsent) {
      set(key, { ...latest, state: 'unsent', error: outcome.error, sent })
      const times = unanswered.get(key) ?? 0
      unanswered.set(key, times + 1)
      timers.get(key)?.()
      timers.set(
        key,
        schedule(() => void send(key, true), retryDelay(times)),
      )
    } else if (outcome.changed) {
      // Where the entry shows no change here, saving it again would be refused for the same reason, and again.
      const isHidden = isSame && current(key) === base
      const next = isHidden ? { ...latest, state: 'changed' as const } : rebased(key, { ...latest, state: 'typing' })
      set(key, next)
      if (next?.state === 'typing') plan(key)
    } else if (isSame) set(key, { ...latest, state: 'refused', error: outcome.error })
  }

  function plan(key: string): void {
    timers.get(key)?.()
    const began = since.get(key) ?? clock()
    since.set(key, began)
    timers.set(
      key,
      schedule(() => void send(key, true), Math.max(0, Math.min(pause, began + longest - clock()))),
    )
  }

  /**
   * A draft over what the field has now; undefined if that is the same text.
   * @param isSaved the base was just saved, so that what the field has now is at least that
   */
  function rebased(key: string, draft: FieldDraft, isSaved = false): FieldDraft | undefined {
    const now = current(key)
    if (draft.text === now) return undefined
    if (now === draft.base) return draft
    // It came through, only its answer did not.
    if (now === draft.sent) return { ...draft, base: now }
    const text = merge(key, draft.base, now, draft.text)
    if (text === now) return undefined
    if (text !== undefined) return { ...draft, text, base: now }
    return isSaved ? { ...draft, base: now } : { ...draft, state: 'changed' }
  }

  return {
    all,
    text: textNow,
    type(key, typed, over) {
      const known = all.get().get(key)
      const now = textNow(key)
      // Others' text since the control was rendered is not part of the typed text.
      const text = over === undefined || over === now ? typed : (merge(key, over, now, typed) ?? typed)
      plan(key)
      set(key, {
        text,
        base: known?.base ?? current(key),
        state: known?.state === 'changed' ? 'changed' : 'typing',
        ...(known?.sent === undefined ? {} : { sent: known.sent }),
      })
    },
    async flush(key) {
      const keys = key === undefined ? [...new Set([...all.get().keys(), ...held])] : [key]
      await Promise.all(keys.map((each) => send(each, false)))
      for (const each of keys) if (held.delete(each)) left(each, current(each))
    },
    decide(key, take) {
      const draft = all.get().get(key)
      if (draft?.state !== 'changed') return
      if (take === 'theirs') return set(key, undefined)
      set(key, { text: draft.text, base: current(key), state: 'typing' })
      void send(key, true)
    },
    drop(key) {
      timers.get(key)?.()
      timers.delete(key)
      since.delete(key)
      unanswered.delete(key)
      set(key, undefined)
    },
    rebase() {
      for (const key of [...saved.keys()]) current(key)
      for (const [key, draft] of all.get()) {
        const isStill = (draft.state === 'typing' || draft.state === 'unsent') && !sending.has(key)
        if (isStill && current(key) !== draft.base) set(key, rebased(key, draft))
      }
    },
  }
}
