import type { View } from '@atelier/documents'
import { componentParams } from '../component/params.ts'
import { counts, type LooseNode, looseCopy } from '../document/edit.ts'
import type { Attribute } from '../document/node.ts'
import { isSlot } from '../document/special.ts'
import { escapeTokens, mayHoldToken } from '../document/tokenText.ts'
import { nodeAttribute, nodeAttributes, type PageNode, type PageTree } from '../document/tree.ts'
import { type Filling, fillAttribute, fillText } from './tokens.ts'

/** The output of an instance as independent nodes: the component's content with this instance's values and slots. */
export function detached(
  site: View,
  componentId: string,
  component: PageTree,
  page: PageTree,
  instance: PageNode,
): LooseNode[] {
  const values = new Map<string, string>()
  for (const param of componentParams(site, componentId)) {
    values.set(param.name, nodeAttribute(instance, `param-${param.name}`) ?? escapeTokens(param.default))
  }
  const filling: Filling = {
    lookup: (source, name) => (source === 'params' ? (values.get(name) ?? '') : undefined),
    report: () => undefined,
    mediaUrl: () => undefined,
    partial: true,
  }
  const fills = fillsOf(page, instance)

  function copy(nodes: readonly PageNode[]): LooseNode[] {
    return nodes.flatMap((node): LooseNode[] => {
      if (isSlot(node)) return fills.get(nodeAttribute(node, 'name') ?? '') ?? copy(component.children(node.id))
      if (node.kind !== 'element') {
        return [{ kind: node.kind, text: node.kind === 'text' ? fillText(node.text, filling) : node.text }]
      }
      const attrs = nodeAttributes(node).flatMap(([name, value]): Attribute[] => {
        const filled = mayHoldToken(value) ? fillAttribute(node.tag, name, value, filling) : value
        return filled === undefined ? [] : [[name, filled]]
      })
      const made: LooseNode = { kind: 'element', tag: node.tag, attrs, children: copy(component.children(node.id)) }
      return [node.ns ? { ...made, ns: node.ns } : made]
    })
  }
  return copy(component.children(component.root))
}

function fillsOf(page: PageTree, instance: PageNode): ReadonlyMap<string, LooseNode[]> {
  const fills = new Map<string, LooseNode[]>()
  const add = (name: string, nodes: readonly PageNode[]) => {
    if (nodes.some(counts)) fills.set(name, [...(fills.get(name) ?? []), ...nodes.map((node) => looseCopy(page, node))])
  }
  const children = page.children(instance.id)
  add(
    '',
    children.filter((child) => !isSlot(child)),
  )
  for (const child of children) if (isSlot(child)) add(nodeAttribute(child, 'name') ?? '', page.children(child.id))
  return fills
}
