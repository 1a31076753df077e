import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { hideNodeCommands } from '../../commands/hideNode.ts'
import type { SiteContext } from '../../context/context.ts'
import { field } from '../../document/node.ts'
import { findNode, isOfEveryPage } from '../shared/target.ts'

export const setHidden = defineOperation({
  id: 'site.setHidden',
  summary: 'Leave nodes out of the published site',
  description:
    'Hide nodes: they stay in the page and its layers, and are left out of what is published and shown; or show them again.',
  icon: 'eye-off',
  commands: hideNodeCommands,
  keywords: ['hide element', 'show element', 'unpublish section', 'visibility', 'draft section', 'switch off'],
  effect: 'write',
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
