import { type CommandDefinition, defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteEditorState } from '../../commands/state.ts'
import { detached } from '../../compose/detach.ts'
import type { SiteContext } from '../../context/context.ts'
import { deleteNode, describe, plantNodes } from '../../document/edit.ts'
import { isComponent } from '../../document/special.ts'
import { nodeAttribute, readTree } from '../../document/tree.ts'
import { findNode } from '../shared/target.ts'
import { findComponent } from './component.ts'

const detachComponentCommands = [
  {
    name: 'node.detach',
    label: 'Detach from the component',
    icon: 'unlink',
    group: 'component',
    order: 4,
    input: ({ selected }: SiteEditorState) =>
      selected?.componentId === undefined ? undefined : { nodeId: selected.nodeId },
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

export const detachComponent = defineOperation({
  id: 'site.detachComponent',
  summary: 'Make an instance ordinary nodes',
  description: 'Put the content of a component, with this instance’s values and slots, in place of the instance.',
  icon: 'unlink',
  commands: detachComponentCommands,
  keywords: ['unlink component', 'break instance', 'ungroup component', 'inline component'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['page'],
  input: Type.Object({ nodeId: Type.String() }, { additionalProperties: false }),
  output: Type.Object({ nodeIds: Type.Array(Type.String()), pageId: Type.String(), componentId: Type.String() }),
  async run(context: SiteContext, { nodeId }) {
    const target = await findNode(context, nodeId)
    if (target.refused) return target.refused
    const { entry, page, tree, node } = target.found
    if (!isComponent(node)) {
      const hint = 'listComponents lists where instances are.'
      return fail('not_an_instance', `${describe(node)} is not an instance of a component.`, { path: '/nodeId', hint })
    }
    const component = findComponent(context, nodeAttribute(node, 'ref') ?? '', '/nodeId')
    if (component.refused) return component.refused
    const view = await context.drafts.open(component.found.id)
    if (!view)
      return fail('unknown_component', `The component “${component.found.title}” has no content.`, { path: '/nodeId' })
    const nodes = detached(context.site, component.found.id, readTree(view), tree, node)
    const place = tree.children(node.parent).findIndex(({ id }) => id === node.id)
    const planted = plantNodes(page, tree, node.parent, place, nodes, context.newId)
    deleteNode(page, node.id)
    return ok({ nodeIds: planted.nodeIds, pageId: entry.id, componentId: component.found.id })
  },
})
