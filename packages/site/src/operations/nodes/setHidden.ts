import { type CommandDefinition, defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { idsOf, selectedNodes } from '../../commands/selection.ts'
import type { SiteEditorState } from '../../commands/state.ts'
import type { SiteContext } from '../../context/context.ts'
import { field } from '../../document/node.ts'
import { findNode, isOfEveryPage } from '../shared/target.ts'

function hiding(state: SiteEditorState, hidden: boolean) {
  const nodes = selectedNodes(state).filter(({ isRoot }) => !isRoot)
  if (nodes.every(({ isHidden = false }) => isHidden === hidden)) return undefined
  return { nodeIds: idsOf(nodes), hidden }
}

const setHiddenCommands = [
  {
    name: 'node.hide',
    label: 'Leave out of the published site',
    icon: 'eye-off',
    group: 'layer',
    order: 4,
    shortcuts: ['mod+shift+h'],
    input: (state: SiteEditorState) => hiding(state, true),
  },
  {
    name: 'node.unhide',
    label: 'Publish it again',
    icon: 'eye',
    group: 'layer',
    order: 5,
    input: (state: SiteEditorState) => hiding(state, false),
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

export const setHidden = defineOperation({
  id: 'site.setHidden',
  summary: 'Leave nodes out of the published site',
  description:
    'Hide nodes: they stay in the page and its layers, and are left out of what is published and shown; or show them again.',
  icon: 'eye-off',
  commands: setHiddenCommands,
  keywords: ['hide element', 'show element', 'unpublish section', 'visibility', 'draft section', 'switch off'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['page'],
  input: Type.Object(
    { nodeIds: Type.Array(Type.String(), { minItems: 1, maxItems: 200 }), hidden: Type.Boolean() },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** The page of the last node. */
    pageId: Type.String(),
    nodeIds: Type.Array(Type.String()),
    hidden: Type.Boolean(),
  }),
  async run(context: SiteContext, { nodeIds, hidden }) {
    let pageId = ''
    const found: string[] = []
    for (const [at, nodeId] of nodeIds.entries()) {
      const path = `/nodeIds/${at}`
      const target = await findNode(context, nodeId, path)
      if (target.refused) return target.refused
      const { entry, page, tree, node } = target.found
      if (isOfEveryPage(tree, node.id)) {
        const hint = 'Hide its children; noindex and hidden of setPageSettings keep a page out of search.'
        return fail('cannot_hide', 'The body and the head of a page cannot be hidden.', { path, hint })
      }
      if (hidden) page.set(field.hidden(node.id), true)
      else page.delete(field.hidden(node.id))
      pageId = entry.id
      found.push(node.id)
    }
    return ok({ pageId, nodeIds: found, hidden })
  },
})
