import { type CommandDefinition, defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteEditorState } from '../../commands/state.ts'
import type { SiteContext } from '../../context/context.ts'
import { deleteNode, looseCopy } from '../../document/edit.ts'
import { field } from '../../document/node.ts'
import { gapAt } from '../../document/order.ts'
import { contextOf, misplaced } from '../../html/parse.ts'
import { findNode, isOfEveryPage } from '../shared/target.ts'

const unwrapNodeCommands = [
  {
    name: 'node.ungroup',
    label: 'Ungroup',
    icon: 'ungroup',
    group: 'layer',
    order: 3,
    shortcuts: ['mod+shift+g'],
    each: 'forward',
    input({ selected }: SiteEditorState) {
      const holds =
        selected?.isElement && !selected.isRoot && selected.componentId === undefined && selected.holdsOthers
      return holds ? { nodeId: selected.nodeId } : undefined
    },
    focus: ({ nodeIds }: { nodeIds: string[] }) => ({ nodeId: nodeIds[0] }),
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

export const unwrapNode = defineOperation({
  id: 'site.unwrapNode',
  summary: 'Unwrap a node',
  description: 'Put what is inside an element in its place, and take the element away.',
  icon: 'ungroup',
  commands: unwrapNodeCommands,
  keywords: ['remove wrapper', 'ungroup', 'dissolve container', 'flatten'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['page'],
  input: Type.Object({ nodeId: Type.String() }, { additionalProperties: false }),
  output: Type.Object({ pageId: Type.String(), parentId: Type.String(), nodeIds: Type.Array(Type.String()) }),
  async run(context: SiteContext, { nodeId }) {
    const target = await findNode(context, nodeId)
    if (target.refused) return target.refused
    const { entry, page, tree, node } = target.found
    if (node.kind !== 'element' || isOfEveryPage(tree, node.id)) {
      const hint = 'Choose an element inside the body.'
      return fail('cannot_unwrap', 'Only an element inside a page can be unwrapped.', { path: '/nodeId', hint })
    }
    const inside = tree.children(node.id)
    const wrong = misplaced(
      inside.map((child) => looseCopy(tree, child)),
      contextOf(tree, node.parent),
    )
    if (wrong) return fail('misplaced', wrong, { path: '/nodeId', hint: 'Its content may not stand in its parent.' })
    const siblings = tree.children(node.parent)
    const gap = gapAt(siblings, siblings.indexOf(node), inside.length)
    for (const { id, key } of gap.moved) page.set(field.at(id), [node.parent, key])
    inside.forEach(({ id }, at) => {
      page.set(field.at(id), [node.parent, gap.keys[at] ?? ''])
    })
    deleteNode(page, node.id)
    const nodeIds = inside.filter(({ kind }) => kind === 'element').map(({ id }) => id)
    return ok({ pageId: entry.id, parentId: node.parent, nodeIds })
  },
})
