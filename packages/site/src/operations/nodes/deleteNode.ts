import { type CommandDefinition, defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { selectedNode } from '../../commands/selection.ts'
import type { SiteEditorState } from '../../commands/state.ts'
import type { SiteContext } from '../../context/context.ts'
import { danglingIds } from '../shared/dangling.ts'
import { findNode, isOfEveryPage } from '../shared/target.ts'
import { deleteWithLine } from '../shared/tidyLines.ts'

const deleteNodeCommands = [
  {
    name: 'node.delete',
    label: 'Delete',
    icon: 'trash-2',
    group: 'remove',
    shortcuts: ['backspace', 'delete'],
    danger: true,
    each: 'forward',
    input: selectedNode,
    focus: (_deleted: unknown, { selected }: SiteEditorState) => ({ nodeId: selected?.next }),
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

export const deleteNode = defineOperation({
  id: 'site.deleteNode',
  summary: 'Delete a node',
  description: 'Remove a node and all in it.',
  icon: 'trash-2',
  commands: deleteNodeCommands,
  keywords: ['remove element', 'delete section', 'remove section'],
  effect: 'write',
  tab: true,
  affects: ['page'],
  input: Type.Object({ nodeId: Type.String() }, { additionalProperties: false }),
  output: Type.Object({ nodeId: Type.String(), pageId: Type.String(), deletedCount: Type.Number() }),
  async run(context: SiteContext, { nodeId }) {
    const target = await findNode(context, nodeId)
    if (target.refused) return target.refused
    const { entry, page, tree, node } = target.found
    if (isOfEveryPage(tree, node.id)) {
      const hint = 'Delete its children, empty it with replaceNodeHtml, or delete the page with deletePage.'
      return fail('cannot_delete', 'The body and the head of a page cannot be deleted.', { path: '/nodeId', hint })
    }
    const deletedCount = [...tree.walk(node.id)].filter(({ kind }) => kind === 'element').length
    const warnings = await danglingIds(context, target.found, [node.id])
    deleteWithLine(page, tree, node)
    return ok({ nodeId: node.id, pageId: entry.id, deletedCount }, { warnings })
  },
})
