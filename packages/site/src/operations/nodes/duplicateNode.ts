import { type CommandDefinition, defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { focusResult, selectedNode } from '../../commands/selection.ts'
import type { SiteEditorState } from '../../commands/state.ts'
import type { SiteContext } from '../../context/context.ts'
import { looseCopy, plantNodes } from '../../document/edit.ts'
import { nodeAttribute } from '../../document/tree.ts'
import { findNode, isOfEveryPage } from '../shared/target.ts'

const multiplyTo = (total: number) =>
  ({
    name: `node.multiply.${total}`,
    label: `Multiply to ${total}`,
    icon: 'copy-plus',
    group: 'multiply',
    each: 'forward',
    input(state: SiteEditorState) {
      const node = selectedNode(state)
      return node && { ...node, count: total - 1 }
    },
    focus: ({ nodeIds }: { nodeIds: string[] }) => ({ nodeId: nodeIds.at(-1) }),
  }) as const satisfies CommandDefinition<SiteEditorState>

const duplicateNodeCommands = [
  {
    name: 'node.duplicate',
    label: 'Duplicate',
    icon: 'copy',
    group: 'layer',
    order: 1,
    shortcuts: ['mod+d'],
    each: 'forward',
    input: selectedNode,
    focus: focusResult,
  },
  // Rows and grids of three, four and six are what one fills by repeating their first part.
  ...[3, 4, 6].map(multiplyTo),
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

export const duplicateNode = defineOperation({
  id: 'site.duplicateNode',
  summary: 'Duplicate a node',
  description: 'Copy a node with all in it, right after it.',
  icon: 'copy',
  commands: duplicateNodeCommands,
  keywords: ['copy element', 'clone section', 'repeat element'],
  effect: 'write',
  tab: true,
  affects: ['page'],
  input: Type.Object(
    { nodeId: Type.String(), count: Type.Optional(Type.Integer({ exclusiveMinimum: 0, maximum: 50, default: 1 })) },
    { additionalProperties: false },
  ),
  output: Type.Object({ nodeId: Type.String(), nodeIds: Type.Array(Type.String()), pageId: Type.String() }),
  async run(context: SiteContext, { nodeId, count = 1 }) {
    const target = await findNode(context, nodeId)
    if (target.refused) return target.refused
    const { entry, page, tree, node } = target.found
    if (isOfEveryPage(tree, node.id)) {
      const hint = 'Duplicate one of its children.'
      return fail('cannot_duplicate', 'The body and the head of a page cannot be duplicated.', {
        path: '/nodeId',
        hint,
      })
    }
    const copies = Array.from({ length: count }, () => looseCopy(tree, node))
    const place = tree.children(node.parent).findIndex(({ id }) => id === node.id) + 1
    const { nodeIds } = plantNodes(page, tree, node.parent, place, copies, context.newId)
    const [first = ''] = nodeIds
    const ids = [...tree.walk(node.id)].flatMap((each) => nodeAttribute(each, 'id') ?? [])
    const warnings = ids.length > 0 ? [`More than one element now has id="${ids.slice(0, 5).join('", id="')}".`] : []
    return ok({ nodeId: first, nodeIds, pageId: entry.id }, { warnings })
  },
})
