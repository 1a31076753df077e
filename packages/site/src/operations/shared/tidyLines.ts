import type { Draft } from '@atelier/documents'
import { counts, deleteNode, plantNodes } from '../../document/edit.ts'
import { field } from '../../document/node.ts'
import { type PageNode, type PageTree, readTree } from '../../document/tree.ts'
import { indentation, isLineBreak, isVerbatim, lastLine, oneStepDeeper } from './ownLines.ts'

/** In a larger part, lines keep their indentation: each is an edit that other users receive. */
const MAX_INDENTED = 300

/** The white space that begins the line of a node on lines of its own; undefined if it does not. */
export function lineStart(tree: PageTree, node: PageNode): PageNode | undefined {
  const siblings = tree.children(node.parent)
  const at = siblings.indexOf(node)
  const before = siblings[at - 1]
  const after = siblings[at + 1]
  const isAlone = isLineBreak(before) && (after === undefined || isLineBreak(after))
  return isAlone && !isVerbatim(tree, node.parent) ? before : undefined
}

/** Deletes a node with its line. */
export function deleteWithLine(page: Draft, tree: PageTree, node: PageNode): void {
  const line = lineStart(tree, node)
  if (line) deleteNode(page, line.id)
  deleteNode(page, node.id)
}

/**
 * Puts a node that has just come to its place on a line of its own, indented like the children around it, if those are on
 * lines of their own.
 * @param from the indentation that its inner lines have, as `lastLine` returns it
 */
export function settleLine(page: Draft, nodeId: string, from: string | undefined, newId: () => string): void {
  const tree = readTree(page)
  const node = tree.node(nodeId)
  if (!node) return
  const { parent } = node
  const children = tree.children(parent)
  const others = children.filter(({ id }) => id !== nodeId)
  const isAmongWords = others.some((child) => child.kind === 'text' && counts(child))
  const start = isAmongWords || isVerbatim(tree, parent) ? undefined : indentation(others)
  if (start === undefined) return
  const at = children.indexOf(node)
  const before = children[at - 1]
  const after = children[at + 1]
  const line = (text: string, index: number) =>
    plantNodes(page, readTree(page), parent, index, [{ kind: 'text', text }], newId)
  if (after && !isLineBreak(after)) line(start, at + 1)
  if (before && isLineBreak(before)) {
    // It is behind the end of the last line.
    if (!after && lastLine(before.text) !== start) {
      line(lastLine(before.text), at + 1)
      page.set(field.text(before.id), start)
    }
  } else line(start, at)
  if (from !== undefined) indent(page, nodeId, from, start)
}

/** The white space that begins the lines of nodes; undefined if one of them is not on lines of its own. */
export function lineStarts(tree: PageTree, nodes: readonly PageNode[]): readonly PageNode[] | undefined {
  const lines = nodes.flatMap((node) => lineStart(tree, node) ?? [])
  return lines.length === nodes.length ? lines : undefined
}

/**
 * Puts what an element has just been wrapped around on lines of its own, one step deeper. The element has the first line.
 * @param lines of what is in it, from before
 */
export function settleWrapped(
  page: Draft,
  wrapperId: string,
  [first, ...others]: readonly PageNode[],
  newId: () => string,
): void {
  if (!first) return
  for (const { id } of others) deleteNode(page, id)
  const start = lastLine(first.text)
  const deeper = oneStepDeeper(start)
  const tree = readTree(page)
  const children = tree.children(wrapperId)
  for (const child of children) indent(page, child.id, start, deeper)
  for (const [number, text] of [...children.map(() => deeper), start].entries())
    plantNodes(page, readTree(page), wrapperId, number * 2, [{ kind: 'text', text }], newId)
}

/** Replaces the indentation of the lines in a node. */
export function indent(page: Draft, nodeId: string, from: string, to: string): void {
  if (from === to) return
  const tree = readTree(page)
  const lines = [...tree.walk(nodeId)].filter((each) => isLineBreak(each) && !isVerbatim(tree, each.parent))
  if (lines.length > MAX_INDENTED) return
  for (const { id, text } of lines)
    page.set(
      field.text(id),
      text.replaceAll(from, () => to),
    )
}
