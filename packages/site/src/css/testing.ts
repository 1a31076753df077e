import type { Draft, Json } from '@atelier/documents'

/** An empty document in memory, for tests and benches. */
export function memoryDraft(values = new Map<string, Json>()): Draft {
  return {
    get: (key) => values.get(key),
    has: (key) => values.has(key),
    keys: (prefix = '') => [...values.keys()].filter((key) => key.startsWith(prefix)),
    set: (key, value) => {
      values.set(key, value)
    },
    delete: (key) => {
      values.delete(key)
    },
  }
}

/** Ids that count up. */
export function countingIds(prefix = 'r'): () => string {
  let count = 0
  return () => {
    count += 1
    return `${prefix}${count}`
  }
}
