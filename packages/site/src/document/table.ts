/** The part of Map that derived values use. */
export interface Table<Value> {
  get(key: string): Value | undefined
  has(key: string): boolean
  set(key: string, value: Value): void
  delete(key: string): void
  /** The entries in no particular order. */
  entries(): Iterable<[string, Value]>
}

/** A table over a base table: it reads the base for keys that it has not written itself, and never writes the base. */
export function layer<Value>(base: Table<Value>): Table<Value> {
  const own = new Map<string, Value>()
  const gone = new Set<string>()
  return {
    get(key) {
      const value = own.size === 0 ? undefined : own.get(key)
      return value ?? (gone.size > 0 && gone.has(key) ? undefined : base.get(key))
    },
    has: (key) => own.has(key) || (!gone.has(key) && base.has(key)),
    set(key, value) {
      own.set(key, value)
    },
    delete(key) {
      own.delete(key)
      gone.add(key)
    },
    *entries() {
      for (const entry of base.entries()) if (!own.has(entry[0]) && !gone.has(entry[0])) yield entry
      yield* own
    },
  }
}
