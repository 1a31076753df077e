import { equalJson } from './json.ts'
import { createOverlay, patchOf } from './overlay.ts'
import type { Json, Patch, View } from './view.ts'

/** A change that an undo left as it is, and why, as a text for the user. */
export interface Kept {
  key: string
  reason: string
}

/** The document that is being undone; absent when patches are undone outside a change set. */
export interface GuardContext {
  documentId: string
  kind: string
  /** Whether the change set created the document: its undo removes it, unless one of its keys is kept. */
  created?: boolean
}

/**
 * Called before a patch is undone, by the scope that knows what keys mean. An answer keeps the patch's key as it
 * is, with the answer as the reason.
 *
 * `view` is the document as it would be so far: later changes are already undone. `ownKeys` are the keys that
 * this undo reverts or has reverted; every other key that is there is another user's, or older, or kept.
 */
export type UndoGuard = (
  view: View,
  patch: Patch,
  ownKeys: ReadonlySet<string>,
  context?: GuardContext,
) => string | undefined

/**
 * Called when a value that is to be undone was changed by another user since. Returns the current value without this
 * patch's change, the other user's in it; undefined if the two cannot be separated, and then the value is kept as it is.
 */
export type UndoMerge = (view: View, patch: Patch, current: Json | undefined) => Json | undefined

/** The decisions of the scope in an undo, since it knows the meaning of keys. */
export interface UndoRules {
  guard?: UndoGuard | undefined
  merge?: UndoMerge | undefined
  /** Passed on to the guard. */
  context?: GuardContext
}

export interface Undone {
  /** From the view as it is to the view after the undo, one per key. Undoing these is the redo. */
  patches: Patch[]
  kept: Kept[]
}

export const CHANGED_SINCE = 'This has been changed since.'

/**
 * Takes patches back, the last first, each only if the current value still equals its `after`, or can be merged. Pure: returns what
 * would change. Successive patches of one key that continue each other count as one; a key that is kept once stays kept.
 * @param patches in the order in which they were made
 */
export function undoPatches(view: View, patches: readonly Patch[], rules: UndoRules = {}): Undone {
  const { guard, merge, context } = rules
  const steps = joinPatches(patches).reverse()
  const guarded = new Map<string, string>()
  const own = new Set(steps.map((step) => step.key))
  const merged = new Set<string>()
  for (const { key } of revert().kept) own.delete(key)
  // The merged text holds another user's work.
  for (const key of merged) own.delete(key)

  // A kept key can be the reason to keep another one (a parent for its child), whichever comes first: until none is added.
  for (;;) {
    const before = guarded.size
    const undone = revert(guard)
    if (guarded.size === before) return undone
  }

  function revert(ask?: UndoGuard): { patches: Patch[]; kept: Kept[] } {
    const draft = createOverlay(view)
    const kept = new Map(guarded)
    for (const step of steps) {
      if (kept.has(step.key)) continue
      const current = draft.get(step.key)
      if (equalJson(current, step.before)) continue
      if (!equalJson(current, step.after)) {
        const value = merge?.(draft, step, current)
        if (value === undefined) kept.set(step.key, CHANGED_SINCE)
        else {
          merged.add(step.key)
          draft.set(step.key, value)
        }
        continue
      }
      const reason = ask?.(draft, step, own, context)
      if (reason !== undefined) {
        guarded.set(step.key, reason)
        kept.set(step.key, reason)
        own.delete(step.key)
      } else if (step.before === undefined) draft.delete(step.key)
      else draft.set(step.key, step.before)
    }
    return { patches: draft.patches(), kept: [...kept].map(([key, reason]) => ({ key, reason })) }
  }
}

/** Joins patches of one key if the later begins with the earlier one's result; patches that cancel out are dropped. */
export function joinPatches(patches: readonly Patch[]): Patch[] {
  const joined: (Patch | undefined)[] = []
  const last = new Map<string, number>()
  for (const patch of patches) {
    const index = last.get(patch.key)
    const earlier = index === undefined ? undefined : joined[index]
    if (index !== undefined && earlier && equalJson(earlier.after, patch.before)) {
      joined[index] = undefined
      joined.push(patchOf(patch.key, earlier.before, patch.after))
    } else joined.push(patch)
    last.set(patch.key, joined.length - 1)
  }
  return joined.filter((patch) => patch !== undefined).filter((patch) => !equalJson(patch.before, patch.after))
}

/** The view as it would be had these patches never been made, whatever happened to their keys since. */
export function beforeView(view: View, patches: readonly Patch[]): View {
  const overlay = createOverlay(view)
  for (const { key, before } of [...patches].reverse()) {
    if (before === undefined) overlay.delete(key)
    else overlay.set(key, before)
  }
  return overlay
}

/** The view with what these patches made of their keys, whatever happened to them since. */
export function afterView(view: View, patches: readonly Patch[]): View {
  const overlay = createOverlay(view)
  for (const { key, after } of patches) {
    if (after === undefined) overlay.delete(key)
    else overlay.set(key, after)
  }
  return overlay
}
