import { atOnce, type Steps } from '@atelier/operation'
import { copyJson, equalJson } from './json.ts'
import { createMemoryView } from './memory.ts'
import type { ChangeFeed, Draft, Json, Patch, View } from './view.ts'

/** A draft over a view: reads fall through to it, writes stay here. */
export interface Overlay extends Draft {
  readonly feed: ChangeFeed
  /** The net change of each key against the view as it is now, in the order of first writing; no-ops leave none. */
  patches(): Patch[]
  /** The same, to be done in slices; neither it nor the view may change in between. */
  patchSteps(): Steps<Patch[]>
}

/** @param base is never written, and may change while the overlay is in use */
export function createOverlay(base: View): Overlay {
  const written = new Map<string, Json | undefined>()
  // Kept apart so that the keys of a prefix cost what is found, not what was written.
  const set = createMemoryView()
  let deletions = 0
  const listeners: ((key: string) => void)[] = []

  function forget(key: string): void {
    if (written.has(key) && written.get(key) === undefined) deletions -= 1
    set.delete(key)
  }

  function write(key: string, value: Json): void {
    forget(key)
    written.set(key, value)
    set.set(key, value)
    for (const listener of listeners) listener(key)
  }

  function* patchSteps(): Steps<Patch[]> {
    const patches: Patch[] = []
    for (const [key, after] of written) {
      yield
      const before = base.get(key)
      if (!equalJson(before, after)) patches.push(patchOf(key, before, after))
    }
    return patches
  }

  return {
    get: (key) => (written.has(key) ? written.get(key) : base.get(key)),
    has: (key) => (written.has(key) ? written.get(key) !== undefined : base.has(key)),
    *keys(prefix = '') {
      const own = [...set.keys(prefix)].filter((key) => !base.has(key))
      const below = [...base.keys(prefix)]
      const left = deletions === 0 ? below : below.filter((key) => !written.has(key) || written.get(key) !== undefined)
      yield* own.length === 0 ? left : [...left, ...own].sort((a, b) => (a < b ? -1 : 1))
    },
    set(key, value) {
      write(key, copyJson(value))
    },
    adopt(key, value) {
      write(key, value)
    },
    delete(key) {
      forget(key)
      written.set(key, undefined)
      deletions += 1
      for (const listener of listeners) listener(key)
    },
    feed: {
      base,
      written: () => written.keys(),
      onWrite(listener) {
        listeners.push(listener)
      },
    },
    patches: () => atOnce(patchSteps()),
    patchSteps,
  }
}

/** A draft of a document that there was not before. */
export function createNew(): Overlay {
  const values = createMemoryView()
  function* patchSteps(): Steps<Patch[]> {
    const patches: Patch[] = []
    for (const [key, after] of values.entries()) {
      yield
      patches.push({ key, after })
    }
    return patches
  }
  return {
    ...values,
    set: (key, value) => values.set(key, copyJson(value)),
    patches: () => atOnce(patchSteps()),
    patchSteps,
  }
}

/** A patch whose absent sides are really absent, so that it survives being stored as JSON. */
export function patchOf(key: string, before: Json | undefined, after: Json | undefined): Patch {
  return { key, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }
}

/** Writes each patch's new value, whatever the current value is. */
export function applyPatches(draft: Draft, patches: Iterable<Patch>): void {
  for (const { key, after } of patches) {
    if (after === undefined) draft.delete(key)
    else draft.set(key, after)
  }
}
