import type { Draft } from '@atelier/documents'
import { type CommandDefinition, defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteEditorState } from '../../commands/state.ts'
import type { SiteContext } from '../../context/context.ts'
import {
  canHoldChildren,
  childIndex,
  counts,
  deleteNode,
  describe,
  looseCopy,
  moveNode as move,
  plantNodes,
  refuseParent,
} from '../../document/edit.ts'
import type { PageNode, PageTree } from '../../document/tree.ts'
import { contextOf, misplaced } from '../../html/parse.ts'
import { lastLine } from '../shared/ownLines.ts'
import { refuseRecursion } from '../shared/specials.ts'
import { findNode, isOfEveryPage } from '../shared/target.ts'
import { deleteWithLine, lineStart, settleLine } from '../shared/tidyLines.ts'

const step = (way: 'up' | 'down' | 'out' | 'in') => ({
  group: 'arrange',
  each: way === 'up' || way === 'in' ? ('forward' as const) : ('backward' as const),
  input({ selected }: SiteEditorState) {
    const target = selected?.moves[way]
    return selected && target
      ? { nodeId: selected.nodeId, newParentId: target.parentId, newIndex: target.index }
      : undefined
  },
})

const moveNodeCommands = [
  { ...step('up'), name: 'node.moveUp', label: 'Move up', icon: 'arrow-up', shortcuts: ['alt+arrowup'] },
  { ...step('down'), name: 'node.moveDown', label: 'Move down', icon: 'arrow-down', shortcuts: ['alt+arrowdown'] },
  { ...step('out'), name: 'node.moveOut', label: 'Move out', icon: 'indent-decrease', shortcuts: ['alt+arrowleft'] },
  {
    ...step('in'),
    name: 'node.moveIn',
    label: 'Move into the layer above',
    icon: 'indent-increase',
    shortcuts: ['alt+arrowright'],
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

export const moveNode = defineOperation({
  id: 'site.moveNode',
  summary: 'Move a node',
  description: 'Move a node, also to another parent.',
  icon: 'move',
  commands: moveNodeCommands,
  keywords: ['reorder', 'drag', 'change order', 'swap sections', 'sort elements'],
  effect: 'write',
  tab: true,
  affects: ['page'],
  input: Type.Object(
    {
      nodeId: Type.String(),
      newParentId: Type.String(),
      newIndex: Type.Integer({
        minimum: 0,
        description: '0-based, among elements and texts, without the node',
      }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ nodeId: Type.String(), parentId: Type.String(), pageId: Type.String() }),
  async run(context: SiteContext, { nodeId, newParentId, newIndex }) {
    const target = await findNode(context, nodeId)
    if (target.refused) return target.refused
    const goal = await findNode(context, newParentId, '/newParentId')
    if (goal.refused) return goal.refused
    const { page, tree, node } = target.found
    const parent = goal.found.node
    const samePage = goal.found.entry.id === target.found.entry.id

    if (isOfEveryPage(tree, node.id)) {
      return fail('cannot_move', 'The body and the head of a page cannot be moved.', {
        path: '/nodeId',
        hint: 'Move its children.',
      })
    }
    const reason = samePage
      ? refuseParent(tree, node.id, parent.id)
      : canHoldChildren(parent)
        ? undefined
        : `${describe(parent)} cannot hold other nodes.`
    if (reason) {
      const hint = 'Choose a parent outside the node that may hold other nodes.'
      return fail('cannot_move', reason, { path: '/newParentId', hint })
    }
    const copy = looseCopy(tree, node)
    const wrong = parent.id === node.parent ? undefined : misplaced([copy], contextOf(goal.found.tree, parent.id))
    if (wrong) return fail('misplaced', wrong, { path: '/newParentId', hint: 'Choose a parent that may hold it.' })

    if (samePage) {
      moveWithLine(page, tree, node, parent.id, newIndex, context.newId)
      return ok({ nodeId: node.id, parentId: parent.id, pageId: target.found.entry.id })
    }
    const recursive = await refuseRecursion(context, goal.found, [copy], '/newParentId')
    if (recursive) return recursive
    const place = childIndex(goal.found.tree, parent.id, newIndex)
    const [moved = ''] = plantNodes(goal.found.page, goal.found.tree, parent.id, place, [copy], context.newId).nodeIds
    const line = lineStart(tree, node)
    settleLine(goal.found.page, moved, line && lastLine(line.text), context.newId)
    deleteWithLine(page, tree, node)
    const warnings = ['It moved to another page, so it has a new id there.']
    return ok({ nodeId: moved, parentId: parent.id, pageId: goal.found.entry.id }, { warnings })
  },
})

/** Moves a node with its line, unless it is there already. */
function moveWithLine(
  page: Draft,
  tree: PageTree,
  node: PageNode,
  parentId: string,
  index: number,
  newId: () => string,
): void {
  const layers = tree.children(node.parent).filter(counts)
  const at = layers.indexOf(node)
  if (node.parent === parentId && at >= 0 && at === Math.min(index, layers.length - 1)) return
  const line = lineStart(tree, node)
  move(page, tree, node.id, parentId, index)
  if (line) deleteNode(page, line.id)
  settleLine(page, node.id, line && lastLine(line.text), newId)
}
