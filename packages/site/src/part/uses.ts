import { nodeAttributes, type PageTree } from '../document/tree.ts'

/**
 * The elements of a page, template or component that name a CAD part, in document order, hidden ones too: those that show
 * it, and instances of components that are given it.
 * @param partId the id of its document
 */
export function partUses(tree: PageTree, partId: string): string[] {
  return [...tree.walk()].flatMap((node) =>
    node.kind === 'element' && nodeAttributes(node).some(([, value]) => value.includes(partId)) ? [node.id] : [],
  )
}
