import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { componentTrees, recursionThrough } from '../../component/uses.ts'
import type { SiteContext } from '../../context/context.ts'
import { canHoldChildren, childIndex, describe, type LooseNode, looseCopy, plantNodes } from '../../document/edit.ts'
import type { Attribute } from '../../document/node.ts'
import { COMPONENT_TAG, isSpecial } from '../../document/special.ts'
import { type PageTree, readTree } from '../../document/tree.ts'
import { contextOf, misplaced } from '../../html/parse.ts'
import { inSlot } from '../shared/slots.ts'
import { findNode } from '../shared/target.ts'
import { checkValues, findComponent } from './component.ts'

export const insertComponent = defineOperation({
  id: 'site.insertComponent',
  summary: 'Insert a component',
  description: 'Insert an instance of a component under a node, with values for its parameters.',
  icon: 'component',
  keywords: ['use component', 'place component', 'add instance', 'component instance', 'put on a page'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['page'],
  input: Type.Object(
    {
      componentId: Type.String(),
      parentId: Type.String(),
      index: Type.Optional(Type.Integer({ minimum: 0 })),
      params: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 10_000 }))),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ nodeId: Type.String(), pageId: Type.String(), componentId: Type.String() }),
  async run(context: SiteContext, { componentId, parentId, index, params = {} }) {
    const component = findComponent(context, componentId)
    if (component.refused) return component.refused
    const target = await findNode(context, parentId, '/parentId')
    if (target.refused) return target.refused
    const { entry, page, tree, node } = target.found
    if (!canHoldChildren(node)) {
      const hint = `Insert into its parent "${node.parent}" instead.`
      return fail('misplaced', `${describe(node)} cannot hold other nodes.`, { path: '/parentId', hint })
    }
    const wrong = checkValues(context, component.found, params)
    if (wrong) return wrong
    const recursion = recursionThrough(context.site, await componentTrees(context), entry.id, [componentId])
    if (recursion) {
      return fail('recursive_component', recursion, { path: '/componentId', hint: 'Insert it into a page instead.' })
    }
    const shown = await context.drafts.open(componentId)
    const inside = shown && placeholderContent(readTree(shown))
    const why = inside && inside.length > 0 ? misplaced(inside, contextOf(tree, node.id)) : undefined
    if (why) {
      const hint = 'Choose a parent that may hold what the component holds.'
      return fail('misplaced', why, { path: '/parentId', hint })
    }
    const attrs: Attribute[] = [
      ['ref', componentId],
      ...Object.entries(params).map(([name, value]): Attribute => [`param-${name}`, value]),
    ]
    const place = childIndex(tree, node.id, index)
    const nodes = await inSlot(context, tree, node, [{ kind: 'element', tag: COMPONENT_TAG, attrs }])
    const planted = plantNodes(page, tree, node.id, place, nodes, context.newId)
    return ok({ nodeId: planted.nodeIds[0] ?? '', pageId: entry.id, componentId })
  },
})

/** The content that a component puts into a page by itself: what it is filled with elsewhere is not known here. */
function placeholderContent(tree: PageTree): LooseNode[] {
  const plain = (nodes: readonly LooseNode[]): LooseNode[] =>
    nodes
      .filter((node) => !isSpecial(node))
      .map((node) => (node.children ? { ...node, children: plain(node.children) } : node))
  return plain(tree.children(tree.root).map((node) => looseCopy(tree, node)))
}
