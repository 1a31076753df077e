import { createMemoryView, type Draft, type Json } from '@atelier/documents'

/** A document in memory, for tests and benches. */
export function memoryDraft(values: Iterable<readonly [string, Json]> = []): Draft {
  return createMemoryView(values)
}

/** Ids that count up. */
export function countingIds(prefix = 'r'): () => string {
  let count = 0
  return () => {
    count += 1
    return `${prefix}${count}`
  }
}
