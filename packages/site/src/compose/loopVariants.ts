import { counts } from '../document/edit.ts'
import type { PageNode } from '../document/tree.ts'
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
