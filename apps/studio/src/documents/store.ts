import { useCallback, useRef, useSyncExternalStore } from 'react'

/** A value that can be watched: the smallest thing React's `useSyncExternalStore` needs. */
export interface Store<T> {
  get(): T
  /** Notifies listeners only if the value is another one (`Object.is`). */
  set(next: T): void
  update(change: (value: T) => T): void
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const set = (next: T) => {
    if (Object.is(value, next)) return
    value = next
    for (const listener of [...listeners]) listener()
  }
  return {
    get: () => value,
    set,
    update: (change) => set(change(value)),
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Changes some fields of a store that holds an object, and notifies no one if all of them are equal already. */
export function patchStore<T extends object>(store: Store<T>, fields: Partial<T>): void {
  const value = store.get()
  const next = { ...value, ...fields }
  const same = Object.keys(fields).every((key) => Object.is(Reflect.get(value, key), Reflect.get(next, key)))
  if (!same) store.set(next)
}

/** Renders again only when the selected part is another one. `select` may return a new object if `same` says that it is equal. */
export function useStore<T, Part = T>(
  store: Pick<Store<T>, 'get' | 'subscribe'>,
  select: (value: T) => Part,
  same: (a: Part, b: Part) => boolean = Object.is,
): Part {
  const last = useRef<{ part: Part } | undefined>(undefined)
  const read = useCallback(() => {
    const part = select(store.get())
    if (last.current && same(last.current.part, part)) return last.current.part
    last.current = { part }
    return part
  }, [store, select, same])
  return useSyncExternalStore(store.subscribe, read, read)
}
