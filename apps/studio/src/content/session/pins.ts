import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { createStore, type Store } from '../../documents/store.ts'

/** An entry or a file that goes along with each message to the agent. */
export interface Pin {
  /** `model/id`, or `file:<id>`. */
  readonly reference: string
  readonly title: string
}

/** The most things that are pinned: the prompt has no more. */
export const MOST_PINS = 10

export interface Pins {
  readonly all: Store<readonly Pin[]>
  has(reference: string): boolean
  /** Pins what is not pinned and takes the others out. Returns false where there is no room for all. */
  toggle(pin: Pin): boolean
  /** Pins all of them that fit; returns how many are pinned now that were not. */
  add(pins: readonly Pin[]): number
  remove(reference: string): void
  /** The part of a message about them: the references with blanks between; undefined if there are none. */
  context(): string | undefined
}

const Stored = Type.Array(Type.Object({ reference: Type.String(), title: Type.String() }))

export const entryReference = (model: string, id: string): string => `${model}/${id}`
export const fileReference = (id: string): string => `file:${id}`

/** The things pinned in a project, kept in this browser. */
export function createPins(projectId: string, storage: Pick<Storage, 'getItem' | 'setItem'> | undefined): Pins {
  const key = `atelier.pins.${projectId}`
  const all = createStore<readonly Pin[]>(readPins(storage?.getItem(key)))
  const keep = (next: readonly Pin[]) => {
    all.set(next)
    storage?.setItem(key, JSON.stringify(next))
  }
  const has = (reference: string) => all.get().some((each) => each.reference === reference)
  const add = (pins: readonly Pin[]) => {
    const fresh = pins.filter(({ reference }) => !has(reference)).slice(0, MOST_PINS - all.get().length)
    if (fresh.length > 0) keep([...all.get(), ...fresh])
    return fresh.length
  }
  const remove = (reference: string) => keep(all.get().filter((each) => each.reference !== reference))
  return {
    all,
    has,
    add,
    remove,
    toggle(pin) {
      if (!has(pin.reference)) return add([pin]) === 1
      remove(pin.reference)
      return true
    },
    context() {
      const references = all.get().map(({ reference }) => reference)
      return references.length === 0 ? undefined : references.join(' ')
    },
  }
}

function readPins(text: string | null | undefined): readonly Pin[] {
  if (!text) return []
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(Stored, value) ? value.slice(0, MOST_PINS) : []
  } catch {
    return []
  }
}
