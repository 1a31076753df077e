import type { LocalDocument } from './local.ts'
import { joinPatches, type Kept, type UndoMerge, undoPatches } from './undo.ts'
import type { Patch } from './view.ts'

export interface LocalChange {
  document: LocalDocument
  patches: readonly Patch[]
}

/** The facts about a step beside its changes. */
export interface StepDetails {
  /** The subject of its writes, as text: a step continues the previous one if both have the same. */
  subject?: string | undefined
  /** When the user asked for it, in milliseconds since the epoch; by default when it is recorded. */
  askedAt?: number
}

export interface LocalUndo {
  /** How many keys changed. */
  applied: number
  kept: Kept[]
}

/** One step that another process made for this user and undoes itself; both reject if that process could not be asked. */
export interface RemoteStep {
  undo(): Promise<LocalUndo>
  redo(): Promise<LocalUndo>
}

/** A user's own undo stack, over all the documents they edit. Changes of others never enter it. */
export interface LocalHistory {
  /**
   * Remembers one step; the redo stack ends here. Typing on one key continues the step before it, and so does a value
   * written once more to the same subject, unless another user has changed it in between.
   */
  record(changes: readonly LocalChange[], details?: StepDetails): void
  /** Remembers a step that was made elsewhere; the redo stack ends here. */
  recordRemote(step: RemoteStep): void
  /**
   * Takes the last step back as far as its values have not changed since; undefined if there is none. A remote step leaves
   * both stacks until the other process has answered, and returns to its stack if that rejects.
   * @param remote this step instead of the last; nothing happens if it cannot be undone
   */
  undo(remote?: RemoteStep): LocalUndo | Promise<LocalUndo> | undefined
  redo(): LocalUndo | Promise<LocalUndo> | undefined
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Called whenever `canUndo` or `canRedo` may have changed. */
  observe(listener: () => void): () => void
  clear(): void
}

export interface LocalHistoryOptions {
  /** Milliseconds since the epoch. */
  now?: () => number
  /** Steps on the same single key or subject closer together than this many milliseconds are one. */
  mergeWithin?: number
  /** Steps remembered. */
  limit?: number
  /** Takes a change out of a value that another user has changed since; called when that is needed. */
  merge?: UndoMerge
}

/** The origin of the Yjs transactions that an undo or redo makes. */
export const HISTORY_ORIGIN = 'history'

type Step = { at: number } & (
  | { changes: LocalChange[]; subject?: string | undefined; remote?: undefined }
  | { remote: RemoteStep; changes?: undefined }
)

export function createLocalHistory(options: LocalHistoryOptions = {}): LocalHistory {
  const { now = Date.now, mergeWithin = 500, limit = 200, merge } = options
  const listeners = new Set<() => void>()
  let done: Step[] = []
  let undone: Step[] = []

  function notify(): void {
    for (const listener of [...listeners]) listener()
  }

  function transition(which: 'undo' | 'redo', wanted?: RemoteStep): LocalUndo | Promise<LocalUndo> | undefined {
    const [from, to] = which === 'undo' ? [done, undone] : [undone, done]
    const index = wanted ? from.findIndex(({ remote }) => remote === wanted) : from.length - 1
    const [step] = index < 0 ? [] : from.splice(index, 1)
    if (!step) return undefined
    return step.remote ? transitionRemote(step, step.remote[which](), which) : transitionLocally(step.changes, to)
  }

  async function transitionRemote(step: Step, answer: Promise<LocalUndo>, which: 'undo' | 'redo'): Promise<LocalUndo> {
    notify()
    // Read again, since a clear in the meantime has replaced both.
    const stack = (name: 'undo' | 'redo') => (name === 'undo' ? done : undone)
    try {
      const outcome = await answer
      if (outcome.applied > 0) stack(which === 'undo' ? 'redo' : 'undo').push({ ...step, at: Number.NEGATIVE_INFINITY })
      return outcome
    } catch (error) {
      stack(which).push(step)
      throw error
    } finally {
      notify()
    }
  }

  function transitionLocally(from: readonly LocalChange[], to: Step[]): LocalUndo {
    const changes: LocalChange[] = []
    const kept: Kept[] = []
    for (const { document, patches } of from.toReversed()) {
      const undone = undoPatches(document.view, patches, { merge })
      document.apply(undone.patches, HISTORY_ORIGIN)
      kept.push(...undone.kept)
      if (undone.patches.length > 0) changes.push({ document, patches: undone.patches })
    }
    // A step that could not be undone at all is dropped; it must not block the one before it.
    if (changes.length > 0) to.push({ changes, at: Number.NEGATIVE_INFINITY })
    notify()
    return { applied: changes.reduce((sum, change) => sum + change.patches.length, 0), kept }
  }

  return {
    record(changes, { subject, askedAt } = {}) {
      const added = changes.filter((change) => change.patches.length > 0)
      if (added.length === 0) return
      const at = now()
      const last = done.at(-1)
      // The time that the work of a step takes is no pause of the user.
      const isSoon = last !== undefined && (askedAt ?? at) - last.at < mergeWithin
      const merged =
        isSoon && last.changes && ((subject !== undefined && subject === last.subject) || sameKey(last.changes, added))
          ? joinChanges(last.changes, added)
          : undefined
      if (merged) done.pop()
      done.push({ changes: merged ?? [...added], subject, at })
      done = done.slice(-limit)
      undone = []
      notify()
    },
    recordRemote(remote) {
      done = [...done, { remote, at: now() }].slice(-limit)
      undone = []
      notify()
    },
    undo: (remote) => transition('undo', remote),
    redo: () => transition('redo'),
    get canUndo() {
      return done.length > 0
    },
    get canRedo() {
      return undone.length > 0
    },
    observe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear() {
      done = []
      undone = []
      notify()
    },
  }
}

/** Whether each of two steps changes one key, and both the same one. */
function sameKey(last: readonly LocalChange[], next: readonly LocalChange[]): boolean {
  const [a, b] = [last[0], next[0]]
  if (!a || !b || last.length !== 1 || next.length !== 1 || a.document !== b.document) return false
  return a.patches.length === 1 && b.patches.length === 1 && a.patches[0]?.key === b.patches[0]?.key
}

/** Both steps as one; undefined if a value of the second does not begin with that of the first, or nothing would be left. */
function joinChanges(last: readonly LocalChange[], next: readonly LocalChange[]): LocalChange[] | undefined {
  const documents = new Map<LocalDocument, Patch[]>()
  for (const { document, patches } of [...last, ...next]) {
    documents.set(document, [...(documents.get(document) ?? []), ...patches])
  }
  const joined: LocalChange[] = []
  for (const [document, all] of documents) {
    const patches = joinPatches(all)
    if (new Set(patches.map(({ key }) => key)).size < patches.length) return undefined
    if (patches.length > 0) joined.push({ document, patches })
  }
  return joined.length > 0 ? joined : undefined
}
