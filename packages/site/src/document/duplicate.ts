import type { Draft, Json, View } from '@atelier/documents'
import { HEAD_KEY, HTML_KEY, isRecord, ROOT_KEY, readPlace } from './node.ts'
import { firstKeys } from './order.ts'
import { type PageTree, readTree } from './tree.ts'

/**
 * Copies a page document into an empty one, with new ids: its body, head and html element in their current state,
 * with edits merged into birth records. Deleted nodes are not copied.
 * @returns the id of the copy's body, and the new ids by the old ones
 */
export function copyPage(
  from: View,
  to: Draft,
  newId: () => string,
): { root: string; ids: ReadonlyMap<string, string> } {
  const tree = readTree(from)
  const ids = new Map<string, string>()
  for (const id of nodesOf(tree)) ids.set(id, newId())
  for (const [id, copy] of ids) copyNode(from, id, to, copy, ids)
  for (const key of [ROOT_KEY, HEAD_KEY, HTML_KEY]) {
    const id = from.get(key)
    const copy = typeof id === 'string' ? ids.get(id) : undefined
    if (copy !== undefined) to.set(key, copy)
  }
  return { root: ids.get(tree.root) ?? '', ids }
}

/**
 * Copies nodes and their descendants, in their current state, into another document: under `parentId`, in this order.
 * @returns the ids of the copies
 */
export function copyNodes(
  from: View,
  nodeIds: readonly string[],
  to: Draft,
  parentId: string,
  newId: () => string,
): string[] {
  const tree = readTree(from)
  const orders = firstKeys(nodeIds.length)
  return nodeIds.map((top, i) => {
    const ids = new Map([...tree.walk(top)].map(({ id }) => [id, newId()]))
    for (const [id, copy] of ids) {
      copyNode(from, id, to, copy, ids)
      if (id !== top) continue
      const birth = to.get(copy)
      if (isRecord(birth)) to.set(copy, { ...birth, at: [parentId, orders[i] ?? 'a0'] })
      to.delete(`${copy}/at`)
    }
    return ids.get(top) ?? ''
  })
}

function* nodesOf(tree: PageTree): Generator<string> {
  for (const top of [tree.root, tree.head, tree.html]) {
    if (top !== '') for (const { id } of tree.walk(top)) yield id
  }
}

/** A place under the copy of its parent. A node shown under the root because its parent is missing stays there. */
function movedPlace(value: Json | undefined, ids: ReadonlyMap<string, string>): Json {
  const place = readPlace(value)
  return place ? [ids.get(place[0]) ?? place[0], place[1]] : (value ?? null)
}

function copyNode(from: View, id: string, to: Draft, copy: string, ids: ReadonlyMap<string, string>): void {
  const birth = from.get(id)
  if (isRecord(birth)) to.set(copy, { ...birth, at: movedPlace(birth.at, ids) })
  for (const key of from.keys(`${id}/`)) {
    const value = from.get(key)
    const name = key.slice(id.length + 1)
    if (value === undefined || name === 'deleted') continue
    to.set(`${copy}/${name}`, name === 'at' ? movedPlace(value, ids) : value)
  }
}
