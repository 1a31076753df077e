import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'
import type { Store } from '../../documents/store.ts'

/** The editor's settings in this browser: one JSON object, of which each part of the editor has some fields. */
const storageKey = 'atelier.editor'

/** The remembered fields of one part, or `fresh` if they are broken; fields that an older studio did not have are filled up. */
export function readFields<Schema extends TObject>(
  schema: Schema,
  fresh: Static<Schema>,
  storage: Storage,
): Static<Schema> {
  const stored = Object.entries(readAll(storage)).filter(([name]) => name in schema.properties)
  const value: unknown = Object.assign({}, fresh, Object.fromEntries(stored))
  return Value.Check(schema, value) ? value : fresh
}

/** Writes the fields of one part whenever they change, and leaves those of other parts as they are. */
export function rememberFields<State>(store: Store<State>, pick: (state: State) => object, storage: Storage): void {
  let saved = JSON.stringify(pick(store.get()))
  store.subscribe(() => {
    const fields = pick(store.get())
    const next = JSON.stringify(fields)
    if (next === saved) return
    saved = next
    storage.setItem(storageKey, JSON.stringify({ ...readAll(storage), ...fields }))
  })
}

function readAll(storage: Storage): object {
  try {
    const value: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
