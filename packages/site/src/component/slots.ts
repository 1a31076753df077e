import { isSlot } from '../document/special.ts'
import { nodeAttribute, type PageTree } from '../document/tree.ts'

/** The names of the slots of a component, each once; empty for one without a name. */
export function slotNames(tree: PageTree): string[] {
  return [...new Set([...tree.walk()].flatMap((node) => (isSlot(node) ? [nodeAttribute(node, 'name') ?? ''] : [])))]
}
