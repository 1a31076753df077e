import { isSlot, nodeAttribute, type PageNode, type PageTree } from '@atelier/site'
import { isLayer } from '../model/rows.ts'

/** A slot of a component, as one instance fills it. */
export interface InstanceSlot {
  /** Empty for the slot without a name. */
  name: string
  /** The node whose children are the content: for the slot without a name the instance itself; undefined if there is none yet. */
  nodeId: string | undefined
  isFilled: boolean
}

/** How an instance fills the slots of its component, whose names are `names`. */
export function instanceSlots(tree: PageTree, instance: PageNode, names: readonly string[]): InstanceSlot[] {
  const children = tree.children(instance.id).filter(isLayer)
  return names.map((name) => {
    if (name === '') {
      return { name, nodeId: instance.id, isFilled: children.some((child) => !isSlot(child)) }
    }
    const node = children.find((child) => isSlot(child) && nodeAttribute(child, 'name') === name)
    return { name, nodeId: node?.id, isFilled: node !== undefined && tree.children(node.id).some(isLayer) }
  })
}
