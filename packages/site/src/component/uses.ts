import type { View } from '@atelier/documents'
import type { SiteContext } from '../context/context.ts'
import { components, documents, type PageEntry, page } from '../document/pages.ts'
import { isComponent } from '../document/special.ts'
import { nodeAttribute, type PageNode, type PageTree, readTree } from '../document/tree.ts'

/** The instances in a tree, in document order, hidden ones too. */
function instancesIn(tree: PageTree): PageNode[] {
  return [...tree.walk()].filter((node) => node.kind === 'element' && isComponent(node))
}

/** The components that a tree names, each once. */
function refsIn(tree: PageTree): Set<string> {
  return new Set(instancesIn(tree).flatMap((node) => nodeAttribute(node, 'ref') ?? []))
}

/** A use of a component. */
export interface ComponentUse {
  document: PageEntry
  nodeIds: string[]
}

/** The documents that hold instances of a component. */
export async function usesOf(context: SiteContext, componentId: string): Promise<ComponentUse[]> {
  const uses: ComponentUse[] = []
  for (const document of documents(context.site)) {
    const view = await context.drafts.open(document.id)
    if (!view) continue
    const found = instancesIn(readTree(view)).filter((node) => nodeAttribute(node, 'ref') === componentId)
    if (found.length > 0) uses.push({ document, nodeIds: found.map(({ id }) => id) })
  }
  return uses
}

/** The trees of all components. */
export async function componentTrees(context: SiteContext): Promise<Map<string, PageTree>> {
  const trees = new Map<string, PageTree>()
  for (const { id } of components(context.site)) {
    const view = await context.drafts.open(id)
    if (view) trees.set(id, readTree(view))
  }
  return trees
}

/**
 * Why a document cannot hold instances of `refs`: one of them holds, perhaps indirectly, the document itself.
 * Undefined if it can; only a component can be held at all.
 */
export function recursionThrough(
  site: View,
  trees: ReadonlyMap<string, PageTree>,
  documentId: string,
  refs: Iterable<string>,
): string | undefined {
  if (!trees.has(documentId)) return undefined
  const waiting = [...refs].map((ref) => [ref])
  const seen = new Set<string>()
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    const last = path.at(-1) ?? ''
    if (last === documentId) {
      const titles = path.map((id) => `“${page(site, id)?.title ?? id}”`)
      if (path.length === 1) return `The component ${titles[0]} cannot contain itself.`
      return `That would put the component ${titles.at(-1)} into itself: it is used in ${titles.slice(0, -1).reverse().join(', which is used in ')}.`
    }
    if (seen.has(last)) continue
    seen.add(last)
    const tree = trees.get(last)
    if (tree) for (const ref of refsIn(tree)) waiting.push([...path, ref])
  }
  return undefined
}
