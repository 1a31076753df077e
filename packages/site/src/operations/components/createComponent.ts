import { type CommandDefinition, defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { componentTitle, focusResult, idsOf, selectedNodes } from '../../commands/selection.ts'
import type { SiteEditorState } from '../../commands/state.ts'
import type { SiteContext } from '../../context/context.ts'
import { copyNodes } from '../../document/duplicate.ts'
import { createRoot, deleteNode, plantNodes } from '../../document/edit.ts'
import { listComponent } from '../../document/pages.ts'
import { COMPONENT_TAG, isOutlet } from '../../document/special.ts'
import { findNode } from '../shared/target.ts'

const createComponentCommands = [
  {
    name: 'node.makeComponent',
    label: 'Make it a component',
    icon: 'component',
    group: 'component',
    order: 1,
    input(state: SiteEditorState) {
      const nodes = selectedNodes(state)
      const [first] = nodes
      const fits = nodes.every(
        ({ isRoot, isElement, componentId }) => !isRoot && isElement && componentId === undefined,
      )
      if (!first || (nodes.length === 1 && !fits) || nodes.some(({ isRoot }) => isRoot)) return undefined
      return { title: componentTitle(first.title), nodeIds: idsOf(nodes) }
    },
    focus: focusResult,
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

export const createComponent = defineOperation({
  id: 'site.createComponent',
  summary: 'Make a component of nodes',
  description:
    'Move nodes that stand side by side into a new component; an instance takes their place. Give it parameters with setComponentParams, and write {params.name} and <atelier-slot name="…"> in it.',
  icon: 'component',
  commands: createComponentCommands,
  keywords: [
    'reusable card',
    'reusable block',
    'reusable element',
    'symbol',
    'partial',
    'snippet',
    'extract component',
    'shared block',
  ],
  effect: 'write',
  onDemand: true,
  affects: ['site', 'page'],
  input: Type.Object(
    {
      title: Type.String({ minLength: 1, maxLength: 200 }),
      nodeIds: Type.Array(Type.String(), { minItems: 1, maxItems: 200 }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    componentId: Type.String(),
    rootNodeId: Type.String(),
    /** The nodes in the component, in the order given. */
    nodeIds: Type.Array(Type.String()),
    /** The instance in the page. */
    nodeId: Type.String(),
    pageId: Type.String(),
  }),
  async run(context: SiteContext, { title, nodeIds }) {
    const { site, drafts, newId } = context
    const [firstId = ''] = nodeIds
    const first = await findNode(context, firstId, '/nodeIds/0')
    if (first.refused) return first.refused
    const { entry, page, tree, node } = first.found
    const siblings = tree.children(node.parent)
    const chosen = siblings.filter(({ id }) => nodeIds.includes(id))
    const missing = nodeIds.findIndex((id) => chosen.every((each) => each.id !== id))
    if (node.parent === '' || missing >= 0) {
      const message =
        node.parent === ''
          ? 'The body of a page cannot be a component.'
          : `"${nodeIds[missing]}" does not stand beside "${firstId}".`
      const hint = 'Name nodes with the same parent, or the one node around them all.'
      return fail('not_siblings', message, { path: `/nodeIds/${Math.max(0, missing)}`, hint })
    }
    const inside = chosen.flatMap(({ id }) => [...tree.walk(id)])
    const outlet = inside.find(isOutlet)
    if (outlet) {
      const hint = 'An outlet counts only directly in its template; leave it out.'
      return fail('holds_outlet', `The outlet "${outlet.id}" cannot move into a component.`, { path: '/nodeIds', hint })
    }
    const { id: componentId } = listComponent(site, { id: newId(), title: title.trim() })
    const component = drafts.create(componentId, 'page')
    const rootNodeId = createRoot(component, newId)
    const copies = copyNodes(
      page,
      chosen.map(({ id }) => id),
      component,
      rootNodeId,
      newId,
    )
    const instance = { kind: 'element' as const, tag: COMPONENT_TAG, attrs: [['ref', componentId] as const] }
    const place = siblings.findIndex(({ id }) => id === chosen[0]?.id)
    const planted = plantNodes(page, tree, node.parent, place, [instance], newId)
    for (const { id } of chosen) deleteNode(page, id)
    return ok({ componentId, rootNodeId, nodeIds: copies, nodeId: planted.nodeIds[0] ?? '', pageId: entry.id })
  },
})
