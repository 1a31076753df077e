import type { Attribute } from '../document/node.ts'
import { splitClasses } from '../document/tree.ts'
import type { ParsedNode } from '../html/parse.ts'

/** Attributes with other classes. */
export function withClasses(attributes: readonly Attribute[], change: (own: string[]) => string[]): Attribute[] {
  const own = splitClasses(attributes.find(([name]) => name === 'class')?.[1] ?? '')
  const next = [...new Set(change(own))].join(' ')
  const others = attributes.filter(([name]) => name !== 'class')
  return next === '' ? others : [['class', next], ...others]
}

/** A node and everything in it, each one changed. */
export function mapNode(node: ParsedNode, map: (node: ParsedNode) => ParsedNode): ParsedNode {
  const next = map(node)
  return next.children ? { ...next, children: next.children.map((child) => mapNode(child, map)) } : next
}
