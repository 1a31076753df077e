import { type Draft, equalJson, type Json, type Patch } from '@atelier/documents'

/** A draft that remembers what was written to it. */
export interface RecordedDraft {
  draft: Draft
  /** One for each key that was written and differs from what it was before. */
  patches(): Patch[]
}

export function recordDraft(inner: Draft): RecordedDraft {
  const written = new Map<string, { before: Json | undefined; after: Json | undefined }>()
  const remember = (key: string, after: Json | undefined) =>
    written.set(key, { before: written.has(key) ? written.get(key)?.before : inner.get(key), after })
  return {
    draft: {
      get: (key) => inner.get(key),
      has: (key) => inner.has(key),
      keys: (prefix) => inner.keys(prefix),
      set(key, value) {
        remember(key, value)
        inner.set(key, value)
      },
      delete(key) {
        remember(key, undefined)
        inner.delete(key)
      },
    },
    patches: () =>
      [...written].flatMap(([key, { before, after }]) =>
        equalJson(before, after)
          ? []
          : [{ key, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }],
      ),
  }
}
