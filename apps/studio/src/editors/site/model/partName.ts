import type { View } from '@atelier/documents'
import {
  isComponent,
  isLoop,
  isOutlet,
  isPart,
  isSlot,
  nodeAttribute,
  type PageNode,
  page as pageEntry,
} from '@atelier/site'
import * as strings from './strings.ts'

/** The display name of a node that represents something else; undefined for an ordinary element or text. */
export function partName(site: View | undefined, node: PageNode): string | undefined {
  if (isComponent(node)) {
    const title = site && pageEntry(site, nodeAttribute(node, 'ref') ?? '')?.title
    return title ?? strings.component
  }
  if (isOutlet(node)) return strings.outlet
  if (isPart(node)) return strings.part
  if (isSlot(node)) return strings.slot(nodeAttribute(node, 'name') ?? '')
  return isLoop(node) ? strings.loop : undefined
}
