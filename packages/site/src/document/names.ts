import type { Derivation, View } from '@atelier/documents'
import { birthAttributes, isTopKey, readBirth, splitKey } from './node.ts'
import { layer, type Table } from './table.ts'

/** The nodes that have had a name, the latest first; a node may occur in it several times. */
export interface NamedNode {
  id: string
  next: NamedNode | undefined
}

/**
 * Finds nodes by an `id` or a `name` attribute, so that no page has to be walked for one. A node stays listed
 * under its former names, so callers MUST check the node's current attributes.
 */
export const nameReader: Derivation<Table<NamedNode>> = {
  read(view) {
    const byName: Table<NamedNode> = new Map()
    for (const key of view.keys()) noteNames(byName, view, key)
    return byName
  },
  over: layer,
  update(byName, view, keys) {
    for (const key of keys) noteNames(byName, view, key)
  },
}

function noteNames(byName: Table<NamedNode>, view: View, key: string): void {
  if (isTopKey(key)) return
  const [id, field] = splitKey(key)
  const note = (name: unknown) => {
    if (typeof name === 'string' && name !== '') byName.set(name, { id, next: byName.get(name) })
  }
  if (field === 'attr:id' || field === 'attr:name') note(view.get(key))
  if (field !== undefined) return
  const birth = readBirth(view.get(key))
  for (const [name, value] of birth ? birthAttributes(birth) : []) if (name === 'id' || name === 'name') note(value)
}
