import { counts } from '../document/edit.ts'
import { isLoop } from '../document/special.ts'
import type { PageNode, PageTree } from '../document/tree.ts'
import type { Scope } from './pieces.ts'

/** The variants of a loop: each relevant child with the white space before it; and the nodes after the last one. */
export function variantsOf(
  { tree }: Scope,
  loop: PageNode,
): { variants: readonly PageNode[][]; after: readonly PageNode[] } {
  const variants: PageNode[][] = []
  let before: PageNode[] = []
  for (const child of tree.children(loop.id)) {
    if (child.hidden || child.kind === 'comment') continue
    before.push(child)
    if (!counts(child)) continue
    variants.push(before)
    before = []
  }
  return { variants, after: before }
}

/** The loops around a node, the outermost first, each with the child of its that holds the node. */
export function loopsHolding(tree: PageTree, node: PageNode): { loop: PageNode; inside: PageNode }[] {
  const loops: { loop: PageNode; inside: PageNode }[] = []
  let inside = node
  for (let at = tree.node(node.parent); at; at = tree.node(at.parent)) {
    if (isLoop(at)) loops.unshift({ loop: at, inside })
    inside = at
  }
  return loops
}
