import { isComponent, isLoop, isPart, isSpecial } from '../document/special.ts'
import { nodeAttribute, type PageNode } from '../document/tree.ts'
import type { TargetRefusal } from './types.ts'

/** Why no rule can match what a node becomes on a page; undefined for a node with an element of its own. */
export function refuseNode(node: PageNode): TargetRefusal | undefined {
  if (!isSpecial(node) || isPart(node)) return undefined
  if (isComponent(node)) {
    return {
      error: 'An instance has no element of its own: its styles are those of its component.',
      hint: 'Edit the component, or choose another variant of it.',
    }
  }
  // A class of a loop is one of the element around its entries, which is there unless it is given up.
  const isWrapped = isLoop(node) && nodeAttribute(node, 'data-tag')?.trim().toLowerCase() !== 'none'
  if (isWrapped) return undefined
  const hint = isLoop(node) ? 'Style what it repeats, or give it an element around.' : 'Style what is put in its place.'
  return { error: 'It has no element of its own on the page.', hint }
}
