import { canHoldChildren, type PageTree } from '@atelier/site'
import { type Drop, isLayer } from '../model/rows.ts'

export type Where = 'after' | 'inside' | 'before'

/**
 * The places where something can go, the wished one first: beside or in a node, then behind each element around it, for
 * what the wished place cannot hold. In the page itself if nothing is selected.
 */
export function placesFor(tree: PageTree, target: string | undefined, where: Where): Drop[] {
  const node = target === undefined ? undefined : tree.node(target)
  const end = (id: string): Drop => ({ parentId: id, index: tree.children(id).filter(isLayer).length })
  if (!node?.parent) return [end(tree.root)]
  const places: Drop[] = []
  if (where === 'inside' && canHoldChildren(node)) places.push(end(node.id))
  for (let at = node; at.parent; ) {
    const index = tree
      .children(at.parent)
      .filter(isLayer)
      .findIndex(({ id }) => id === at.id)
    places.push({ parentId: at.parent, index: where === 'before' ? index : index + 1 })
    const outer = tree.node(at.parent)
    if (!outer) break
    at = outer
  }
  return places
}
