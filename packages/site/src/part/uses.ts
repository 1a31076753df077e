import type { PartRequest } from '../context/parts.ts'
import { isPart } from '../document/special.ts'
import { nodeAttributes, type PageTree } from '../document/tree.ts'
import { partRequestOf } from './element.ts'

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

/** The parts that the elements of a tree show, as far as that is known before it is composed. */
export const partRequests = (tree: PageTree | undefined): PartRequest[] =>
  (tree ? [...tree.walk()] : []).flatMap((node) => {
    if (node.kind !== 'element' || !isPart(node)) return []
    const request = partRequestOf(nodeAttributes(node))
    return request.partId === '' || request.partId.includes('{') ? [] : [request]
  })
