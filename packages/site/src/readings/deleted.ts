import type { Draft, View } from '@atelier/documents'
import { looseCopy } from '../document/edit.ts'
import { splitKey } from '../document/node.ts'
import { type PageNode, type PageTree, readTree } from '../document/tree.ts'
import { printLoose } from '../html/print.ts'
import type { SeenDocument } from './memory.ts'

/**
 * Takes the elements out of a draft that a call has made again since its text still had them, but that others have deleted
 * since the conversation read them. Returns their tags.
 */
export function dropDeletedByOthers(draft: Draft, base: View, seen: SeenDocument): string[] {
  const tree = readTree(draft)
  const made = new Set<string>()
  for (const key of draft.feed?.written() ?? []) {
    const [id, field] = splitKey(key)
    if (field === undefined && !base.has(id) && base.has(tree.node(id)?.parent ?? '')) made.add(id)
  }
  const tops = [...made].flatMap((id) => tree.node(id) ?? []).filter(({ kind }) => kind === 'element')
  if (tops.length === 0) return []
  const deleted = deletedSince(readTree(base), seen)
  return tops.flatMap((node) => {
    if (!deleted.has(comparableHtml(tree, node))) return []
    removeNodes(draft, tree, node.id)
    return [`<${node.tag}>`]
  })
}

/** The HTML of the elements that were there when the conversation read them, and are deleted. */
function deletedSince(tree: PageTree, seen: SeenDocument): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [id, { stored }] of seen) {
    const node = stored.deleted === true ? undefined : tree.anyNode(id)
    if (node?.deleted && node.kind === 'element') found.add(comparableHtml(tree, node))
  }
  return found
}

const comparableHtml = (tree: PageTree, node: PageNode) =>
  printLoose([looseCopy(tree, node)])
    .replace(/\s+/g, ' ')
    .trim()

function removeNodes(draft: Draft, tree: PageTree, top: string): void {
  for (const { id } of [...tree.walk(top)]) {
    for (const key of [...draft.keys(`${id}/`)]) draft.delete(key)
    draft.delete(id)
  }
}
