import { slotNames } from '../../component/slots.ts'
import type { SiteContext } from '../../context/context.ts'
import { isComponent, isSlot, SLOT_TAG } from '../../document/special.ts'
import { nodeAttribute, type PageNode, type PageTree, readTree } from '../../document/tree.ts'
import type { ParsedNode } from '../../html/parse.ts'

/**
 * Nodes put directly into a node, wrapped in a named slot if nothing else would show them: in an instance of a component
 * whose slots all have names. It is the first slot that the instance does not fill yet, or else the first one.
 */
export async function inSlot(
  context: SiteContext,
  tree: PageTree,
  parent: PageNode,
  nodes: ParsedNode[],
): Promise<ParsedNode[]> {
  if (!isComponent(parent) || nodes.every((node) => isSlot(node) || isBlankNode(node))) return nodes
  const component = await context.drafts.open(nodeAttribute(parent, 'ref') ?? '')
  const names = component ? slotNames(readTree(component)) : []
  if (names.length === 0 || names.includes('')) return nodes
  const filled = tree
    .children(parent.id)
    .filter(isSlot)
    .map((slot) => nodeAttribute(slot, 'name') ?? '')
  const name = names.find((each) => !filled.includes(each)) ?? names[0] ?? ''
  return [{ kind: 'element', tag: SLOT_TAG, attrs: [['name', name]], children: nodes }]
}

const isBlankNode = ({ kind, text = '' }: ParsedNode) => kind === 'comment' || (kind === 'text' && text.trim() === '')
