import { isComponent } from './special.ts'
import type { PageTree } from './tree.ts'

/** The nearest instance of a component around a node, not the node itself: the node fills one of its slots. */
export function instanceAround(tree: PageTree, id: string): string | undefined {
  for (let at = tree.node(id)?.parent; at; at = tree.node(at)?.parent) {
    const node = tree.node(at)
    if (node && isComponent(node)) return at
  }
  return undefined
}
