import type { View } from '@atelier/documents'
import { componentParams } from '../component/params.ts'
import { isComponent } from '../document/special.ts'
import { nodeAttribute, type PageNode, type PageTree } from '../document/tree.ts'
import { moduleOf } from './find.ts'
import type { PropTarget } from './module.ts'
import { styleProperty } from './style.ts'

/** The target that a key of a patch writes. */
export type PatchTarget = PropTarget | { css: string }

/** Attributes that have the name of a CSS property, and the elements where they are meant. */
const SIZED = /^(?:img|video|iframe|canvas|embed|object|input|source|table|td|th|col|colgroup|hr|svg)$/

/**
 * The target of a prop in the HTML or CSS of a node: a prop of its module, a parameter of its component, a CSS
 * property, otherwise an attribute of this name.
 */
export function patchTarget(site: View, tree: PageTree, node: PageNode, prop: string): PatchTarget {
  const module = moduleOf(tree, node)
  const own = module && Object.hasOwn(module.props, prop) ? module.props[prop] : undefined
  if (own) return own.to
  if (node.kind === 'element' && isComponent(node)) {
    const params = componentParams(site, nodeAttribute(node, 'ref') ?? '')
    if (params.some(({ name }) => name === prop)) return { attribute: `param-${prop}` }
  }
  if (prop.toLowerCase() === 'text') return { text: true }
  const css = styleProperty(prop)
  if (css !== undefined && !isAttributeHere(node, prop)) return { css }
  return { attribute: node.ns === undefined ? prop.toLowerCase() : prop }
}

/** A drawing has attributes for most properties; `width` of a picture is one too, as is any that is already set. */
function isAttributeHere(node: PageNode, prop: string): boolean {
  if (node.kind !== 'element' || node.ns !== undefined) return true
  if ((prop === 'width' || prop === 'height') && SIZED.test(node.tag)) return true
  if (prop === 'color' && node.tag === 'font') return true
  return nodeAttribute(node, prop) !== undefined
}
