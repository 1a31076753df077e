import { componentParams, refuseValue } from '../component/params.ts'
import { counts } from '../document/edit.ts'
import type { Attribute } from '../document/node.ts'
import type { PageEntry } from '../document/pages.ts'
import { isSlot } from '../document/special.ts'
import { nodeAttribute, type PageNode } from '../document/tree.ts'
import type { Composition } from './composition.ts'
import type { Scope } from './pieces.ts'

/**
 * The values of a component's parameters in one of its instances.
 * @param attributes of the instance, their tokens filled in
 */
export function instanceParams(
  { id, title }: PageEntry,
  attributes: readonly Attribute[],
  { site }: Pick<Composition, 'site'>,
  report: (message: string) => void,
): ReadonlyMap<string, string> {
  const given = new Map(
    attributes.flatMap(([name, value]) => (name.startsWith('param-') ? [[name.slice(6), value]] : [])),
  )
  const values = new Map<string, string>()
  for (const param of componentParams(site, id)) {
    const value = given.get(param.name)
    given.delete(param.name)
    const wrong = value === undefined || value === '' ? undefined : refuseValue(param, value)
    if (wrong) report(`The parameter “${param.name}” of “${title}”: ${wrong}`)
    values.set(param.name, value === undefined || wrong ? param.default : value)
    if (param.required && values.get(param.name) === '') {
      report(`The parameter “${param.name}” of “${title}” has no value.`)
    }
  }
  for (const name of given.keys()) report(`The component “${title}” has no parameter “${name}”.`)
  return values
}

/** The content of an instance for the slots of its component; content outside any slot goes to the unnamed one. */
export function instanceFills(node: PageNode, { tree }: Scope): ReadonlyMap<string, readonly PageNode[]> {
  const fills = new Map<string, readonly PageNode[]>()
  const add = (name: string, nodes: readonly PageNode[]) => fills.set(name, [...(fills.get(name) ?? []), ...nodes])
  const children = tree.children(node.id)
  const loose = children.filter((child) => !isSlot(child))
  if (loose.some(counts)) add('', loose)
  for (const child of children) {
    const inside = isSlot(child) && !child.hidden ? tree.children(child.id) : []
    if (inside.some(counts)) add(nodeAttribute(child, 'name') ?? '', inside)
  }
  return fills
}
