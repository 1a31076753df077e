import type { Draft } from '@atelier/documents'
import { digest } from '../document/digest.ts'
import { copyPage } from '../document/duplicate.ts'
import { type LooseNode, looseCopy, plantNodes, setAttribute } from '../document/edit.ts'
import type { PageEntry } from '../document/pages.ts'
import { type SourceText, sourceField, sourceTextValue } from '../document/translated.ts'
import { type PageNode, type PageTree, readTree } from '../document/tree.ts'
import { DIGITS, type Translation, textKey } from './stale.ts'
import { type PageText, settingTexts, treeTexts } from './texts.ts'

/** A text's state after a translation from `source`. */
export async function translatedFrom(source: PageText, done: boolean): Promise<SourceText> {
  return { node: source.nodeId, digest: await digest(source.text, DIGITS), text: source.text, done }
}

/**
 * Copies a page document into an empty one as its translation: each text names the one that it is a copy of.
 * @returns the id of the copy's body
 */
export async function copyForTranslation(
  site: Draft,
  { id, from }: { id: string; from: PageEntry },
  source: Draft,
  copy: Draft,
  newId: () => string,
): Promise<string> {
  const { root, ids } = copyPage(source, copy, newId)
  // In a copied translation the link to its source is of no use.
  for (const node of ids.values()) {
    for (const key of [...copy.keys(`${node}/source`), ...copy.keys(`${node}/omit:`)]) copy.delete(key)
  }
  for (const text of treeTexts(readTree(source))) {
    const node = ids.get(text.nodeId)
    if (node === undefined) continue
    copy.set(`${node}/${sourceField(text.attribute)}`, sourceTextValue(await translatedFrom(text, false)))
  }
  for (const text of settingTexts(site, from.id)) {
    site.set(`page:${id}/${sourceField(text.attribute)}`, sourceTextValue(await translatedFrom(text, false)))
  }
  return root
}

/**
 * Puts a text of the source that a translation lacks into it: with the new elements around it too, beside the
 * translation of its neighbours.
 * @returns the node of the text in the translation
 */
export async function insertSourceText(
  { tree, sourceTree, standsFor, own }: Translation,
  page: Draft,
  nodeId: string,
  newId: () => string,
): Promise<string | undefined> {
  const start = sourceTree.node(nodeId)
  if (!start) return undefined
  // The element of the translation's text for each text of the source, by the node of the source.
  const known = new Map<string, string>()
  for (const each of own) {
    const key = standsFor.get(textKey(each))
    const node = key?.split(' ', 1)[0]
    if (node !== undefined && tree.node(each.nodeId)) known.set(node, each.nodeId)
  }
  const isKnown = (node: PageNode) => [...sourceTree.walk(node.id)].some(({ id }) => known.has(id))
  let top = start
  for (let up = sourceTree.node(top.parent); up && up.id !== sourceTree.root; up = sourceTree.node(up.parent)) {
    if (isKnown(up)) break
    top = up
  }
  const place = placeBeside(tree, sourceTree, top, known)
  const planted = plantNodes(page, tree, place.parent, place.index, [bare(looseCopy(sourceTree, top))], newId)
  const [copy] = planted.nodeIds
  if (copy === undefined) return undefined
  const now = readTree(page)
  const pairs = new Map<string, string>()
  pair(sourceTree, top, now, now.node(copy), pairs)
  for (const text of treeTexts(sourceTree)) {
    const node = pairs.get(text.nodeId)
    if (node !== undefined)
      page.set(`${node}/${sourceField(text.attribute)}`, sourceTextValue(await translatedFrom(text, false)))
  }
  return pairs.get(nodeId)
}

/** Where in a translation the copy of a node belongs: beside the translation of the nearest sibling that has one. */
function placeBeside(
  tree: PageTree,
  sourceTree: PageTree,
  top: PageNode,
  known: ReadonlyMap<string, string>,
): { parent: string; index: number } {
  const siblings = sourceTree.children(top.parent)
  const at = siblings.findIndex(({ id }) => id === top.id)
  const before = siblings.slice(0, at).toReversed()
  for (const [list, offset] of [
    [before, 1],
    [siblings.slice(at + 1), 0],
  ] as const) {
    for (const sibling of list) {
      const twin = twinOf(tree, sourceTree, sibling, known)
      if (!twin) continue
      const index = tree.children(twin.parent).findIndex(({ id }) => id === twin.id)
      return { parent: twin.parent, index: index + offset }
    }
  }
  return { parent: tree.root, index: tree.children(tree.root).length }
}

/** The node of the translation for one of the source: as far above a text in it as that one. */
function twinOf(
  tree: PageTree,
  sourceTree: PageTree,
  node: PageNode,
  known: ReadonlyMap<string, string>,
): PageNode | undefined {
  for (const inner of sourceTree.walk(node.id)) {
    let twin = tree.node(known.get(inner.id) ?? '')
    if (!twin) continue
    for (let up: PageNode | undefined = inner; up && up.id !== node.id; up = sourceTree.node(up.parent)) {
      twin = twin && tree.node(twin.parent)
    }
    if (twin && twin.id !== tree.root && twin.parent !== '') return twin
  }
  return undefined
}

/** Without stylesheets, which would be those of the source. */
function bare(node: LooseNode): LooseNode {
  const children = node.children?.filter(({ tag }) => tag !== 'style').map(bare)
  return { ...node, ...(children ? { children } : {}) }
}

/** The nodes of a copy by those that they are copies of. */
function pair(
  from: PageTree,
  node: PageNode,
  to: PageTree,
  copy: PageNode | undefined,
  pairs: Map<string, string>,
): void {
  if (!copy) return
  pairs.set(node.id, copy.id)
  const children = from.children(node.id).filter(({ tag }) => tag !== 'style')
  const copies = to.children(copy.id)
  for (const [i, child] of children.entries()) pair(from, child, to, copies[i], pairs)
}

/** Writes what a text of a translation says. */
export function writeText(page: Draft, node: PageNode, attribute: string | undefined, text: string): void {
  if (attribute !== undefined) setAttribute(page, node, attribute, text)
  else if (node.text !== text) page.set(`${node.id}/text`, text)
}
