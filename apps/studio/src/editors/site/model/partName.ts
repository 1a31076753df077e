import type { View } from '@atelier/documents'
import { isComponent, isLoop, isOutlet, isSlot, nodeAttribute, type PageNode, page as pageEntry } from '@atelier/site'

/** What a person calls a node that stands for something else; undefined for an ordinary element or text. */
export function partName(site: View | undefined, node: PageNode): string | undefined {
  if (isComponent(node)) {
    const title = site && pageEntry(site, nodeAttribute(node, 'ref') ?? '')?.title
    return title ?? 'Component'
  }
  if (isOutlet(node)) return 'Outlet'
  if (isSlot(node)) return `Slot ${nodeAttribute(node, 'name') ?? ''}`.trim()
  return isLoop(node) ? 'Loop' : undefined
}
